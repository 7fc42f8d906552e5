import type { Element, Size } from "../kit/element.ts";
import { placeLazy } from "./lazy.ts";
import { placeBox, placeLinear } from "./linear.ts";
import { placeScroll } from "./scroll.ts";
import { placeText } from "./text-block.ts";

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

export interface Room {
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
