import pico from "picocolors";
import type { SuiteSummary } from "../compare/summary.ts";
import { hanging, table } from "./layout.ts";
import { neutralise } from "./neutralise.ts";
import { percent, percentInterval } from "./rates.ts";
import type { TextOptions } from "./text.ts";
import { metricValue, metricWords } from "./words.ts";

export const FLAKY_WORDS = "FLAKY: the same task both passed and failed";

/** "4 of 5 passed, 80% (38–96%)", with what could not be judged beside it. */
export function rateWords({ passed, failed, incomplete, rate, interval }: SuiteSummary): string {
  const judged = passed + failed;
  const beside = incomplete > 0 ? `, ${incomplete} incomplete` : "";
  if (judged === 0) return `no judged run${beside}`;
  return `${passed} of ${judged} passed, ${percent(rate)} (${percentInterval(interval)})${beside}`;
}

/** What the trials of each suite say together; nothing when no suite was run twice. */
export function renderTrials(summaries: readonly SuiteSummary[], options: TextOptions): string {
  const repeated = summaries.filter(({ passed, failed, incomplete }) => passed + failed + incomplete > 1);
  if (repeated.length === 0) return "";
  const colors = pico.createColors(options.color);
  const suites = repeated.map((summary) => suiteLines(summary, options).join("\n"));
  const head = `${colors.bold("Trials")} ${colors.dim("(in brackets: 95% interval of the pass rate, Wilson)")}`;
  return `${[head, suites.join("\n\n")].join("\n")}\n`;
}

function suiteLines(summary: SuiteSummary, options: TextOptions): string[] {
  const colors = pico.createColors(options.color);
  const flaky = summary.flaky ? [`    ${colors.bold(colors.yellow(FLAKY_WORDS))}`] : [];
  const draws = table(
    [
      ["    of k runs, k =", ...summary.passAt.map(({ k }) => String(k))],
      ["    at least one passes (pass@k)", ...summary.passAt.map(({ anyOf }) => percent(anyOf))],
      ["    all pass (pass^k)", ...summary.passAt.map(({ allOf }) => percent(allOf))],
    ],
    summary.passAt.map((_, index) => index + 1),
    (cell, row) => (row === 0 ? colors.dim(cell) : cell),
  );
  const short = summary.passAt.some(({ anyOf }) => anyOf === null)
    ? [colors.dim("    – is undefined: it needs at least k judged runs")]
    : [];
  return [
    ...hanging("  ", `${colors.bold(neutralise(summary.suite))}  ${rateWords(summary)}`, options.width),
    ...flaky,
    ...(summary.passed + summary.failed > 0 ? [...draws, ...short] : []),
    ...spreadLines(summary, options),
  ];
}

function spreadLines({ metrics }: SuiteSummary, options: TextOptions): string[] {
  if (metrics.length === 0) return [];
  const colors = pico.createColors(options.color);
  const rows = metrics.map(({ name, spread }) => [
    `    ${neutralise(metricWords(name))}`,
    ...[spread.median, spread.min, spread.max, spread.q1, spread.q3].map((value) => metricValue(name, value)),
    String(spread.n),
  ]);
  const header = ["    judged runs", "median", "least", "most", "1st quartile", "3rd quartile", "n"];
  return table([header, ...rows], [1, 2, 3, 4, 5, 6], (cell, row) => (row === 0 ? colors.dim(cell) : cell));
}
