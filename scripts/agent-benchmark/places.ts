import { join, resolve } from "node:path";
import { UsageError } from "./errors.ts";
import type { RunOptions } from "./options.ts";
import type { RunPlaces } from "./run-suites.ts";
import type { Suite } from "./suite/types.ts";
import { loadSuites } from "./suite-files.ts";

const repositoryRoot = join(import.meta.dir, "..", "..");

/** The suites that a command line names. Throws UsageError with every problem of every one of them. */
export function suitesOf(options: RunOptions): Suite[] {
  const loaded = loadSuites(options.suites, { repositoryRoot });
  if ("problems" in loaded) throw new UsageError(loaded.problems);
  return loaded.suites;
}

/** Where things are: this repository, the checkout whose server is measured, and where runs are kept. */
export function placesOf({ serverRoot, output }: Pick<RunOptions, "serverRoot" | "output">): RunPlaces {
  return {
    repositoryRoot,
    serverRoot: serverRoot === null ? repositoryRoot : resolve(serverRoot),
    output: output === null ? join(repositoryRoot, "scratch", "agent-benchmarks") : resolve(output),
    env: process.env,
  };
}
