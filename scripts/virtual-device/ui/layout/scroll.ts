import type { Arrange, Element } from "../kit/element.ts";
import type { Content, LayoutContext, Room } from "./layout.ts";
import { placeLinear } from "./linear.ts";

/** A row or column in a window onto it. The position is corrected when it is out of range. */
export function placeScroll(
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
