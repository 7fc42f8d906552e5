import type { Element, Size } from "../element.ts";
import { column, VIEW } from "./basics.ts";

/** A column that scrolls when its content is higher than its room. */
export function scrollColumn(
  options: { key: string; gap?: number; size?: Size; testTag?: string; padding?: number },
  ...children: Element[]
): Element {
  const { key, gap = 16, size = {}, testTag, padding = 16 } = options;
  return {
    arrange: { type: "scroll", key, axis: "vertical" },
    size: { width: "fill", weight: 1, ...size },
    semantics: {
      className: "android.widget.ScrollView",
      ...(testTag === undefined ? {} : { resourceId: testTag }),
    },
    children: [column({ gap, size: { width: "fill", padding } }, ...children)],
  };
}

/** A list that builds only the rows on the screen. */
export function lazyColumn(options: {
  key: string;
  count: number;
  item(index: number): Element;
  gap?: number;
  size?: Size;
  testTag?: string;
}): Element {
  const { key, count, item, gap = 0, size = {}, testTag } = options;
  return {
    arrange: { type: "lazy", key, count, gap, item },
    size: { width: "fill", weight: 1, ...size },
    semantics: { className: VIEW, ...(testTag === undefined ? {} : { resourceId: testTag }) },
  };
}
