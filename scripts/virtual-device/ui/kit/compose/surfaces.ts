import type { Element } from "../element.ts";
import { type ContainerOptions, row, text, VIEW } from "./basics.ts";

/** A Material card. */
export function card(
  options: ContainerOptions & { onTap?(): void; onLongPress?(): void },
  ...children: Element[]
): Element {
  const { gap = 8, align = "start", size, testTag, onTap, onLongPress } = options;
  return {
    arrange: { type: "column", gap, align },
    size: { width: "fill", padding: 16, ...size },
    paint: { background: "surfaceVariant", radius: 12 },
    semantics: { className: VIEW, ...(testTag === undefined ? {} : { resourceId: testTag }) },
    ...(onTap === undefined
      ? {}
      : { actions: { onTap, ...(onLongPress === undefined ? {} : { onLongPress }) } }),
    children,
  };
}

/** A Material alert dialog's content; the runtime shows it in a window of its own. */
export function alertDialog(options: {
  title: string;
  body: string;
  actions: Element[];
  testTag?: string;
}): Element {
  return {
    arrange: { type: "column", gap: 16 },
    size: { width: 312, padding: 24 },
    paint: { background: "surfaceVariant", radius: 28 },
    semantics: { className: VIEW, ...(options.testTag === undefined ? {} : { resourceId: options.testTag }) },
    children: [
      text(options.title, { style: "headlineSmall" }),
      text(options.body, { style: "bodyMedium", color: "onSurfaceVariant" }),
      row({ size: { width: "fill" }, justify: "end", gap: 8 }, ...options.actions),
    ],
  };
}
