import type { Arrange } from "../kit/element.ts";
import { type Content, type LayoutContext, type Measured, measure, px } from "./layout.ts";

/**
 * Lays out the rows of a lazy list that are on the screen, and only those. The position is the first visible row and
 * the pixels scrolled into it, as in Compose's LazyListState; it is corrected at both ends of the list.
 */
export function placeLazy(
  arrange: Extract<Arrange, { type: "lazy" }>,
  maxWidth: number,
  maxHeight: number,
  context: LayoutContext,
): Content {
  const gap = px(arrange.gap ?? 0, context);
  const rows = new Map<number, Measured>();
  const row = (index: number): Measured => {
    const known = rows.get(index);
    if (known !== undefined) return known;
    const one = measure(arrange.item(index), maxWidth, Number.POSITIVE_INFINITY, context);
    rows.set(index, one);
    return one;
  };
  let { index, offset } = context.scroll.get(arrange.key) ?? { index: 0, offset: 0 };
  index = Math.max(0, Math.min(index, arrange.count - 1));
  while (offset < 0 && index > 0) {
    index--;
    offset += row(index).height + gap;
  }
  offset = Math.max(0, offset);
  while (index < arrange.count - 1 && offset >= row(index).height + gap) {
    offset -= row(index).height + gap;
    index++;
  }
  let bottom = -offset;
  for (let next = index; next < arrange.count && bottom < maxHeight; next++) bottom += row(next).height + gap;
  bottom -= gap;
  let missing = maxHeight - bottom;
  const reachesEnd = arrange.count > 0 && missing > 0;
  if (reachesEnd) {
    // Blank room below the last row: show more of what is above it instead.
    const back = Math.min(offset, missing);
    offset -= back;
    missing -= back;
    while (missing > 0 && index > 0) {
      index--;
      const height = row(index).height + gap;
      offset = Math.max(0, height - missing);
      missing -= height;
    }
  }
  const children: Measured["children"] = [];
  let y = -offset;
  let next = index;
  for (; next < arrange.count && y < maxHeight; next++) {
    const one = row(next);
    children.push({ measured: one, x: 0, y });
    y += one.height + gap;
  }
  context.scroll.set(arrange.key, { index, offset });
  const canScroll = index > 0 || offset > 0 || next < arrange.count || y - gap > maxHeight;
  return {
    width: maxWidth,
    height: maxHeight,
    children,
    lines: null,
    scrolls: { key: arrange.key, axis: "vertical", canScroll },
  };
}
