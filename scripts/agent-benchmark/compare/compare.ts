import { diffSequence, type SequenceDiff } from "../audit/sequence.ts";
import type { RunResult } from "../result.ts";
import { bootstrapMedianDifference, type Interval, median, newcombe } from "../stats/statistics.ts";
import { type Difference, differences } from "./differences.ts";
import { groupBySuite, metricValues, type SuiteSummary, summarise } from "./summary.ts";

/** Judged runs a side needs before "no difference seen" or a difference of medians is said. */
const ENOUGH_RUNS = 5;

export type ComparisonVerdict =
  | "differs"
  | "no difference seen"
  | "not enough runs to tell"
  | "not comparable";

/** How a suite came out on one side, all judged trials together. */
type SideOutcome = "passed" | "failed" | "mixed" | "not judged";

export interface MetricComparison {
  name: string;
  a: number | null;
  b: number | null;
  /** median(b) - median(a) over passing runs, with its 95 % bootstrap interval; null for too few of them. */
  delta: number | null;
  interval: Interval | null;
  verdict: ComparisonVerdict;
}

export interface SuiteComparison {
  suite: string;
  a: SuiteSummary | null;
  b: SuiteSummary | null;
  outcome: { a: SideOutcome; b: SideOutcome };
  differences: Difference[];
  /** rate(b) - rate(a) with Newcombe's 95 % interval. */
  rate: { delta: number | null; interval: Interval | null; verdict: ComparisonVerdict };
  metrics: MetricComparison[];
  sequence: SequenceDiff | null;
  notes: string[];
}

export interface Comparison {
  labels: { a: string; b: string };
  suites: SuiteComparison[];
  /** Suite names by outcome; mixed and unjudged suites stand apart. */
  cells: { bothPassed: string[]; onlyA: string[]; onlyB: string[]; bothFailed: string[]; other: string[] };
}

/** Metrics that depend on the device's speed: not compared across devices. */
const DEVICE_BOUND = new Set(["wallClockSeconds", "latencySeconds"]);

/** Compares two sets of runs, suite by suite. Nothing is compared that the fingerprints make senseless. */
export function compareRuns(
  a: readonly RunResult[],
  b: readonly RunResult[],
  labels = { a: "A", b: "B" },
): Comparison {
  const [left, right] = [groupBySuite(a), groupBySuite(b)];
  const names = [...new Set([...left.keys(), ...right.keys()])].sort();
  const suites = names.map((name) => compareSuite(name, left.get(name) ?? [], right.get(name) ?? []));
  const where = (outcomeA: SideOutcome, outcomeB: SideOutcome) =>
    suites
      .filter(({ outcome }) => outcome.a === outcomeA && outcome.b === outcomeB)
      .map(({ suite }) => suite);
  const cells = {
    bothPassed: where("passed", "passed"),
    onlyA: where("passed", "failed"),
    onlyB: where("failed", "passed"),
    bothFailed: where("failed", "failed"),
  };
  const placed = new Set(Object.values(cells).flat());
  return { labels, suites, cells: { ...cells, other: names.filter((name) => !placed.has(name)) } };
}

function compareSuite(suite: string, a: readonly RunResult[], b: readonly RunResult[]): SuiteComparison {
  const [summaryA = null, summaryB = null] = [summarise(a)[0], summarise(b)[0]];
  const found = a.length > 0 && b.length > 0 ? differences(a, b) : [];
  const sameTask = a.length > 0 && b.length > 0 && !found.some(({ what }) => what === "task");
  return {
    suite,
    a: summaryA,
    b: summaryB,
    outcome: { a: outcome(summaryA), b: outcome(summaryB) },
    differences: found,
    rate: compareRates(summaryA, summaryB, sameTask),
    metrics: sameTask ? compareMetrics(a, b, found) : [],
    sequence: sameTask ? compareSequences(a, b) : null,
    notes: notes(a, b, found),
  };
}

function outcome(summary: SuiteSummary | null): SideOutcome {
  if (!summary || summary.passed + summary.failed === 0) return "not judged";
  if (summary.flaky) return "mixed";
  return summary.passed > 0 ? "passed" : "failed";
}

