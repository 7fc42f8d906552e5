import type { IconName } from "../../picture/icons.ts";
import type { Alignment, Color, Element, Size, TextStyle } from "../element.ts";

/** What accessibility calls everything that has no class of its own. */
export const VIEW = "android.view.View";

export interface ContainerOptions {
  gap?: number;
  align?: Alignment;
  justify?: Alignment | "between";
  size?: Size;
  /** Becomes the resource id; makes the container visible to accessibility. */
  testTag?: string;
}

/** Children below each other. */
export function column(options: ContainerOptions, ...children: Element[]): Element {
  return linear("column", options, children);
}

/** Children beside each other. */
export function row(options: ContainerOptions, ...children: Element[]): Element {
  return linear("row", { align: "center", ...options }, children);
}

function linear(type: "column" | "row", options: ContainerOptions, children: Element[]): Element {
  const { gap = 0, align = "start", justify = "start", size, testTag } = options;
  return {
    arrange: { type, gap, align, justify },
    ...(size === undefined ? {} : { size }),
    ...(testTag === undefined ? {} : { semantics: { className: VIEW, resourceId: testTag } }),
    children,
  };
}

/** Empty room of a size in dp. */
export function spacer(size: Size): Element {
  return { arrange: { type: "box" }, size };
}

export interface TextOptions {
  style?: TextStyle;
  color?: Color;
  testTag?: string;
  align?: Alignment;
  size?: Size;
  maxLines?: number;
}

/** A Compose Text. */
export function text(value: string, options: TextOptions = {}): Element {
  const { style = "bodyLarge", color = "onSurface", testTag, align, size, maxLines } = options;
  return {
    arrange: {
      type: "text",
      value,
      style,
      color,
      ...(align === undefined ? {} : { align }),
      ...(maxLines === undefined ? {} : { maxLines }),
    },
    ...(size === undefined ? {} : { size }),
    semantics: {
      className: "android.widget.TextView",
      text: value,
      ...(testTag === undefined ? {} : { resourceId: testTag }),
    },
  };
}

/** A picture without meaning of its own, unless `description` is given. */
export function icon(
  name: IconName,
  options: { color?: Color; size?: number; description?: string } = {},
): Element {
  const { color = "onSurfaceVariant", size = 24, description } = options;
  return {
    arrange: { type: "icon", name, color, size },
    ...(description === undefined ? {} : { semantics: { className: VIEW, contentDesc: description } }),
  };
}
