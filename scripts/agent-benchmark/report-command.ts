#!/usr/bin/env bun
import { existsSync, statSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { type CommandFlag, readCommandLine, usage } from "./command-line.ts";
import { commandHelp, runCommand } from "./command-shell.ts";
import { type Problem, UsageError } from "./errors.ts";
import { exportOtlp, otlpConfigured } from "./export-otlp.ts";
import { FORMATS, type FormatName } from "./report/formats/index.ts";
import { shownPath } from "./report/shown-path.ts";
import { appendSummary, writeText } from "./report-files.ts";
import { print } from "./standard-output.ts";
import { findRuns, type StoredRun } from "./stored-runs.ts";
import { nearest } from "./suite/suggest.ts";

const FORMAT_NAMES = [...(Object.keys(FORMATS) as FormatName[]), "otlp"] as const;
type AnyFormat = (typeof FORMAT_NAMES)[number];

export const REPORT_FLAGS = [
  {
    name: "html",
    value: "<dir>",
    description:
      "Write the HTML report into this directory. Without --html and --format it goes to `report` in the folder that holds the runs.",
  },
  {
    name: "format",
    value: `<${FORMAT_NAMES.join("|")}>`,
    repeatable: true,
    description:
      "Another output (repeatable). otlp sends traces to OTEL_EXPORTER_OTLP_ENDPOINT; github goes to GITHUB_STEP_SUMMARY where that is set.",
  },
  {
    name: "output",
    value: "<path>",
    repeatable: true,
    description:
      "Where the formats go: one directory for all, or a file for each --format in the same order. One format without --output is printed.",
  },
] as const satisfies readonly (CommandFlag & { description: string })[];

export const REPORT_EXIT_CODES = [
  { code: 0, meaning: "Everything was written or sent, whatever the runs' verdicts are." },
  { code: 1, meaning: "Something could not be written or sent." },
  { code: 2, meaning: "Usage error, or a result that can't be read. Nothing was written." },
] as const;

const HELP = commandHelp({
  what: "Makes reports of stored runs; nothing is run again.",
  usage: "bun run bench:report -- <path>... [options]",
  operands: "A path is a result.json, a run directory, a session folder or a directory above them.",
  flags: REPORT_FLAGS,
  exitCodes: REPORT_EXIT_CODES,
  examples: [
    "bun run bench:report -- scratch/agent-benchmarks",
    "bun run bench:report -- scratch/agent-benchmarks --html public --format junit --format csv --output reports",
  ],
});

interface Target {
  format: AnyFormat;
  /** A file, standard output, the job summary, or a collector. */
  to: { file: string } | "stdout" | "summary" | "collector";
}

/** argv -> exit code of bench:report. */
export async function reportCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  if (argv.includes("--help") || argv.includes("-h")) {
    process.stdout.write(HELP);
    return 0;
  }
  const { given, words, problems } = readCommandLine(argv, REPORT_FLAGS, null);
  if (words.length === 0) problems.push(usage("Name what to report on: a run, a session or a directory."));
  const formats = checkFormats(given.get("format") ?? [], problems);
  const outputs = given.get("output") ?? [];
  const targets = placeFormats(formats, outputs, env, problems);
  if (problems.length > 0) throw new UsageError(problems);
  const found = findRuns(words);
  if ("problems" in found) throw new UsageError(found.problems);
  const html = given.get("html")?.[0];
  if (html !== undefined || formats.length === 0) await writeHtml(html, found.runs, found.notes);
  for (const target of targets) await deliver(target, found.runs, env);
  return 0;
}

async function writeHtml(
  given: string | undefined,
  runs: readonly StoredRun[],
  notes: readonly string[],
): Promise<void> {
  const { defaultReportFolder, writeHtmlReport } = await import("./report-html.ts");
  const folder = given === undefined ? defaultReportFolder(runs) : resolve(given);
  const page = await writeHtmlReport(folder, runs, { notes });
  process.stderr.write(`${shownPath(page, process.cwd())}\n`);
}

function checkFormats(names: readonly string[], problems: Problem[]): AnyFormat[] {
  return names.flatMap((name) => {
    const format = FORMAT_NAMES.find((known) => known === name);
    if (format) return [format];
    const close = nearest(name, [...FORMAT_NAMES]);
    problems.push(
      usage(
        `There is no format "${name}".${close ? ` Did you mean ${close}?` : ` Formats: ${FORMAT_NAMES.join(", ")}.`}`,
      ),
    );
    return [];
  });
}

/** Where each format goes. Adds to `problems` what can't be placed. */
function placeFormats(
  formats: readonly AnyFormat[],
  outputs: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  problems: Problem[],
): Target[] {
  const files = formats.filter((format): format is FormatName => format !== "otlp");
  const [only] = outputs;
  const oneDirectory = outputs.length === 1 && only !== undefined && isDirectory(only);
  if (outputs.length > 0 && !oneDirectory && outputs.length !== files.length) {
    problems.push(
      usage(
        `--output was given ${outputs.length} times for ${files.length} formats: one directory, or a file for each.`,
      ),
    );
  }
  if (
    outputs.length === 0 &&
    files.filter((format) => format !== "github" || !env.GITHUB_STEP_SUMMARY).length > 1
  ) {
    problems.push(usage("Several formats can't all be printed: name a directory with --output."));
  }
  if (formats.includes("otlp") && !otlpConfigured(env)) {
    problems.push(usage("--format otlp needs OTEL_EXPORTER_OTLP_ENDPOINT, the address of a collector."));
  }
  return formats.map((format): Target => {
    if (format === "otlp") return { format, to: "collector" };
    if (oneDirectory) return { format, to: { file: join(only, FORMATS[format].file) } };
    const file = outputs[files.indexOf(format)];
    if (file !== undefined) return { format, to: { file } };
    return { format, to: format === "github" && env.GITHUB_STEP_SUMMARY ? "summary" : "stdout" };
  });
}

/** A path that is a directory, or would become one: it ends in a slash or has no extension. */
function isDirectory(path: string): boolean {
  if (existsSync(path)) return statSync(path).isDirectory();
  return /[/\\]$/.test(path) || extname(path) === "";
}

async function deliver(
  { format, to }: Target,
  runs: readonly StoredRun[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const results = runs.map(({ result }) => ({
    ...result,
    run: { ...result.run, directory: shownPath(result.run.directory, process.cwd()) },
  }));
  if (format === "otlp") {
    process.stderr.write(`${await exportOtlp(results, env)} traces sent\n`);
    return;
  }
  const text = FORMATS[format].render(results);
  if (to === "summary") appendSummary(text, env);
  else if (typeof to === "object") {
    writeText(to.file, text);
    process.stderr.write(`${to.file}\n`);
  } else await print(text);
}

if (import.meta.main) process.exitCode = await runCommand("bench:report", reportCommand);
