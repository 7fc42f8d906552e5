import pico from "picocolors";
import type { Comparison, ComparisonVerdict, MetricComparison, SuiteComparison } from "../compare/compare.ts";
import { hanging, table } from "./layout.ts";
import { type MeasuredGroup, renderMeasures } from "./measures.ts";
import { neutralise } from "./neutralise.ts";
import { points, pointsInterval } from "./rates.ts";
import { diffLines } from "./sequence.ts";
import type { TextOptions } from "./text.ts";
import { rateWords } from "./trials.ts";
import { metricDelta, metricValue, metricWords } from "./words.ts";

/** A comparison with what a page about it also tells. */
export interface ComparisonReport {
  comparison: Comparison;
  /** Measures over all suites, one group for each side. */
  measures: MeasuredGroup[];
  /** Runs found on each side. */
  runs: { a: number; b: number };
  /** What was left out, by side. */
  notes: string[];
}

interface Page {
  colors: ReturnType<typeof pico.createColors>;
  width: number;
}

/** The four cells of a comparison in words, fullest first page of every format. */
export function cellRows({ cells, labels }: Comparison): { words: string; suites: string[] }[] {
  return [
    { words: "passed on both sides", suites: cells.bothPassed },
    { words: `passed only on ${labels.a}`, suites: cells.onlyA },
    { words: `passed only on ${labels.b}`, suites: cells.onlyB },
    { words: "failed on both sides", suites: cells.bothFailed },
    { words: "mixed, or not judged on a side", suites: cells.other },
  ];
}

/** Two sets of runs beside each other, for a terminal. B is read against A: a positive delta means more on B. */
export function renderComparison(
  report: ComparisonReport,
  paths: { a: string; b: string },
  options: TextOptions,
): string {
  const page: Page = { colors: pico.createColors(options.color), width: Math.max(60, options.width) };
  const { colors } = page;
  const runs = (count: number) => `${count} run${count === 1 ? "" : "s"}`;
  const rows = cellRows(report.comparison);
  const counts = table(
    rows.map(({ words, suites }) => [`  ${words}`, String(suites.length)]),
    [1],
  );
  const cells = rows.flatMap(({ suites }, index) =>
    suites.length === 0
      ? [counts[index] ?? ""]
      : hanging(`${counts[index]}  `, neutralise(suites.join(", ")), page.width),
  );
  return `${[
    [
      colors.bold("Comparison"),
      ...hanging("  A  ", `${neutralise(paths.a)} (${runs(report.runs.a)})`, page.width),
      ...hanging("  B  ", `${neutralise(paths.b)} (${runs(report.runs.b)})`, page.width),
    ],
    [colors.bold("Suites"), ...cells],
    ...report.comparison.suites.map((suite) => suiteLines(suite, page)),
    ...(report.notes.length > 0
      ? [[colors.bold("Left out"), ...report.notes.flatMap((note) => bullet(note, page))]]
      : []),
    [renderMeasures(report.measures, options).trimEnd()],
  ]
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function suiteLines(suite: SuiteComparison, page: Page): string[] {
  const { colors } = page;
  const inner: Page = { colors, width: page.width - 2 };
  const side = (name: string, summary: SuiteComparison["a"]) =>
    hanging(`  ${name}      `, summary ? rateWords(summary) : "no run", page.width);
  const { delta, interval, verdict } = suite.rate;
  const difference =
    delta === null
      ? verdictWords(verdict, colors)
      : `${points(delta)} (95% interval ${pointsInterval(interval)}): ${verdictWords(verdict, colors)}`;
  return [
    colors.bold(neutralise(suite.suite)),
    ...side("A", suite.a),
    ...side("B", suite.b),
    ...hanging("  B − A  ", difference, page.width),
    ...section(
      "Notes",
      suite.notes.flatMap((note) => bullet(note, inner)),
      page,
    ),
    ...section("What differs", suite.differences.flatMap(differenceLines(inner)), page),
    ...section(metricsTitle(suite.metrics), metricLines(suite.metrics, inner), page),
    ...section("Tool sequence, one run of each side", sequenceLines(suite, inner), page),
  ];
}

function section(title: string, lines: string[], page: Page): string[] {
  return lines.length === 0 ? [] : [`  ${page.colors.underline(title)}`, ...lines.map((line) => `  ${line}`)];
}

function bullet(text: string, page: Page): string[] {
  return hanging("  • ", neutralise(text), page.width);
}

function differenceLines(page: Page) {
  return ({ what, parts }: SuiteComparison["differences"][number]): string[] =>
    hanging(`  • ${what}: `, neutralise(parts.join("; ")), page.width);
}

/** One verdict that all metrics share stands in the title, not in every row. */
function metricsTitle(metrics: readonly MetricComparison[]): string {
  const shared = sharedVerdict(metrics);
  return shared ? `Metrics of passing runs, medians: ${shared}` : "Metrics of passing runs, medians";
}

function sharedVerdict(metrics: readonly MetricComparison[]): ComparisonVerdict | null {
  const verdicts = new Set(metrics.map(({ verdict }) => verdict));
  return verdicts.size === 1 ? (metrics[0]?.verdict ?? null) : null;
}

function metricLines(metrics: readonly MetricComparison[], page: Page): string[] {
  if (metrics.length === 0) return [];
  const shared = sharedVerdict(metrics);
  const rows = metrics.map((metric) => [
    `  ${neutralise(metricWords(metric.name))}`,
    metric.a === null ? "–" : metricValue(metric.name, metric.a),
    metric.b === null ? "–" : metricValue(metric.name, metric.b),
    metricDelta(metric.name, metric.delta),
    metricInterval(metric),
    ...(shared ? [] : [metric.verdict]),
  ]);
  const intervals = metrics.some(({ interval }) => interval !== null);
  const header = ["", "A", "B", "B − A", intervals ? "95% interval" : "", ...(shared ? [] : [""])];
  return table([header, ...rows], [1, 2, 3, 4], (cell, row, column) => {
    const metric = metrics[row - 1];
    if (!metric) return page.colors.dim(cell);
    return column === 5 ? verdictWords(metric.verdict, page.colors) : cell;
  });
}

/** The interval of a metric's difference, each end with its sign; empty for none. */
export function metricInterval({ name, interval }: MetricComparison): string {
  return interval ? `${metricDelta(name, interval.low)} to ${metricDelta(name, interval.high)}` : "";
}

function sequenceLines({ sequence }: SuiteComparison, page: Page): string[] {
  if (!sequence || sequence.diff.length === 0) return [];
  return diffLines(sequence.diff, sequence.note, { left: "A", right: "B" }, page);
}

function verdictWords(verdict: ComparisonVerdict, colors: Page["colors"]): string {
  if (verdict === "differs") return colors.bold(colors.yellow(verdict));
  return verdict === "no difference seen" ? verdict : colors.dim(verdict);
}
