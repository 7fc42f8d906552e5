import { advanceOf, type FontWeight, UNITS_PER_EM } from "../font/font.ts";
import type { Arrange, Color, Size } from "../kit/element.ts";
import { isEmpty, type Placed, type Rect } from "../layout/placed.ts";
import { breakLines, textMetrics } from "../layout/text.ts";
import { colorValue } from "../theme.ts";
import type { Canvas } from "./canvas.ts";
import { glyphMask, iconMask } from "./glyphs.ts";

export interface Painting {
  canvas: Canvas;
  night: boolean;
  pxPerDp: number;
  fontScale: number;
  rtl: boolean;
}

/** Draws an element and what is in it. */
export function paintTree(placed: Placed, painting: Painting): void {
  if (isEmpty(placed.visible)) return;
  paintBox(placed, painting);
  const { arrange } = placed.element;
  if (arrange.type === "text") paintText(placed, arrange, painting);
  else if (arrange.type === "icon") paintIcon(placed, arrange, painting);
  for (const child of placed.children) paintTree(child, painting);
}

function paintBox({ element, bounds, visible }: Placed, painting: Painting): void {
  const { paint } = element;
  if (paint === undefined) return;
  const { canvas, pxPerDp } = painting;
  const radius = paint.radius === "round" ? Number.POSITIVE_INFINITY : (paint.radius ?? 0) * pxPerDp;
  if (paint.background !== undefined)
    canvas.fillRound(bounds, radius, visible, indexOf(paint.background, painting));
  if (paint.border !== undefined) {
    canvas.fillRound(
      bounds,
      radius,
      visible,
      indexOf(paint.border, painting),
      Math.max(1, Math.round(pxPerDp)),
    );
  }
  if (paint.fraction !== undefined) {
    const width = Math.round((bounds.right - bounds.left) * Math.max(0, Math.min(1, paint.fraction.value)));
    canvas.fill({ ...bounds, right: bounds.left + width }, visible, indexOf(paint.fraction.color, painting));
  }
}

function indexOf(color: Color, { canvas, night }: Painting): number {
  return canvas.color(colorValue(color, night));
}

function paddingOf(size: Size | undefined, pxPerDp: number): [number, number, number, number] {
  const padding = size?.padding ?? 0;
  const [start, top, end, bottom] =
    typeof padding === "number" ? [padding, padding, padding, padding] : padding;
  return [start * pxPerDp, top * pxPerDp, end * pxPerDp, bottom * pxPerDp];
}

function paintText(placed: Placed, arrange: Extract<Arrange, { type: "text" }>, painting: Painting): void {
  const { pxPerDp, fontScale, rtl } = painting;
  const metrics = textMetrics(arrange.style, pxPerDp, fontScale);
  const [start, top, end] = paddingOf(placed.element.size, pxPerDp);
  const left = placed.bounds.left + (rtl ? end : start);
  const right = placed.bounds.right - (rtl ? start : end);
  const color = indexOf(arrange.color, painting);
  for (const [index, line] of (placed.lines ?? []).entries()) {
    const width = lineWidth(line, metrics.sizePx, metrics.weight);
    const align = arrange.align ?? "start";
    const atRight = align === "center" ? null : (align === "end") !== rtl;
    const x = atRight === null ? (left + right - width) / 2 : atRight ? right - width : left;
    // Roboto's ascent and descent together are 1.17 em; the rest of the line is shared out above and below.
    const baseline =
      placed.bounds.top + top + index * metrics.linePx + metrics.linePx / 2 + metrics.sizePx * 0.35;
    drawLine(
      line,
      Math.round(x),
      Math.round(baseline),
      metrics.sizePx,
      metrics.weight,
      placed.visible,
      color,
      painting.canvas,
    );
  }
}

function lineWidth(line: string, sizePx: number, weight: FontWeight): number {
  let units = 0;
  for (const character of line) units += advanceOf(character.codePointAt(0) ?? 0, weight);
  return (units * sizePx) / UNITS_PER_EM;
}

function drawLine(
  line: string,
  x: number,
  baseline: number,
  sizePx: number,
  weight: FontWeight,
  clip: Rect,
  color: number,
  canvas: Canvas,
): void {
  let pen = x;
  for (const character of visualOrder(line)) {
    const codePoint = character.codePointAt(0) ?? 0;
    const mask = glyphMask(codePoint, sizePx, weight);
    if (mask !== null) canvas.fillMask(mask, Math.round(pen), baseline, clip, color);
    pen += (advanceOf(codePoint, weight) * sizePx) / UNITS_PER_EM;
  }
}

/** Characters from left to right: a line with right-to-left letters is turned around, its Latin runs kept. */
function visualOrder(line: string): string[] {
  if (!/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(line)) return [...line];
  const runs =
    line.match(/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+|[^\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+/g) ??
    [];
  return runs
    .reverse()
    .flatMap((run) =>
      /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(run) ? [...run].reverse() : [...run],
    );
}

function paintIcon(placed: Placed, arrange: Extract<Arrange, { type: "icon" }>, painting: Painting): void {
  const side = Math.round(arrange.size * painting.pxPerDp);
  const { left, right, top, bottom } = placed.bounds;
  const x = Math.round((left + right - side) / 2);
  const y = Math.round((top + bottom - side) / 2);
  painting.canvas.fillMask(
    iconMask(arrange.name, side, painting.rtl),
    x,
    y,
    placed.visible,
    indexOf(arrange.color, painting),
  );
}

/** A toast near the lower edge: it is on the picture but in no dump. */
export function paintToast(
  text: string,
  display: { width: number; height: number },
  painting: Painting,
): void {
  const { pxPerDp, fontScale, canvas } = painting;
  const metrics = textMetrics("bodyMedium", pxPerDp, fontScale);
  const lines = breakLines(text, metrics, display.width * 0.7);
  const padding = Math.round(16 * pxPerDp);
  const width = Math.max(...lines.map((line) => lineWidth(line, metrics.sizePx, metrics.weight)));
  const height = lines.length * metrics.linePx + padding;
  const bottom = display.height - Math.round(88 * pxPerDp);
  const left = Math.round((display.width - width) / 2 - padding);
  const rect = { left, top: bottom - height, right: Math.round(display.width - left), bottom };
  const clip = { left: 0, top: 0, right: display.width, bottom: display.height };
  canvas.fillRound(rect, 24 * pxPerDp, clip, indexOf("inverseSurface", painting));
  for (const [index, line] of lines.entries()) {
    const baseline = rect.top + padding / 2 + (index + 0.5) * metrics.linePx + metrics.sizePx * 0.35;
    drawLine(
      line,
      left + padding,
      Math.round(baseline),
      metrics.sizePx,
      metrics.weight,
      clip,
      indexOf("inverseOnSurface", painting),
      canvas,
    );
  }
}
