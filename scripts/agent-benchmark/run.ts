#!/usr/bin/env bun
import { join, resolve } from "node:path";
import { formatProblem, RunError, UsageError } from "./errors.ts";
import { helpText } from "./help.ts";
import { formatUsage, type Options, parseOptions, type RunOptions } from "./options.ts";

const repositoryRoot = join(import.meta.dir, "..", "..");

/** argv -> options -> work -> exit code. What a mode needs is loaded when that mode is asked for. */
async function main(argv: readonly string[]): Promise<number> {
  let options: Options;
  try {
    options = parseOptions(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(formatUsage(error.problems));
    return 2;
  }
  switch (options.mode) {
    case "help":
      process.stdout.write(helpText());
      return 0;
    case "from-result":
      return await renderAgain(options);
    case "dry-run":
      return await dryRun(options);
    case "run":
      return await run(options);
  }
}

async function renderAgain(options: Extract<Options, { mode: "from-result" }>): Promise<number> {
  const { readResults } = await import("./from-result.ts");
  const { printResults, exitCodeOf } = await import("./print.ts");
  const read = readResults(options.paths);
  if ("problems" in read) throw new UsageError(read.problems);
  await printResults(read.results, options.json);
  return exitCodeOf(read.results);
}

async function dryRun(options: Extract<Options, { mode: "dry-run" }>): Promise<number> {
  const { planDryRuns, renderDryRuns } = await import("./dry-run.ts");
  const runs = await planDryRuns(await suitesOf(options), options, {
    repositoryRoot,
    serverRoot: serverRootOf(options),
    output: outputOf(options),
    env: process.env,
  });
  process.stdout.write(options.json ? `${JSON.stringify(runs, null, 2)}\n` : renderDryRuns(runs));
  return 0;
}

async function run(options: Extract<Options, { mode: "run" }>): Promise<number> {
  const { runSuites } = await import("./run-suites.ts");
  const { printResults, exitCodeOf } = await import("./print.ts");
  const results = await runSuites(await suitesOf(options), options, {
    repositoryRoot,
    serverRoot: serverRootOf(options),
    output: outputOf(options),
    env: process.env,
  });
  await printResults(results, options.json);
  return exitCodeOf(results);
}

async function suitesOf(options: RunOptions) {
  const { loadSuites } = await import("./suite-files.ts");
  const loaded = loadSuites(options.suites, { repositoryRoot });
  if ("problems" in loaded) throw new UsageError(loaded.problems);
  return loaded.suites;
}

function serverRootOf(options: RunOptions): string {
  return options.serverRoot === null ? repositoryRoot : resolve(options.serverRoot);
}

function outputOf(options: RunOptions): string {
  return options.output === null
    ? join(repositoryRoot, "scratch", "agent-benchmarks")
    : resolve(options.output);
}

if (import.meta.main) {
  process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
    if (error instanceof UsageError) {
      console.error(error.problems.map(formatProblem).join("\n\n"));
      return 2;
    }
    if (error instanceof RunError) {
      console.error(formatProblem(error.problem));
      return 1;
    }
    throw error;
  });
}
