import { measure } from "../compare/measures.ts";
import { summarise } from "../compare/summary.ts";
import type { RunResult } from "../result.ts";
import { renderJson } from "./json.ts";
import { renderMeasures } from "./measures.ts";
import { renderSummary } from "./summary.ts";
import { renderText, type TextOptions } from "./text.ts";
import { renderTrials } from "./trials.ts";

/** Turns finished runs into one document. */
export type Reporter = (results: readonly RunResult[], options: TextOptions) => string;

/** Every reporter by the name it is asked for. */
export const REPORTERS = {
  text: (results, options) =>
    [
      ...toldInFull(results).map((result) => renderText(result, options)),
      ...(results.length > 1
        ? [
            renderSummary(results, options),
            renderTrials(summarise(results), options),
            renderMeasures(measure(results), options),
          ]
        : []),
    ]
      .filter((section) => section !== "")
      .join("\n"),
  json: renderJson,
} as const satisfies Record<string, Reporter>;

/** Beyond this many, trials that passed stand only in the summary: each has its own result.json and page. */
const MOST_TRIALS_IN_FULL = 4;

function toldInFull(results: readonly RunResult[]): readonly RunResult[] {
  const trials = results.some(({ run }) => run.trial !== null);
  if (!trials || results.length <= MOST_TRIALS_IN_FULL) return results;
  return results.filter(({ verdict }) => verdict !== "passed").slice(0, MOST_TRIALS_IN_FULL);
}
