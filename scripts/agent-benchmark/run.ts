#!/usr/bin/env bun
import type { Problem } from "./errors.ts";
import type { Options } from "./options.ts";
import type { RunResult } from "./result.ts";
import type { SessionOutcome } from "./session/run-session.ts";

/** argv -> options -> work -> exit code. What a mode needs is loaded when that mode is asked for. */
async function main(argv: readonly string[]): Promise<number> {
  // As parseOptions has it: help wins over everything else on the command line.
  if (argv.includes("--help") || argv.includes("-h")) return await help();
  const { formatUsage, parseOptions } = await import("./options.ts");
  let options: Options;
  try {
    options = parseOptions(argv);
  } catch (error) {
    const { UsageError } = await import("./errors.ts");
    if (!(error instanceof UsageError)) throw error;
    console.error(formatUsage(error.problems));
    return await failed(argv, error.problems, 2);
  }
  switch (options.mode) {
    case "help":
      return await help();
    case "from-result":
      return await renderAgain(options);
    case "dry-run":
      return await dryRun(options);
    case "run":
      return await run(options);
    case "resume":
      return await resume(options);
    case "prove":
      return await prove(options);
  }
}

async function help(): Promise<number> {
  // Made from the flags by `bun run generate`, and short enough for any pipe: nothing has to be loaded to write it.
  const text = await Bun.file(new URL("help.generated.txt", import.meta.url)).text();
  console.log(text.trimEnd());
  return 0;
}

async function renderAgain(options: Extract<Options, { mode: "from-result" }>): Promise<number> {
  const { UsageError } = await import("./errors.ts");
  const { readResults } = await import("./from-result.ts");
  const { printResults, exitCodeOf } = await import("./print.ts");
  const read = readResults(options.paths);
  if ("problems" in read) throw new UsageError(read.problems);
  await printResults(read.results, options.json);
  if (options.html) {
    const { publishHtml } = await import("./publish.ts");
    await publishHtml(read.results);
  }
  return exitCodeOf(read.results);
}

async function dryRun(options: Extract<Options, { mode: "dry-run" | "prove" }>): Promise<number> {
  const { placesOf, suitesOf } = await import("./places.ts");
  const { planDryRuns, renderDryRuns } = await import("./dry-run.ts");
  const runs = await planDryRuns(suitesOf(options), options, placesOf(options));
  await print(options.json ? `${JSON.stringify(runs, null, 2)}\n` : renderDryRuns(runs));
  return 0;
}

async function run(options: Extract<Options, { mode: "run" }>): Promise<number> {
  const { placesOf, suitesOf } = await import("./places.ts");
  const suites = suitesOf(options);
  const { trials } = options;
  if (trials !== null) {
    const { startSession } = await import("./session/run-session.ts");
    return await finishSession(
      await startSession(suites, { ...options, trials }, placesOf(options)),
      options,
    );
  }
  const { runSuites } = await import("./run-suites.ts");
  const { printResults, exitCodeOf } = await import("./print.ts");
  const results = await runSuites(suites, options, placesOf(options));
  await printResults(results, options.json);
  await publish(results, options);
  return exitCodeOf(results);
}

async function resume(options: Extract<Options, { mode: "resume" }>): Promise<number> {
  const { placesOf } = await import("./places.ts");
  const { resumeSession } = await import("./session/run-session.ts");
  const places = placesOf({ serverRoot: null, output: null });
  return await finishSession(await resumeSession(options.session, options, places), options);
}

async function finishSession(
  outcome: SessionOutcome,
  options: { json: boolean; html: boolean },
): Promise<number> {
  const { printResults, exitCodeOf } = await import("./print.ts");
  await printResults(outcome.results, options.json);
  await publish(outcome.results, options);
  const { shownPath } = await import("./report/shown-path.ts");
  const folder = shownPath(outcome.folder, process.cwd());
  console.error(`Session: ${folder}`);
  if (outcome.left > 0) {
    const left = outcome.left === 1 ? "1 trial is" : `${outcome.left} trials are`;
    const { quoteWord } = await import("./claude/shell-quote.ts");
    console.error(`${left} left. Go on with: bun run bench:agent -- --resume ${quoteWord(folder)}`);
    return 1;
  }
  return exitCodeOf(outcome.results);
}

async function publish(results: readonly RunResult[], { html }: { html: boolean }): Promise<void> {
  const { publishRuns } = await import("./publish.ts");
  await publishRuns(results, html, process.env);
}

async function prove(options: Extract<Options, { mode: "dry-run" | "prove" }>): Promise<number> {
  const { placesOf, suitesOf } = await import("./places.ts");
  const { proveSuites, renderProofs } = await import("./prove.ts");
  const proofs = await proveSuites(suitesOf(options), options, placesOf(options));
  await print(options.json ? `${JSON.stringify(proofs, null, 2)}\n` : renderProofs(proofs, process.cwd()));
  return proofs.length > 0 && proofs.every(({ proven }) => proven) ? 0 : 1;
}

/** With --json standard output has one document in any case: here, what is wrong. */
async function failed(argv: readonly string[], problems: readonly Problem[], exitCode: number) {
  if (argv.includes("--json")) await print(`${JSON.stringify({ problems }, null, 2)}\n`);
  return exitCode;
}

async function print(text: string): Promise<void> {
  const output = await import("./standard-output.ts");
  await output.print(text);
}

if (import.meta.main) {
  const argv = process.argv.slice(2);
  const exitCode = await main(argv).catch(async (error: unknown) => {
    const { formatProblem, RunError, UsageError } = await import("./errors.ts");
    if (error instanceof UsageError) {
      console.error(error.problems.map(formatProblem).join("\n\n"));
      return await failed(argv, error.problems, 2);
    }
    if (error instanceof RunError) {
      console.error(formatProblem(error.problem));
      return await failed(argv, [error.problem], 1);
    }
    throw error;
  });
  // Everything is written and stopped; connections that are still closing are not waited for.
  process.exit(exitCode);
}
