import { textWidth } from "../font/font.ts";
import type { Arrange, Element, Size } from "../kit/element.ts";
import { placeLazy } from "./lazy.ts";
import { breakLines, textMetrics } from "./text.ts";

/** What a layout depends on besides the tree. */
export interface LayoutContext {
  pxPerDp: number;
  fontScale: number;
  rtl: boolean;
  /** Scroll positions by key, read and, when out of range, corrected. */
  scroll: Map<string, ScrollPosition>;
}

/** Pixels for a scrolled column or row; first visible row plus pixels into it for a lazy list. */
export interface ScrollPosition {
  index: number;
  offset: number;
}

/** A measured element with its children's places relative to it. */
export interface Measured {
  element: Element;
  width: number;
  height: number;
  children: { measured: Measured; x: number; y: number }[];
  lines: string[] | null;
  scrolls: { key: string; axis: "vertical" | "horizontal"; canScroll: boolean } | null;
}

/** Pixels of a length in dp. */
export function px(dp: number, context: LayoutContext): number {
  return Math.round(dp * context.pxPerDp);
}

/** Size and relative places of an element and everything in it, within the room offered (Infinity inside a scroller). */
export function measure(
  element: Element,
  maxWidth: number,
  maxHeight: number,
  context: LayoutContext,
): Measured {
  const size = element.size ?? {};
  const [start, top, end, bottom] = paddingOf(size, context);
  const ownWidth = fixed(size.width, maxWidth, context);
  const ownHeight = fixed(size.height, maxHeight, context);
  const innerWidth = Math.max(0, (ownWidth ?? maxWidth) - start - end);
  const innerHeight = Math.max(0, (ownHeight ?? maxHeight) - top - bottom);
  const content = place(element, innerWidth, innerHeight, context, {
    width: ownWidth !== null,
    height: ownHeight !== null,
    minWidth: Math.max(0, px(size.minWidth ?? 0, context) - start - end),
    minHeight: Math.max(0, px(size.minHeight ?? 0, context) - top - bottom),
  });
  const width = Math.min(maxWidth, ownWidth ?? content.width + start + end);
  const height = Math.min(maxHeight, ownHeight ?? content.height + top + bottom);
  for (const child of content.children) {
    child.x += start;
    child.y += top;
  }
  return {
    element,
    width,
    height,
    children: content.children,
    lines: content.lines,
    scrolls: content.scrolls,
  };
}

export interface Content {
  width: number;
  height: number;
  children: Measured["children"];
  lines: string[] | null;
  scrolls: Measured["scrolls"];
}

interface Room {
  /** The element's own size is given: content is laid out in all of it. */
  width: boolean;
  height: boolean;
  minWidth: number;
  minHeight: number;
}

function paddingOf(size: Size, context: LayoutContext): [number, number, number, number] {
  const padding = size.padding ?? 0;
  if (typeof padding === "number") {
    const all = px(padding, context);
    return [all, all, all, all];
  }
  return [px(padding[0], context), px(padding[1], context), px(padding[2], context), px(padding[3], context)];
}

function fixed(length: number | "fill" | undefined, max: number, context: LayoutContext): number | null {
  if (length === undefined) return null;
  if (length === "fill") return Number.isFinite(max) ? max : null;
  return Math.min(max, px(length, context));
}

function place(
  element: Element,
  maxWidth: number,
  maxHeight: number,
  context: LayoutContext,
  room: Room,
): Content {
  const arrange = element.arrange;
  switch (arrange.type) {
    case "text":
      return placeText(arrange, maxWidth, maxHeight, context, room);
    case "icon": {
      const side = px(arrange.size, context);
      return leaf(Math.max(side, room.minWidth), Math.max(side, room.minHeight));
    }
    case "column":
      return placeLinear(element, arrange, "vertical", maxWidth, maxHeight, context, room);
    case "row":
      return placeLinear(element, arrange, "horizontal", maxWidth, maxHeight, context, room);
    case "box":
      return placeBox(element, arrange, maxWidth, maxHeight, context, room);
    case "scroll":
      return placeScroll(element, arrange, maxWidth, maxHeight, context, room);
    case "lazy":
      return placeLazy(arrange, maxWidth, maxHeight, context);
  }
}

function leaf(width: number, height: number): Content {
  return { width, height, children: [], lines: null, scrolls: null };
}

function placeText(
  arrange: Extract<Arrange, { type: "text" }>,
  maxWidth: number,
  maxHeight: number,
  context: LayoutContext,
  room: Room,
): Content {
  const metrics = textMetrics(arrange.style, context.pxPerDp, context.fontScale);
  let lines = breakLines(arrange.value, metrics, maxWidth);
  if (arrange.maxLines !== undefined && lines.length > arrange.maxLines) {
    lines = lines.slice(0, arrange.maxLines);
    lines[lines.length - 1] = `${lines[lines.length - 1]?.slice(0, -1) ?? ""}…`;
  }
  let widest = 0;
  for (const line of lines) widest = Math.max(widest, textWidth(line, metrics.sizePx, metrics.weight));
  return {
    width: Math.max(room.minWidth, Math.min(maxWidth, Math.ceil(widest))),
    height: Math.max(room.minHeight, Math.min(maxHeight, lines.length * metrics.linePx)),
    children: [],
    lines,
    scrolls: null,
  };
}

function placeLinear(
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

function placeBox(
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

function placeScroll(
  element: Element,
  arrange: Extract<Arrange, { type: "scroll" }>,
  maxWidth: number,
  maxHeight: number,
  context: LayoutContext,
  room: Room,
): Content {
  const vertical = arrange.axis === "vertical";
  const inner: Element = {
    ...element,
    arrange: { type: vertical ? "column" : "row", gap: arrange.gap ?? 0 },
  };
  const content = vertical
    ? placeLinear(
        inner,
        { type: "column", gap: arrange.gap ?? 0 },
        "vertical",
        maxWidth,
        Number.POSITIVE_INFINITY,
        context,
        {
          ...room,
          height: false,
        },
      )
    : placeLinear(
        inner,
        { type: "row", gap: arrange.gap ?? 0 },
        "horizontal",
        Number.POSITIVE_INFINITY,
        maxHeight,
        context,
        {
          ...room,
          width: false,
        },
      );
  const total = vertical ? content.height : content.width;
  const view = Math.min(total, vertical ? maxHeight : maxWidth);
  const size = (vertical ? room.height : room.width) ? (vertical ? maxHeight : maxWidth) : view;
  const end = Math.max(0, total - size);
  const known = context.scroll.get(arrange.key)?.offset ?? 0;
  const offset = Math.max(0, Math.min(end, known));
  context.scroll.set(arrange.key, { index: 0, offset });
  for (const child of content.children) {
    if (vertical) child.y -= offset;
    else child.x -= offset;
  }
  return {
    width: vertical ? content.width : size,
    height: vertical ? size : content.height,
    children: content.children,
    lines: null,
    scrolls: { key: arrange.key, axis: arrange.axis, canScroll: end > 0 },
  };
}
