import type { RunResult } from "../../result.ts";

/** "trial 3 (20260101T…)", or the id alone: the name of a run among those of its suite. */
export function runName({ run }: RunResult): string {
  return run.trial === null ? run.id : `trial ${run.trial} (${run.id})`;
}

/** Why a run did not pass, one line each: its reasons, then each failed check. */
export function failureLines({ reasons, checks }: RunResult): string[] {
  const failed = checks.filter(({ passed }) => !passed);
  return [
    ...reasons,
    ...failed.map(
      ({ kind, expected, observed, evidence }) =>
        `${kind}: expected ${JSON.stringify(expected)}, ${observed === null ? "could not be observed" : `got ${JSON.stringify(observed)}`}${evidence ? ` (${evidence})` : ""}`,
    ),
  ];
}

/** Milliseconds since 1970 of an ISO time; null when it is none. */
export function epoch(iso: string): number | null {
  const value = Date.parse(iso);
  return Number.isNaN(value) ? null : value;
}

/** How long the whole run took, in milliseconds; 0 when its times can't be read. */
export function elapsedMs({ run }: RunResult): number {
  return Math.max(0, (epoch(run.finishedAt) ?? 0) - (epoch(run.startedAt) ?? 0));
}

/** A metric of a run, null when it is unknown. */
export function metricOf(result: RunResult, name: string): number | null {
  return result.metrics.find((metric) => metric.name === name)?.actual ?? null;
}
