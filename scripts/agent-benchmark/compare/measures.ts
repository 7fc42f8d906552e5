import type { RunResult } from "../result.ts";
import { type Interval, wilson } from "../stats/statistics.ts";

/**
 * The measures of MobileAgentBench (arXiv 2406.08184, section 4.1), over runs whose suites state `task`.
 * The paper's names "false negative" and "false positive" are read both ways; here they are late stop and early stop.
 */
export interface Measures {
  runs: number;
  passed: number;
  failed: number;
  incomplete: number;
  successRate: number | null;
  interval: Interval | null;
  /** Mean over passing runs of device calls / minSteps; 1 is ideal, lower is better. Null: no passing run states minSteps. */
  stepwiseEfficiency: number | null;
  /** Mean seconds per device call, by the stream's own times. */
  latencySeconds: number | null;
  /** Mean tokens per run, all four kinds together. */
  tokens: number | null;
  /** Failures in which the agent ended its turn by itself, as if done, over all failures. */
  earlyStopRate: number | null;
  /** Passing runs that went on for more than twice the minimum of device calls, over all passing runs that state one. */
  lateStopRate: number | null;
}

/** Late stop: more than this many times the minimum of steps, the step cap of the paper's tasks. */
const LATE = 2;

/** Measures of all runs, then by difficulty ("easy", "medium", "hard", "unstated"). */
export function measure(results: readonly RunResult[]): { group: string; measures: Measures }[] {
  const groups = ["easy", "medium", "hard", null] as const;
  const byDifficulty = groups.flatMap((difficulty) => {
    const runs = results.filter((run) => run.suite.task.difficulty === difficulty);
    return runs.length > 0 ? [{ group: difficulty ?? "unstated", measures: measureGroup(runs) }] : [];
  });
  return results.length === 0 ? [] : [{ group: "all", measures: measureGroup(results) }, ...byDifficulty];
}

function measureGroup(runs: readonly RunResult[]): Measures {
  const of = (verdict: RunResult["verdict"]) => runs.filter((run) => run.verdict === verdict);
  const [passed, failed] = [of("passed"), of("failed")];
  const judged = passed.length + failed.length;
  const ratios = passed.flatMap((run) => stepRatio(run) ?? []);
  return {
    runs: runs.length,
    passed: passed.length,
    failed: failed.length,
    incomplete: of("incomplete").length,
    successRate: rate(passed.length, judged),
    interval: wilson(passed.length, judged),
    stepwiseEfficiency: mean(ratios),
    latencySeconds: mean(runs.flatMap((run) => deviceLatencies(run))),
    tokens: mean(runs.flatMap((run) => totalTokens(run) ?? [])),
    earlyStopRate: rate(failed.filter((run) => run.audit?.stopReason === "end_turn").length, failed.length),
    lateStopRate: rate(ratios.filter((ratio) => ratio > LATE).length, ratios.length),
  };
}

function stepRatio(run: RunResult): number | null {
  const minimum = run.suite.task.minSteps;
  if (!minimum || !run.audit) return null;
  return run.audit.toolCalls.filter((call) => call.deviceAware && !isLook(call.shortName)).length / minimum;
}

/** Steps are actions: looking at the screen is none, in the paper as here. */
function isLook(tool: string): boolean {
  return (
    tool === "observe" ||
    tool === "captureScreenshot" ||
    tool === "getDeviceState" ||
    tool === "getNavigationGraph"
  );
}

function deviceLatencies(run: RunResult): number[] {
  return (run.audit?.toolCalls ?? []).flatMap((call) =>
    call.deviceAware && call.durationSeconds !== null ? [call.durationSeconds] : [],
  );
}

function totalTokens(run: RunResult): number | null {
  const usage = run.audit?.usage;
  if (!usage) return null;
  const kinds = [usage.inputTokens, usage.outputTokens, usage.cacheReadTokens, usage.cacheCreationTokens];
  return kinds.some((kind) => kind === null)
    ? null
    : kinds.reduce<number>((sum, kind) => sum + (kind ?? 0), 0);
}

function rate(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
