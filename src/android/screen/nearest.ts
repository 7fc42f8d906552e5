import leven from "leven";
import { toRows } from "./rows.ts";
import type { Selector } from "./select.ts";
import { normalizeText } from "./text.ts";
import type { Row, Screen } from "./types.ts";

/** The rows most like what a selector asked for, best first: for the message of a miss. */
export function nearestRows(screen: Screen, selector: Selector, count = 3): Row[] {
  const wanted = [selector.elementId, selector.testTag, selector.text, ...(selector.textAny ?? [])]
    .filter((text) => text !== undefined)
    .map(simplify);
  const { skeleton, context } = toRows(screen);
  const scored = [...skeleton, ...context]
    .map((row, order) => ({ row, order, score: Math.min(...wanted.map((text) => distance(row, text))) }))
    .filter(({ score }) => Number.isFinite(score));
  scored.sort((a, b) => a.score - b.score || a.order - b.order);
  return scored.slice(0, count).map(({ row }) => row);
}

function distance(row: Row, wanted: string): number {
  const names = [row.elementId?.slice(row.elementId.indexOf("/") + 1), row.label, row.sublabel];
  const scores = names.filter((name) => name !== undefined).map((name) => similarity(simplify(name), wanted));
  return Math.min(Number.POSITIVE_INFINITY, ...scores);
}

/** 0 (equal) to 1 (nothing in common): edit distance per character, better when words are shared. */
function similarity(name: string, wanted: string): number {
  if (name === "" || wanted === "") return 1;
  const a = name.slice(0, 80);
  const b = wanted.slice(0, 80);
  const edits = leven(a, b) / Math.max(a.length, b.length);
  const words = new Set(a.split(" "));
  const shared = b.split(" ").filter((word) => word.length > 2 && words.has(word)).length;
  return edits - 0.3 * (shared / b.split(" ").length);
}

function simplify(text: string): string {
  return normalizeText(text)
    .toLowerCase()
    .replace(/[_./:-]+/g, " ");
}
