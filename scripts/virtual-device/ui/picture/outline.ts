import { LEVELS, type Mask } from "./canvas.ts";

/** How outline coordinates become pixels. */
export interface Transform {
  scale: number;
  /** Fonts count y upwards. */
  flipY: boolean;
  /** Overlapping parts of a glyph add up; a picture's inner contours are holes. */
  rule: "nonzero" | "evenodd";
}

/** Straight pieces of a quadratic curve: enough for glyphs of a few dozen pixels. */
const CURVE_STEPS = 4;

/** Lines of an outline in pixels: x0 y0 x1 y1 each. */
function lines(outline: string, { scale, flipY }: Transform): number[] {
  const out: number[] = [];
  const sy = flipY ? -scale : scale;
  let x = 0;
  let y = 0;
  let startX = 0;
  let startY = 0;
  const lineTo = (toX: number, toY: number): void => {
    out.push(x, y, toX, toY);
    x = toX;
    y = toY;
  };
  for (const [, command = "", numbers = ""] of outline.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = numbers.trim().split(/ +/).map(Number);
    if (command === "M") {
      x = startX = a * scale;
      y = startY = b * sy;
    } else if (command === "L") lineTo(a * scale, b * sy);
    else if (command === "Z") lineTo(startX, startY);
    else {
      const [fromX, fromY] = [x, y];
      for (let step = 1; step <= CURVE_STEPS; step++) {
        const t = step / CURVE_STEPS;
        const u = 1 - t;
        lineTo(
          u * u * fromX + 2 * u * t * a * scale + t * t * c * scale,
          u * u * fromY + 2 * u * t * b * sy + t * t * d * sy,
        );
      }
    }
  }
  return out;
}

/**
 * Fills an outline with exact area coverage: each edge adds its signed area to the pixels it crosses, and a running sum
 * along the row gives the winding (the accumulation buffer of the font-rs rasteriser).
 */
export function fillOutline(outline: string, transform: Transform): Mask {
  const edges = lines(outline, transform);
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < edges.length; at += 2) {
    const x = edges[at] ?? 0;
    const y = edges[at + 1] ?? 0;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (edges.length === 0) return { left: 0, top: 0, width: 0, height: 0, coverage: new Uint8Array() };
  const originX = Math.floor(left);
  const originY = Math.floor(top);
  const width = Math.ceil(right) - originX + 1;
  const height = Math.ceil(bottom) - originY + 1;
  const sums = new Float32Array(width * height + 2);
  for (let at = 0; at < edges.length; at += 4) {
    addEdge(
      sums,
      width,
      height,
      (edges[at] ?? 0) - originX,
      (edges[at + 1] ?? 0) - originY,
      (edges[at + 2] ?? 0) - originX,
      (edges[at + 3] ?? 0) - originY,
    );
  }
  const coverage = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    let winding = 0;
    for (let x = 0; x < width; x++) {
      winding += sums[y * width + x] ?? 0;
      const inside = Math.abs(winding);
      const share =
        transform.rule === "nonzero" ? Math.min(1, inside) : Math.abs(inside - 2 * Math.round(inside / 2));
      coverage[y * width + x] = Math.round(share * LEVELS);
    }
  }
  return { left: originX, top: originY, width, height, coverage };
}

function addEdge(
  sums: Float32Array,
  width: number,
  height: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): void {
  if (y0 === y1) return;
  const down = y0 < y1;
  const [topX, topY, bottomX, bottomY] = down ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
  const direction = down ? 1 : -1;
  const slope = (bottomX - topX) / (bottomY - topY);
  const lastRow = Math.min(height - 1, Math.ceil(bottomY) - 1);
  for (let row = Math.max(0, Math.floor(topY)); row <= lastRow; row++) {
    const from = Math.max(topY, row);
    const to = Math.min(bottomY, row + 1);
    const xFrom = topX + (from - topY) * slope;
    const xTo = topX + (to - topY) * slope;
    addRow(sums, row * width, Math.min(xFrom, xTo), Math.max(xFrom, xTo), (to - from) * direction);
  }
}

/** Adds the area to the right of a piece of an edge that crosses one row between `from` and `to`. */
function addRow(sums: Float32Array, start: number, from: number, to: number, area: number): void {
  const first = Math.floor(from);
  const last = Math.floor(to);
  const add = (x: number, value: number): void => {
    sums[start + x] = (sums[start + x] ?? 0) + value;
  };
  if (first === last) {
    const middle = (from + to) / 2 - first;
    add(first, area * (1 - middle));
    add(first + 1, area * middle);
    return;
  }
  // Over several pixels: the covered area grows along the edge; what each pixel adds is the difference to the one before.
  const perPixel = area / (to - from);
  let before = 0;
  for (let x = first; x <= last; x++) {
    const enter = Math.max(from, x);
    const leave = Math.min(to, x + 1);
    const crossed = perPixel * (leave - enter);
    const above = perPixel * (enter - from);
    const covered = above + crossed * (x + 1 - (enter + leave) / 2) - 0;
    add(x, covered - before);
    before = covered;
  }
  add(last + 1, area - before);
}
