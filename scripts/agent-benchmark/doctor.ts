#!/usr/bin/env bun
import { join } from "node:path";
import pico from "picocolors";
import { readCommandLine } from "./command-line.ts";
import { commandHelp, runCommand } from "./command-shell.ts";
import { runProcess } from "./device/index.ts";
import {
  checkAdb,
  checkBun,
  checkClaude,
  checkDevices,
  checkServer,
  type DoctorWorld,
} from "./doctor/checks.ts";
import type { Finding } from "./doctor/finding.ts";
import { UsageError } from "./errors.ts";
import { jsonDocument } from "./report/json.ts";
import { hanging, wrap } from "./report/layout.ts";
import { neutralise } from "./report/neutralise.ts";
import type { TextOptions } from "./report/text.ts";
import { print } from "./standard-output.ts";
import { terminalOptions } from "./terminal.ts";

const FLAGS = [
  {
    name: "claude",
    value: "<command>",
    description: "Claude Code executable (default claude), as for bench:agent.",
  },
  { name: "json", description: "Print the findings as one JSON document." },
] as const;

const HELP = commandHelp({
  what: "Says what of a real run is ready on this machine and what to do for the rest. Spends nothing.",
  usage: "bun run bench:doctor -- [options]",
  operands: "It starts an adb server when none runs, as a run does, and changes nothing else.",
  flags: FLAGS,
  exitCodes: [
    { code: 0, meaning: "A run would find all it needs." },
    { code: 1, meaning: "Something is missing." },
    { code: 2, meaning: "Usage error." },
  ],
  examples: ["bun run bench:doctor"],
});

/** Every check, in the order a run needs them. */
export async function examine(world: DoctorWorld): Promise<Finding[]> {
  const [adb, devices, claude] = await Promise.all([
    checkAdb(world),
    checkDevices(world),
    checkClaude(world),
  ]);
  return [checkBun(world), checkServer(world), adb, devices, ...claude];
}

/** One line a finding, with what to do below it; at the end what a run would find. */
export function renderFindings(findings: readonly Finding[], options: TextOptions): string {
  const colors = pico.createColors(options.color);
  const mark = { ok: colors.green("✓"), note: colors.yellow("!"), problem: colors.red("✗") };
  const column = Math.max(...findings.map(({ subject }) => subject.length));
  const lines = findings.flatMap(({ subject, status, detail, hint }) => [
    ...hanging(`${mark[status]} ${subject.padEnd(column)}  `, neutralise(detail), options.width),
    ...(hint ? hanging(`  ${" ".repeat(column)}  → `, neutralise(hint), options.width) : []),
  ]);
  const missing = findings.filter(({ status }) => status === "problem").length;
  return [
    ...lines,
    "",
    ...wrap(missing === 0 ? "A run would find all it needs." : withoutThem(missing), options.width),
    "",
  ].join("\n");
}

function withoutThem(missing: number): string {
  const what = missing === 1 ? "One thing is missing" : `${missing} things are missing`;
  return `${what} for a run of a real agent. \`npm run demo\` needs neither a device nor a claude: it brings its own.`;
}

/** argv -> exit code of bench:doctor. */
async function doctorCommand(argv: readonly string[]): Promise<number> {
  if (argv.includes("--help") || argv.includes("-h")) {
    await print(HELP);
    return 0;
  }
  const { given, problems } = readCommandLine<(typeof FLAGS)[number]["name"]>(
    argv,
    FLAGS,
    (word) => `"${word}" is not expected here.`,
  );
  if (problems.length > 0) throw new UsageError(problems);
  const findings = await examine({
    repositoryRoot: join(import.meta.dir, "..", ".."),
    env: process.env,
    claude: given.get("claude")?.[0] ?? null,
    platform: process.platform,
    arch: process.arch,
    bunVersion: Bun.version,
    run: runProcess,
  });
  const options = terminalOptions(process.stdout, process.env);
  await print(given.has("json") ? jsonDocument(findings) : renderFindings(findings, options));
  return findings.some(({ status }) => status === "problem") ? 1 : 0;
}

if (import.meta.main) process.exitCode = await runCommand("bench:doctor", doctorCommand);
