#!/usr/bin/env bun
import { join } from "node:path";
import pico from "picocolors";
import { readCommandLine } from "./command-line.ts";
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
import { hanging, wrap } from "./report/layout.ts";
import { neutralise } from "./report/neutralise.ts";
import type { TextOptions } from "./report/text.ts";
import { terminalOptions } from "./terminal.ts";

const HELP = `Says what of a real run is ready on this machine and what to do for the rest. Spends nothing.

Usage: bun run bench:doctor -- [--claude <command>] [--json]

Exit code: 0 when a run would work, 1 when something is missing, 2 for a usage error.
`;

const FLAGS = [{ name: "claude", value: "<command>" }, { name: "json" }, { name: "help" }] as const;

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

async function main(argv: readonly string[]): Promise<number> {
  const args = argv[0] === "--" ? argv.slice(1) : argv;
  const { given, problems } = readCommandLine<(typeof FLAGS)[number]["name"]>(
    args,
    FLAGS,
    (word) => `"${word}" is not expected here.`,
  );
  if (problems.length > 0) {
    for (const { message } of problems) console.error(`bench:doctor: ${message}`);
    console.error("Run with --help to see every option.");
    return 2;
  }
  if (given.has("help")) {
    process.stdout.write(HELP);
    return 0;
  }
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
  process.stdout.write(
    given.has("json") ? `${JSON.stringify(findings, null, 2)}\n` : renderFindings(findings, options),
  );
  return findings.some(({ status }) => status === "problem") ? 1 : 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
