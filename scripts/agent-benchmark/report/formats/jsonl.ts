import type { RunResult } from "../../result.ts";

/** One whole result on each line (https://jsonlines.org); line separators that JSON allows within text are escaped. */
export function renderJsonl(results: readonly RunResult[]): string {
  return results
    .map(
      (result) =>
        `${JSON.stringify(result).replace(/[\u0085\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`,
    )
    .join("");
}
