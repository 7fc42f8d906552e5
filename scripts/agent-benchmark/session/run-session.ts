import { join, relative, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { readResults } from "../from-result.ts";
import type { RunOptions } from "../options.ts";
import type { RunResult } from "../result.ts";
import { createRunDirectory } from "../run/directory.ts";
import { checkPlaybooks, type RunPlaces, type RunSuite, withRunner } from "../run-suites.ts";
import type { Suite } from "../suite/types.ts";
import { loadSuites } from "../suite-files.ts";
import { countedAttempts, type PlannedTrial, planTrials } from "./plan.ts";
import type { SessionState } from "./state.ts";
import { readSession, writeSession } from "./store.ts";

export interface SessionOutcome {
  /** Absolute. */
  folder: string;
  /** Of the attempts that count, in the order they were made. */
  results: RunResult[];
  /** Trials that were planned and have no result, because the session was interrupted. */
  left: number;
}

/** Starts a session: `trials` runs of each suite below `<output>/sessions/<id>/`. */
export async function startSession(
  suites: readonly Suite[],
  options: RunOptions & { trials: number; retryIncomplete: boolean },
  places: RunPlaces,
): Promise<SessionOutcome> {
  const now = new Date();
  const { id, path: folder } = createRunDirectory(places.output, "sessions", now);
  const state: SessionState = {
    schemaVersion: 1,
    id,
    startedAt: now.toISOString(),
    trials: options.trials,
    suites: suites.map(({ name, path }) => ({ name, path: relative(places.repositoryRoot, path) })),
    settings: {
      device: options.device,
      model: options.model,
      serverInstructions: options.serverInstructions,
      serverRoot: options.serverRoot === null ? null : places.serverRoot,
      claude: options.claude,
    },
    attempts: [],
  };
  await checkPlaybooks(suites, options.model);
  writeSession(folder, state);
  return runTrials({ folder, state, suites, places, retryIncomplete: options.retryIncomplete });
}

/** Goes on with a session: only what has no result, with the settings it was started with. Throws UsageError. */
export async function resumeSession(
  given: string,
  options: { retryIncomplete: boolean },
  places: RunPlaces,
): Promise<SessionOutcome> {
  const folder = resolve(given);
  const state = readSession(given);
  const paths = state.suites.map(({ path }) => resolve(places.repositoryRoot, path));
  const loaded = loadSuites(paths, { repositoryRoot: places.repositoryRoot });
  if ("problems" in loaded) throw new UsageError(loaded.problems);
  const serverRoot = state.settings.serverRoot ?? places.repositoryRoot;
  await checkPlaybooks(loaded.suites, state.settings.model);
  return runTrials({ folder, state, suites: loaded.suites, places: { ...places, serverRoot }, ...options });
}

interface Session {
  folder: string;
  state: SessionState;
  suites: readonly Suite[];
  places: RunPlaces;
  retryIncomplete: boolean;
}

async function runTrials(session: Session): Promise<SessionOutcome> {
  const { folder, state, places } = session;
  await withRunner(state.settings, { ...places, output: folder }, async (run, progress, { signal }) => {
    const again = session.retryIncomplete ? [false, true] : [false];
    let costUsd = 0;
    for (const retryIncomplete of again) {
      const planned = planTrials(state, { retryIncomplete });
      for (const trial of planned) {
        if (signal.aborted) return;
        progress.note(trialWords(state, trial, costUsd));
        costUsd += await runTrial(session, trial, run);
      }
    }
  });
  const left = planTrials(state, { retryIncomplete: session.retryIncomplete }).length;
  return { folder, results: readCounted(folder, state), left };
}

function trialWords(
  { trials }: SessionState,
  { trial, suite, retryOf }: PlannedTrial,
  costUsd: number,
): string {
  const cost = costUsd > 0 ? `, $${costUsd.toFixed(2)} so far` : "";
  return `Trial ${trial} of ${trials}: ${suite}${retryOf ? " (again)" : ""}${cost}`;
}

/** Resolves with the reported cost in US dollars, 0 when none was. The attempt is recorded after the run: a crash in between leaves a run directory without a place, and the trial is made again. */
async function runTrial(
  { folder, state, suites }: Session,
  trial: PlannedTrial,
  run: RunSuite,
): Promise<number> {
  const suite = suites.find(({ name }) => name === trial.suite);
  if (!suite) throw new Error(`the session names no suite ${trial.suite}`);
  const result = await run(suite, { trial: { number: trial.trial, session: state.id } });
  const verdict = result.run.endReason === "interrupted" ? null : result.verdict;
  state.attempts.push({
    suite: trial.suite,
    trial: trial.trial,
    directory: relative(folder, result.run.directory),
    verdict,
    retryOf: trial.retryOf,
  });
  writeSession(folder, state);
  return result.audit?.costUsd ?? 0;
}

function readCounted(folder: string, state: SessionState): RunResult[] {
  const read = readResults(countedAttempts(state).map(({ directory }) => join(folder, directory)));
  if ("problems" in read) throw new UsageError(read.problems);
  return read.results;
}
