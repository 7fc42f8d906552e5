import { type SuiteSummary, summarise } from "../../compare/summary.ts";
import type { RunResult } from "../../result.ts";
import { excerpt } from "../neutralise.ts";
import { percent, percentInterval } from "../rates.ts";
import { embeddedWords, metricValue } from "../words.ts";
import { failureLines, runName } from "./run-words.ts";

const SIGNS = { passed: "✅", failed: "❌", incomplete: "⚠️" } as const;
/** Runs told in detail; a job summary holds at most 1 MiB. */
const MOST_DETAILS = 50;
const MEDIANS = ["turns", "toolCalls", "costUsd", "wallClockSeconds"] as const;

/** A GitHub job summary: one row for each suite with medians over judged runs, then each run that did not pass with its reasons. */
export function renderGithub(results: readonly RunResult[]): string {
  const count = (verdict: RunResult["verdict"]) => results.filter((run) => run.verdict === verdict).length;
  const bad = results.filter(({ verdict }) => verdict !== "passed");
  const embedded = new Set(results.map(({ run }) => embeddedWords(run)).filter((words) => words !== null));
  const left = bad.length - MOST_DETAILS;
  return [
    "## Mobile agent benchmark",
    "",
    `${SIGNS.passed} ${count("passed")} passed, ${SIGNS.failed} ${count("failed")} failed, ${SIGNS.incomplete} ${count("incomplete")} incomplete`,
    ...[...embedded].flatMap((words) => ["", `_${words}_`]),
    "",
    "| Suite | Passed | Rate (95% interval) | Turns | Tool calls | Cost | Wall clock |",
    "| --- | --- | --- | --: | --: | --: | --: |",
    ...summarise(results).map(row),
    "",
    ...(bad.length > 0 ? ["### What did not pass", "", ...bad.slice(0, MOST_DETAILS).flatMap(details)] : []),
    ...(left > 0 ? [`and ${left} more runs.`] : []),
    "",
  ].join("\n");
}

function row(summary: SuiteSummary): string {
  const { suite, passed, failed, incomplete, rate, interval, flaky, metrics } = summary;
  const judged = `${passed} of ${passed + failed}`;
  const cells = [
    `${text(suite, 80)}${flaky ? " **flaky**" : ""}`,
    incomplete > 0 ? `${judged}, ${incomplete} incomplete` : judged,
    interval ? `${percent(rate)} (${percentInterval(interval)})` : "–",
    ...MEDIANS.map((name) => {
      const found = metrics.find((metric) => metric.name === name);
      return found ? metricValue(name, found.spread.median).replace("$", "&#36;") : "–";
    }),
  ];
  return `| ${cells.join(" | ")} |`;
}

function details(result: RunResult): string[] {
  return [
    `- ${SIGNS[result.verdict]} **${text(result.suite.name, 80)}** ${text(runName(result), 80)}`,
    ...failureLines(result).map((reason) => `  - ${text(reason, 300)}`),
  ];
}

/**
 * Text in which neither Markdown nor HTML nor a mention nor an address means anything. A dash, a bracket and a colon stay
 * readable where they can't begin a list, an address or an emoji.
 */
function text(value: string, limit: number): string {
  return excerpt(value, limit).replace(/^[-\d]+|:(?! )|[^\p{L}\p{N}\p{M} .,;:'"’…–/=?%()-]/gu, (characters) =>
    [...characters].map((character) => `&#${character.codePointAt(0)};`).join(""),
  );
}
