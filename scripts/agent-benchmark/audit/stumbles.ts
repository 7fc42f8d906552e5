import type { Stumble } from "../result.ts";

/** Finds the first pattern that a text holds; null when it holds none. */
export type PatternFinder = (text: string) => string | null;

/**
 * Prepares a search for plain, case-sensitive substrings. One regular expression for all of them is more than twice
 * as fast as a search for each, and most results hold none.
 */
export function createPatternFinder(patterns: readonly string[]): PatternFinder {
  const real = patterns.filter((pattern) => pattern !== "");
  if (real.length === 0) return () => null;
  const any = new RegExp(real.map((pattern) => pattern.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"));
  return (text) => (any.test(text) ? (real.find((pattern) => text.includes(pattern)) ?? null) : null);
}

/**
 * Whether one tool result is a stumble: an error, or a text that holds a failure pattern. A result that holds an
 * ignored pattern is none. `whole` is the text behind a preview.
 */
export function classifyResult(
  text: string,
  whole: string | null,
  isError: boolean,
  finders: { failure: PatternFinder; ignored: PatternFinder },
): { kind: Stumble["kind"]; pattern: string | null } | null {
  const find = (finder: PatternFinder): string | null =>
    finder(text) ?? (whole === null ? null : finder(whole));
  const pattern = find(finders.failure);
  if (!isError && pattern === null) return null;
  if (find(finders.ignored) !== null) return null;
  return { kind: isError ? "error" : "pattern", pattern };
}

/** An excerpt around the pattern, or the beginning. */
export function stumbleExcerpt(
  text: string,
  whole: string | null,
  pattern: string | null,
  max: number,
): string {
  const source = pattern !== null && whole !== null && !text.includes(pattern) ? whole : text;
  const at = pattern === null ? -1 : source.indexOf(pattern);
  if (at <= max / 2) return source.slice(0, max);
  const from = Math.max(0, at - Math.floor(max / 4));
  return `…${source.slice(from, from + max)}`;
}
