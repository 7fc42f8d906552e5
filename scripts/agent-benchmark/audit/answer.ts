import type { Check } from "../result.ts";
import { excerptAround, findStandAlone, foldCase, normalizeText } from "./text-match.ts";

const EXCERPT = 300;

/** A word with a letter in it, a colon, a value: `EXPECTED_COUNT: 3`. Addresses (app://x) are no such line. */
const KEY_VALUE = /^(?=[^: ]*\p{L})[\p{L}\p{M}\p{N}_.-]+ ?:(?!\/\/) ?\S/u;

/** A line (normalised) that only opens or closes a code fence, with or without a language. */
const FENCE = /^(?:`{3,}|~{3,}) ?[\p{L}\p{N}_+.#-]*$/u;

/** Whether an expected string is a `KEY: value` line, which must close the reply. */
export function isKeyValue(expected: string): boolean {
  return KEY_VALUE.test(plainLine(expected));
}

/** A text on one line, without backticks. */
function plainLine(text: string): string {
  return normalizeText(text.replaceAll("`", "")).replaceAll("\n", " ");
}

/** What a line says apart from case, spacing, backticks and a trailing period. */
function foldLine(line: string): string {
  return foldCase(plainLine(line).replace(/ ?[.。]$/u, ""))
    .replace(/ ?: ?/, ":")
    .trim();
}

/** The reply's lines, normalised, without blank ones and code fences. */
function contentLines(reply: string): string[] {
  return reply
    .split(/\r\n?|\n/)
    .map((line) => normalizeText(line).replaceAll("\n", " "))
    .filter((line) => plainLine(line) !== "" && !FENCE.test(line));
}

/**
 * Checks the final reply. `KEY: value` strings must be its last nonblank lines in this order, each alone on its line;
 * any other string must stand alone somewhere in it. Case is ignored. One check for each expected string, in order.
 */
export function matchAnswer(reply: string | null, expected: readonly string[]): Check[] {
  const keyLines = expected.filter(isKeyValue);
  const lines = reply === null ? [] : contentLines(reply);
  const text = reply === null ? "" : normalizeText(reply);
  const folded = foldCase(text);
  let position = 0;
  return expected.map((wanted) => {
    if (reply === null) return failed(wanted, null, "Claude gave no final reply.");
    if (!isKeyValue(wanted)) return checkText(wanted, text, folded);
    const fromEnd = keyLines.length - position;
    position += 1;
    return checkLine(wanted, lines, fromEnd);
  });
}

function checkText(wanted: string, text: string, folded: string): Check {
  const needle = foldCase(normalizeText(wanted));
  const at = findStandAlone(folded, needle);
  if (at !== -1) return passed(wanted, excerptAround(text, at, EXCERPT));
  const inside = needle === "" ? -1 : folded.indexOf(needle);
  if (inside !== -1) {
    const reason = "The reply holds the text only as a part of a longer word or number.";
    return failed(wanted, excerptAround(text, inside, EXCERPT), reason);
  }
  const reason = text === "" ? "The final reply is empty." : "The final reply does not hold the text.";
  return failed(wanted, excerptAround(text, text.length, EXCERPT), reason);
}

function checkLine(wanted: string, lines: readonly string[], fromEnd: number): Check {
  const line = lines[lines.length - fromEnd];
  const place = fromEnd === 1 ? "last line" : `line ${fromEnd} from the end`;
  if (line === undefined) {
    const reason =
      lines.length === 0
        ? "The final reply is empty."
        : `The reply has only ${lines.length} nonblank line${lines.length === 1 ? "" : "s"}; this one is missing.`;
    return failed(wanted, excerptAround(lines.join("\n"), 0, EXCERPT), reason);
  }
  const folded = foldLine(line);
  const wantedFolded = foldLine(wanted);
  const observed = excerptAround(line, 0, EXCERPT);
  if (folded === wantedFolded) return passed(wanted, observed);
  if (lines.some((other) => foldLine(other) === wantedFolded)) {
    return failed(wanted, observed, `The line is in the reply, but not where it must be: as its ${place}.`);
  }
  return failed(wanted, observed, `The reply's ${place} says something else.`);
}

function passed(expected: string, observed: string): Check {
  return { kind: "answer", expected, passed: true, observed, reason: null, evidence: null };
}

function failed(expected: string, observed: string | null, reason: string): Check {
  return { kind: "answer", expected, passed: false, observed, reason, evidence: null };
}
