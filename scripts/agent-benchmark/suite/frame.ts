import { neutralise } from "../report/neutralise.ts";

/** Widest part of a source line that is shown, in characters. */
const WINDOW = 100;

export interface Position {
  /** 1-based. */
  line: number;
  /** 1-based, in UTF-16 units as editors count. */
  column: number;
}

/** Turns offsets of a text into positions. */
export function positionFinder(text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    const bounded = Math.max(0, Math.min(offset, text.length));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= bounded) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: bounded - (starts[low] ?? 0) + 1 };
  };
}

/** The source line at `position` with carets under `length` characters of it; long lines are cut around the caret. */
export function sourceFrame(text: string, position: Position, length: number): string {
  const source = lineAt(text, position.line);
  const column = Math.min(position.column - 1, source.length);
  const from = Math.max(0, Math.min(column - WINDOW / 2, source.length - WINDOW));
  const to = Math.min(source.length, from + WINDOW);
  const before = `${from > 0 ? "…" : ""}${neutralise(source.slice(from, column))}`;
  const marked = neutralise(source.slice(column, Math.min(column + Math.max(1, length), to)));
  const after = `${neutralise(source.slice(Math.min(column + Math.max(1, length), to), to))}${to < source.length ? "…" : ""}`;
  const gutter = String(position.line);
  return [
    `  ${gutter} | ${before}${marked}${after}`,
    `  ${" ".repeat(gutter.length)} | ${" ".repeat(Bun.stringWidth(before))}${"^".repeat(Math.max(1, Bun.stringWidth(marked)))}`,
  ].join("\n");
}

function lineAt(text: string, line: number): string {
  let start = 0;
  for (let skip = 1; skip < line; skip++) start = text.indexOf("\n", start) + 1;
  const end = text.indexOf("\n", start);
  return text.slice(start, end === -1 ? text.length : end).replace(/\r$/, "");
}
