import type { Arrange, Element } from "../kit/element.ts";
import { type Content, type LayoutContext, type Measured, measure, px, type Room } from "./layout.ts";

/** Children one after the other: sizes first, then what is left for those with a weight. */
export function placeLinear(
  element: Element,
  arrange: Extract<Arrange, { type: "column" | "row" }>,
  axis: "vertical" | "horizontal",
  maxWidth: number,
  maxHeight: number,
  context: LayoutContext,
  room: Room,
): Content {
  const vertical = axis === "vertical";
  const items = element.children ?? [];
  const gap = px(arrange.gap ?? 0, context);
  const maxMain = vertical ? maxHeight : maxWidth;
  const maxCross = vertical ? maxWidth : maxHeight;
  const measured: (Measured | null)[] = items.map(() => null);
  let used = gap * Math.max(0, items.length - 1);
  let weights = 0;
  const measureAt = (child: Element, main: number): Measured =>
    vertical ? measure(child, maxCross, main, context) : measure(child, main, maxCross, context);
  const weighted = Number.isFinite(maxMain);
  for (const [index, child] of items.entries()) {
    const weight = child.size?.weight ?? 0;
    if (weight > 0 && weighted) {
      weights += weight;
      continue;
    }
    const one = measureAt(child, Math.max(0, maxMain - used));
    measured[index] = one;
    used += vertical ? one.height : one.width;
  }
  const left = Math.max(0, maxMain - used);
  for (const [index, child] of items.entries()) {
    if (measured[index] !== null) continue;
    const share = Math.floor((left * (child.size?.weight ?? 0)) / weights);
    const filled: Element = {
      ...child,
      size: { ...child.size, weight: 0, ...(vertical ? { height: "fill" } : { width: "fill" }) },
    };
    measured[index] = measureAt(filled, share);
    used += share;
  }
  const done = measured.filter((one): one is Measured => one !== null);
  const minMain = vertical ? room.minHeight : room.minWidth;
  const minCross = vertical ? room.minWidth : room.minHeight;
  const fillsMain = (vertical ? room.height : room.width) && Number.isFinite(maxMain);
  const fillsCross = (vertical ? room.width : room.height) && Number.isFinite(maxCross);
  const main = fillsMain ? maxMain : Math.max(used, minMain);
  let widest = minCross;
  for (const one of done) widest = Math.max(widest, vertical ? one.width : one.height);
  const cross = fillsCross ? maxCross : widest;
  const free = Math.max(0, main - used);
  const between = arrange.justify === "between" && done.length > 1 ? free / (done.length - 1) : 0;
  let position = arrange.justify === "center" ? free / 2 : arrange.justify === "end" ? free : 0;
  const children: Measured["children"] = [];
  for (const one of done) {
    const across = aligned(arrange.align ?? "start", cross - (vertical ? one.width : one.height));
    const along = Math.round(position);
    children.push({ measured: one, x: vertical ? across : along, y: vertical ? along : across });
    position += (vertical ? one.height : one.width) + gap + between;
  }
  return {
    width: vertical ? cross : main,
    height: vertical ? main : cross,
    children,
    lines: null,
    scrolls: null,
  };
}

function aligned(alignment: "start" | "center" | "end", free: number): number {
  if (alignment === "start") return 0;
  return alignment === "center" ? Math.round(free / 2) : free;
}

/** Children above each other; those that match their parent take the size the others need. */
export function placeBox(
  element: Element,
  arrange: Extract<Arrange, { type: "box" }>,
  maxWidth: number,
  maxHeight: number,
  context: LayoutContext,
  room: Room,
): Content {
  const items = element.children ?? [];
  let width = room.width ? maxWidth : room.minWidth;
  let height = room.height && Number.isFinite(maxHeight) ? maxHeight : room.minHeight;
  const measured = items.map((child) => {
    if (child.size?.matchParent === true) return null;
    const one = measure(child, maxWidth, maxHeight, context);
    width = Math.max(width, one.width);
    height = Math.max(height, one.height);
    return one;
  });
  const children = items.map((child, index) => {
    const one =
      measured[index] ??
      measure({ ...child, size: { ...child.size, width: "fill", height: "fill" } }, width, height, context);
    return {
      measured: one,
      x: aligned(arrange.alignX ?? "start", width - one.width),
      y: aligned(arrange.alignY ?? "start", height - one.height),
    };
  });
  return { width, height, children, lines: null, scrolls: null };
}
