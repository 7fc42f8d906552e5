import { runBenchmark } from "./benchmark.ts";
import { UsageError } from "./errors.ts";
import type { RunOptions } from "./options.ts";
import { createProgress } from "./progress.ts";
import type { RunResult } from "./result.ts";
import { playbookProblems, SCRIPTED_MODEL } from "./run/embedded.ts";
import { listenForInterrupts } from "./run/interrupts.ts";
import type { Suite } from "./suite/types.ts";

export interface RunPlaces {
  repositoryRoot: string;
  /** Absolute. */
  serverRoot: string;
  /** Absolute artifact root. */
  output: string;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs the suites one after the other and tells progress on standard error. The first Ctrl-C ends the run at work and
 * starts no other. Throws UsageError before anything runs when a playbook can't be played.
 */
export async function runSuites(
  suites: readonly Suite[],
  options: RunOptions,
  places: RunPlaces,
): Promise<RunResult[]> {
  const model = (suite: Suite) => options.model ?? suite.claude.model;
  const scripted = suites.filter((suite) => model(suite) === SCRIPTED_MODEL);
  const problems = (await Promise.all(scripted.map(playbookProblems))).flat();
  if (problems.length > 0) throw new UsageError(problems);

  const progress = createProgress(process.stderr, places.env);
  const interrupts = listenForInterrupts(() => progress.note("Stopping. Press Ctrl-C again to end at once."));
  const results: RunResult[] = [];
  try {
    for (const suite of suites) {
      if (interrupts.signal.aborted) break;
      results.push(
        await runBenchmark({
          suite,
          device: options.device,
          model: model(suite),
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
        }),
      );
    }
  } finally {
    progress.close();
    interrupts.dispose();
  }
  return results;
}
