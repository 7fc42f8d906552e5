import { column, scrollColumn, topBar } from "../../ui/kit/compose.ts";
import type { Element } from "../../ui/kit/element.ts";

/** The root of a destination: its test tag is how tools tell screens apart. */
export function destination(name: string, ...children: Element[]): Element {
  return column({ size: { width: "fill", height: "fill" }, testTag: `navigation.${name}` }, ...children);
}

/** A destination with a title, a way back and content that scrolls. */
export function page(
  options: { destination: string; title: string; tag: string; onBack(): void },
  ...children: Element[]
): Element {
  const { title, tag, onBack } = options;
  return destination(
    options.destination,
    topBar({ title, onBack, backTag: `${tag}_back` }),
    scrollColumn({ key: `${tag}_content`, testTag: `${tag}_content` }, ...children),
  );
}
