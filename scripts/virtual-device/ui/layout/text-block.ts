import { textWidth } from "../font/font.ts";
import type { Arrange } from "../kit/element.ts";
import type { Content, LayoutContext, Room } from "./layout.ts";
import { breakLines, textMetrics } from "./text.ts";

/** A text broken into lines. */
export function placeText(
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