function compareRates(
  a: SuiteSummary | null,
  b: SuiteSummary | null,
  sameTask: boolean,
): SuiteComparison["rate"] {
  if (!a || !b || !sameTask) return { delta: null, interval: null, verdict: "not comparable" };
  const [nA, nB] = [a.passed + a.failed, b.passed + b.failed];
  const interval = newcombe(b.passed, nB, a.passed, nA);
  const delta = a.rate === null || b.rate === null ? null : b.rate - a.rate;
  if (interval && excludesZero(interval)) return { delta, interval, verdict: "differs" };
  return {
    delta,
    interval,
    verdict: Math.min(nA, nB) < ENOUGH_RUNS ? "not enough runs to tell" : "no difference seen",
  };
}

function compareMetrics(
  a: readonly RunResult[],
  b: readonly RunResult[],
  found: readonly Difference[],
): MetricComparison[] {
  const passing = (runs: readonly RunResult[]) => runs.filter((run) => run.verdict === "passed");
  const [left, right] = [passing(a), passing(b)];
  const otherDevice = found.some(({ what }) => what === "device");
  const names = [...new Set([...left, ...right].flatMap((run) => run.metrics.map((metric) => metric.name)))];
  return names.flatMap((name) => {
    const [valuesA, valuesB] = [metricValues(left, name), metricValues(right, name)];
    if (valuesA.length === 0 && valuesB.length === 0) return [];
    const [medianA, medianB] = [median(valuesA), median(valuesB)];
    const comparable = !(otherDevice && DEVICE_BOUND.has(name));
    // A bootstrap of a handful of values is narrower than the truth: too few have no interval at all.
    const enough = Math.min(valuesA.length, valuesB.length) >= ENOUGH_RUNS;
    const interval = comparable && enough ? bootstrapMedianDifference(valuesB, valuesA) : null;
    return [
      {
        name,
        a: medianA,
        b: medianB,
        delta: comparable && medianA !== null && medianB !== null ? medianB - medianA : null,
        interval,
        verdict: comparable ? metricVerdict(interval) : "not comparable",
      },
    ];
  });
}

function metricVerdict(interval: Interval | null): ComparisonVerdict {
  if (!interval) return "not enough runs to tell";
  return excludesZero(interval) ? "differs" : "no difference seen";
}

function excludesZero({ low, high }: Interval): boolean {
  return low > 0 || high < 0;
}

/** The first passing run of each side, or else the first: sequences of several runs have no middle. */
function compareSequences(a: readonly RunResult[], b: readonly RunResult[]): SuiteComparison["sequence"] {
  const pick = (runs: readonly RunResult[]) => runs.find((run) => run.verdict === "passed") ?? runs[0];
  const [left, right] = [pick(a), pick(b)];
  return left && right ? diffSequence(left.sequence.actual, right.sequence.actual) : null;
}

/** Runs that could not be judged stand in no rate; when one side has them, that may be what changed. */
function incompleteNote(side: string, runs: readonly RunResult[]): string[] {
  const incomplete = runs.filter(({ verdict }) => verdict === "incomplete");
  const first = incomplete[0]?.reasons[0];
  if (!first) return [];
  const beginning = first.length > 200 ? `${first.slice(0, 200)}…` : first;
  return [
    `${incomplete.length} of the ${runs.length} runs of ${side} are incomplete and not in its rate: look at them first. One says: ${beginning}`,
  ];
}

function notes(a: readonly RunResult[], b: readonly RunResult[], found: readonly Difference[]): string[] {
  if (a.length === 0 || b.length === 0) return [`Only one side has runs of this suite.`];
  const names = new Set(found.map(({ what }) => what));
  const list = [...incompleteNote("A", a), ...incompleteNote("B", b)];
  if (names.has("task"))
    list.push(
      "The sides did different tasks (see what differs), so their rates and numbers are shown but not compared.",
    );
  if (names.has("device") || names.has("app build")) {
    list.push(
      "The sides ran on another device or app build; a difference may come from there. Times are not compared across devices.",
    );
  }
  const variables = (["Claude Code version", "server build", "server instructions", "model"] as const).filter(
    (what) => names.has(what),
  );
  if (variables.length > 1)
    list.push(
      `More than one thing changed (${variables.join(", ")}): a difference can't be put down to one of them.`,
    );
  if ([...a, ...b].some((run) => run.run.embedded.device || run.run.embedded.model)) {
    list.push(
      "Runs on the virtual device or with the scripted model measure the harness and the server, not an agent.",
    );
  }
  return list;
}
