import type { Stumble } from "../result.ts";

export interface PatternOptions {
  failurePatterns: readonly string[];
  ignoredFailurePatterns: readonly string[];
}

/**
 * Whether one tool result is a stumble: an error, or a text that holds a failure pattern. A result that holds an
 * ignored pattern is none. Patterns are plain substrings, case-sensitive.
 */
export function classifyResult(
  texts: readonly string[],
  isError: boolean,
  options: PatternOptions,
): { kind: Stumble["kind"]; pattern: string | null } | null {
  const holds = (pattern: string): boolean => pattern !== "" && texts.some((text) => text.includes(pattern));
  const pattern = options.failurePatterns.find(holds) ?? null;
  if (!isError && pattern === null) return null;
  if (options.ignoredFailurePatterns.some(holds)) return null;
  return { kind: isError ? "error" : "pattern", pattern };
}

/** An excerpt around the pattern, or the beginning. */
export function stumbleExcerpt(texts: readonly string[], pattern: string | null, max: number): string {
  const text = texts.find((candidate) => pattern !== null && candidate.includes(pattern)) ?? texts[0] ?? "";
  const at = pattern === null ? -1 : text.indexOf(pattern);
  if (at <= max / 2) return text.slice(0, max);
  const from = Math.max(0, at - Math.floor(max / 4));
  return `…${text.slice(from, from + max)}`;
}
