import type { RunResult } from "../result.ts";
import { type Interval, passAtK, passHatK, type Spread, spread, wilson } from "../stats/statistics.ts";

/** The k of pass@k and pass^k that a summary states. */
const DRAWS = [1, 3, 5] as const;

/** What the trials of one suite say together. */
export interface SuiteSummary {
  suite: string;
  passed: number;
  failed: number;
  /** Runs that did not complete: they say nothing about the agent, and are never counted as failures in silence. */
  incomplete: number;
  /** passed / (passed + failed); null when no run was judged. */
  rate: number | null;
  interval: Interval | null;
  passAt: { k: number; anyOf: number | null; allOf: number | null }[];
  /** Both passed and failed trials: a mean would hide it. */
  flaky: boolean;
  /** Over judged runs, by metric name; metrics nobody reported are left out. */
  metrics: { name: string; spread: Spread }[];
}

/** Summarises runs by suite, in name order. Pure: the same results give the same summary. */
export function summarise(results: readonly RunResult[]): SuiteSummary[] {
  return [...groupBySuite(results)].map(([suite, runs]) => summariseSuite(suite, runs));
}

/** Suite name -> its runs, suites in code-point order, runs in the order given. */
export function groupBySuite(results: readonly RunResult[]): Map<string, RunResult[]> {
  const names = [...new Set(results.map((result) => result.suite.name))].sort((a, b) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
  return new Map(names.map((name) => [name, results.filter((result) => result.suite.name === name)]));
}

function summariseSuite(suite: string, runs: readonly RunResult[]): SuiteSummary {
  const count = (verdict: RunResult["verdict"]) => runs.filter((run) => run.verdict === verdict).length;
  const [passed, failed, incomplete] = [count("passed"), count("failed"), count("incomplete")];
  const judged = passed + failed;
  return {
    suite,
    passed,
    failed,
    incomplete,
    rate: judged === 0 ? null : passed / judged,
    interval: wilson(passed, judged),
    passAt: DRAWS.map((k) => ({ k, anyOf: passAtK(judged, passed, k), allOf: passHatK(judged, passed, k) })),
    flaky: passed > 0 && failed > 0,
    metrics: metricSpreads(runs.filter((run) => run.verdict !== "incomplete")),
  };
}

function metricSpreads(runs: readonly RunResult[]): { name: string; spread: Spread }[] {
  const names = [...new Set(runs.flatMap((run) => run.metrics.map((metric) => metric.name)))];
  return names.flatMap((name) => {
    const values = spread(metricValues(runs, name));
    return values ? [{ name, spread: values }] : [];
  });
}

/** The reported values of one metric; runs that did not report it are left out. */
export function metricValues(runs: readonly RunResult[], name: string): number[] {
  return runs.flatMap((run) => {
    const actual = run.metrics.find((metric) => metric.name === name)?.actual;
    return typeof actual === "number" ? [actual] : [];
  });
}
