import type { Attempt, SessionState } from "./state.ts";

export interface PlannedTrial {
  suite: string;
  /** 1-based. */
  trial: number;
  /** Directory of the incomplete attempt that this trial repeats. */
  retryOf: string | null;
}

/**
 * What a session still has to do: trials without a result, trial by trial over all suites (so that an early stop leaves
 * every suite with about as many). With `retryIncomplete`, also each incomplete trial, once.
 */
export function planTrials(state: SessionState, options: { retryIncomplete: boolean }): PlannedTrial[] {
  const trials = Array.from({ length: state.trials }, (_, index) => index + 1);
  return trials.flatMap((trial) =>
    state.suites.flatMap(({ name }): PlannedTrial[] => {
      const attempts = attemptsOf(state, name, trial);
      const last = attempts.at(-1);
      if (!last) return [{ suite: name, trial, retryOf: null }];
      if (last.verdict !== "incomplete" || !options.retryIncomplete) return [];
      return attempts.some((attempt) => attempt.retryOf !== null)
        ? []
        : [{ suite: name, trial, retryOf: last.directory }];
    }),
  );
}

/** Attempts that left a result. */
function attemptsOf(state: SessionState, suite: string, trial: number): Attempt[] {
  return state.attempts.filter(
    (attempt) => attempt.suite === suite && attempt.trial === trial && attempt.verdict !== null,
  );
}

/** The directory that counts for each trial: the last attempt with a result. Relative to the session folder. */
export function countedAttempts(state: SessionState): Attempt[] {
  const counted = new Map<string, Attempt>();
  for (const attempt of state.attempts) {
    if (attempt.verdict !== null) counted.set(`${attempt.suite}\0${attempt.trial}`, attempt);
  }
  return [...counted.values()];
}
