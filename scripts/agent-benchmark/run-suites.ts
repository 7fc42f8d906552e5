import { runBenchmark } from "./benchmark.ts";
import { UsageError } from "./errors.ts";
import type { RunOptions } from "./options.ts";
import { createProgress, type Progress } from "./progress.ts";
import type { RunResult } from "./result.ts";
import { playbookProblems, SCRIPTED_MODEL } from "./run/embedded.ts";
import { type Interrupts, listenForInterrupts } from "./run/interrupts.ts";
import type { BenchmarkRequest } from "./run/request.ts";
import type { Suite } from "./suite/types.ts";

export interface RunPlaces {
  repositoryRoot: string;
  /** Absolute. */
  serverRoot: string;
  /** Absolute artifact root. */
  output: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Makes one run of a suite with the command line's settings. */
export type RunSuite = (suite: Suite, overrides?: Partial<BenchmarkRequest>) => Promise<RunResult>;

/**
 * Gives `work` what it needs to run suites one after the other, with progress on standard error and Ctrl-C as the
 * specification has it: the first ends the run at work, and `work` should start no other.
 */
export async function withRunner<T>(
  options: Pick<RunOptions, "device" | "model" | "serverInstructions" | "claude">,
  places: RunPlaces,
  work: (run: RunSuite, progress: Progress, interrupts: Interrupts) => Promise<T>,
): Promise<T> {
  const progress = createProgress(process.stderr, places.env);
  const interrupts = listenForInterrupts(() => progress.note("Stopping. Press Ctrl-C again to end at once."));
  const run: RunSuite = (suite, overrides = {}) =>
    runBenchmark({
      suite,
      device: options.device,
      model: modelOf(suite, options.model),
      playbook: null,
      serverInstructions: options.serverInstructions,
      serverRoot: places.serverRoot,
      harnessRoot: places.repositoryRoot,
      claude: options.claude,
      output: places.output,
      trial: null,
      env: places.env,
      interrupts,
      progress,
      ...overrides,
    });
  try {
    return await work(run, progress, interrupts);
  } finally {
    progress.close();
    interrupts.dispose();
  }
}

/** Runs each suite once. Throws UsageError before anything runs when a playbook can't be played. */
export async function runSuites(
  suites: readonly Suite[],
  options: RunOptions,
  places: RunPlaces,
): Promise<RunResult[]> {
  await checkPlaybooks(suites, options.model);
  return withRunner(options, places, async (run, _progress, { signal }) => {
    const results: RunResult[] = [];
    for (const suite of suites) {
      if (signal.aborted) break;
      results.push(await run(suite));
    }
    return results;
  });
}

/** Throws UsageError with every problem of the playbooks that the suites would play. */
export async function checkPlaybooks(suites: readonly Suite[], model: string | null): Promise<void> {
  const scripted = suites.filter((suite) => modelOf(suite, model) === SCRIPTED_MODEL);
  const problems = (await Promise.all(scripted.map(playbookProblems))).flat();
  if (problems.length > 0) throw new UsageError(problems);
}

function modelOf(suite: Suite, model: string | null): string | null {
  return model ?? suite.claude.model;
}
