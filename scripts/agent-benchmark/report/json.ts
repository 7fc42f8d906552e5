import type { RunResult } from "../result.ts";

/** Exactly one JSON document: the result of one run, an array of several. */
export function renderJson(results: readonly RunResult[]): string {
  const [only] = results;
  return jsonDocument(results.length === 1 ? only : results);
}

/**
 * A value as a JSON document of its own lines. Characters that a terminal would act on are written as \u escapes, which mean the
 * same to every reader of JSON.
 */
export function jsonDocument(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )}\n`;
}
