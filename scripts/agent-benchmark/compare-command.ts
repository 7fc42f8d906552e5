#!/usr/bin/env bun
import { resolve } from "node:path";
import { type CommandFlag, readCommandLine, usage } from "./command-line.ts";
import { commandHelp, runCommand } from "./command-shell.ts";
import { type Comparison, compareRuns } from "./compare/compare.ts";
import { measure } from "./compare/measures.ts";
import { type Problem, UsageError } from "./errors.ts";
import { type ComparisonReport, renderComparison } from "./report/compare-text.ts";
import { jsonDocument } from "./report/json.ts";
import { shownPath } from "./report/shown-path.ts";
import { print } from "./standard-output.ts";
import { findRuns, type StoredRun } from "./stored-runs.ts";
import { terminalOptions } from "./terminal.ts";

export const COMPARE_FLAGS = [
  { name: "json", description: "Print the comparison as one JSON document." },
  {
    name: "html",
    value: "<dir>",
    description: "Also write the comparison as a page into the directory, with the report of each side.",
  },
  {
    name: "gate",
    description:
      "For CI: exit code 1 when a suite passes less often on B and the interval excludes no difference, 3 when a suite can't be told.",
  },
] as const satisfies readonly (CommandFlag & { description: string })[];

export const COMPARE_EXIT_CODES = [
  {
    code: 0,
    meaning: "The comparison was made, whatever it says. With --gate: no suite passes less often on B.",
  },
  { code: 1, meaning: "With --gate: a suite passes less often on B. Without: the harness itself failed." },
  { code: 2, meaning: "Usage error: not two sides, or a side without a readable result." },
  { code: 3, meaning: "With --gate: a suite has too few runs to tell, or its sides are not comparable." },
] as const;

const HELP = commandHelp({
  what: "Compares two sets of runs: A is what was, B what is new. A positive difference means more on B.",
  usage: "bun run bench:compare -- <A> <B> [options]",
  operands: "A side is a result.json, a run directory, a session folder or a directory above them.",
  flags: COMPARE_FLAGS,
  exitCodes: COMPARE_EXIT_CODES,
  examples: ["bun run bench:compare -- scratch/before scratch/after"],
});

/** argv -> exit code of bench:compare. */
export async function compareCommand(argv: readonly string[]): Promise<number> {
  if (argv.includes("--help") || argv.includes("-h")) {
    process.stdout.write(HELP);
    return 0;
  }
  const { given, words, problems } = readCommandLine(argv, COMPARE_FLAGS, null);
  const [pathA, pathB] = words;
  if (words.length !== 2) problems.push(usage(`Name two sides to compare: A and B; ${words.length} given.`));
  if (problems.length > 0 || pathA === undefined || pathB === undefined) throw new UsageError(problems);
  const { a, b, notes } = readSides(pathA, pathB);
  const report = comparisonReport(a, b, notes);
  const html = given.get("html")?.[0];
  if (html !== undefined) {
    const { writeComparisonHtml } = await import("./report-html.ts");
    const sides = { a: { path: pathA, runs: a }, b: { path: pathB, runs: b } };
    const page = await writeComparisonHtml(resolve(html), report, sides);
    process.stderr.write(`${shownPath(page, process.cwd())}\n`);
  }
  await print(
    given.has("json")
      ? jsonDocument({ paths: { a: pathA, b: pathB }, ...report })
      : renderComparison(report, { a: pathA, b: pathB }, terminalOptions(process.stdout, process.env)),
  );
  return given.has("gate") ? gateExitCode(report.comparison) : 0;
}

/** Puts two sets of runs side by side. */
export function comparisonReport(
  a: readonly StoredRun[],
  b: readonly StoredRun[],
  notes: readonly string[] = [],
): ComparisonReport {
  const [left, right] = [a.map(({ result }) => result), b.map(({ result }) => result)];
  const all = (group: string, results: typeof left) =>
    measure(results)
      .slice(0, 1)
      .map(({ measures }) => ({ group, measures }));
  return {
    comparison: compareRuns(left, right),
    measures: [...all("A", left), ...all("B", right)],
    runs: { a: a.length, b: b.length },
    notes: [...notes],
  };
}

/** The exit code of --gate. A suite that got worse outranks one that can't be told; nothing to compare is never good. */
export function gateExitCode({ suites }: Comparison): 0 | 1 | 3 {
  const worse = suites.some(
    ({ rate }) => rate.verdict === "differs" && rate.delta !== null && rate.delta < 0,
  );
  if (worse) return 1;
  const untold = suites.some(
    ({ rate }) => rate.verdict === "not enough runs to tell" || rate.verdict === "not comparable",
  );
  return untold || suites.length === 0 ? 3 : 0;
}

function readSides(pathA: string, pathB: string) {
  const [foundA, foundB] = [findRuns([pathA]), findRuns([pathB])];
  const problems: Problem[] = [foundA, foundB].flatMap((found) =>
    "problems" in found ? found.problems : [],
  );
  if ("problems" in foundA || "problems" in foundB) throw new UsageError(problems);
  const notes = [foundA.notes.map((note) => `A: ${note}`), foundB.notes.map((note) => `B: ${note}`)].flat();
  return { a: foundA.runs, b: foundB.runs, notes };
}

if (import.meta.main) process.exitCode = await runCommand("bench:compare", compareCommand);
