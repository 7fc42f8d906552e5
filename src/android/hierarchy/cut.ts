import type { UnreadableCode } from "./types.ts";

/** The document inside what a dump command printed: `start` to `end`, the rest is kept as prefix and suffix. */
export type Cut =
  | { status: "ok"; root: "hierarchy" | "displays"; start: number; end: number }
  | { status: "unreadable"; code: UnreadableCode; reason: string };

/**
 * Finds the XML: from the first `<?xml` or root tag to the last close tag of that root. Stack traces, linker warnings
 * and status lines may stand before or after it. Without a document the text itself says what happened.
 */
export function cutDocument(text: string): Cut {
  if (text.trim() === "") {
    return { status: "unreadable", code: "EMPTY", reason: "the dump is empty" };
  }
  const first = /<\?xml\b|<(?:hierarchy|displays)[\s/>]/.exec(text);
  const rootTag = first && /<(hierarchy|displays)([\s/>])/.exec(text.slice(first.index, first.index + 4096));
  if (!first || !rootTag) return withoutDocument(text);
  const root = rootTag[1] === "displays" ? "displays" : "hierarchy";
  const close = `</${root}>`;
  const last = text.lastIndexOf(close);
  if (last >= 0) return { status: "ok", root, start: first.index, end: last + close.length };
  const empty = new RegExp(`<${root}[^<>]*/>`).exec(text.slice(first.index));
  if (empty) {
    return { status: "ok", root, start: first.index, end: first.index + empty.index + empty[0].length };
  }
  return { status: "unreadable", code: "TRUNCATED", reason: `the dump ends before ${close}` };
}

const MESSAGES: [RegExp, UnreadableCode, string][] = [
  [/could not get idle state/, "NOT_IDLE", "the screen was never idle: uiautomator could not get idle state"],
  [/null root node/, "NULL_ROOT", "uiautomator got no root node: no window was active"],
  [/already registered/, "ALREADY_REGISTERED", "another UiAutomation client is registered on the device"],
  [/^\s*Killed\s*(?:$|\n)/m, "KILLED", "uiautomator was killed"],
];

function withoutDocument(text: string): Cut {
  for (const [pattern, code, reason] of MESSAGES) {
    if (pattern.test(text)) return { status: "unreadable", code, reason };
  }
  const line = text
    .trim()
    .split("\n")[0]!
    .slice(0, 120)
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, " ");
  return { status: "unreadable", code: "NO_XML", reason: `no XML document, only: ${line}` };
}
