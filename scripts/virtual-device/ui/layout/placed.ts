import type { Element } from "../kit/element.ts";
import type { Measured } from "./layout.ts";

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** An element with its place on the display, in pixels. */
export interface Placed {
  element: Element;
  bounds: Rect;
  /** The part of `bounds` that can be seen: inside the window and every scroller around it. */
  visible: Rect;
  lines: string[] | null;
  scrolls: Measured["scrolls"];
  children: Placed[];
}

export function isEmpty(rect: Rect): boolean {
  return rect.right <= rect.left || rect.bottom <= rect.top;
}

export function intersect(a: Rect, b: Rect): Rect {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

export function contains(rect: Rect, x: number, y: number): boolean {
  return x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom;
}

/** Turns relative places into places on the display, mirrored for a right-to-left language. */
export function toDisplay(measured: Measured, left: number, top: number, clip: Rect, rtl: boolean): Placed {
  const bounds = { left, top, right: left + measured.width, bottom: top + measured.height };
  const visible = intersect(bounds, clip);
  return {
    element: measured.element,
    bounds,
    visible,
    lines: measured.lines,
    scrolls: measured.scrolls,
    children: measured.children.map(({ measured: child, x, y }) =>
      toDisplay(child, left + (rtl ? measured.width - x - child.width : x), top + y, visible, rtl),
    ),
  };
}

/** The element at a point that `accepts`, the innermost and last drawn first; null when there is none. */
export function hit(root: Placed, x: number, y: number, accepts: (placed: Placed) => boolean): Placed | null {
  if (!contains(root.visible, x, y)) return null;
  for (let index = root.children.length - 1; index >= 0; index--) {
    const child = root.children[index];
    const found = child === undefined ? null : hit(child, x, y, accepts);
    if (found !== null) return found;
  }
  return accepts(root) ? root : null;
}

/** Every placed element in drawing order. */
export function* everyPlaced(root: Placed): Generator<Placed> {
  yield root;
  for (const child of root.children) yield* everyPlaced(child);
}
