import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measureCommand } from "./process-tree.ts";
import { pairedRow, type Row } from "./row.ts";

const root = join(import.meta.dir, "../..");
const SUITES = 1_000;
/** Reads, parses and validates, and nothing else. */
export const BARE_LOOP = join(import.meta.dir, "dry-run-bare.ts");

/** `--dry-run` of 1,000 suites beside a loop that parses and validates the same files. Whole processes. */
export async function measureDryRun(repetitions: number, directory: string): Promise<Row[]> {
  const paths = writeSuites(directory, SUITES);
  const command = join(root, "scripts/agent-benchmark/run.ts");
  const ours: { wall: number; cpu: number }[] = [];
  const other: { wall: number; cpu: number }[] = [];
  for (let run = -1; run < repetitions; run += 1) {
    const mine = await once([command, ...paths.flatMap((path) => ["--suite", path]), "--dry-run"]);
    const theirs = await once([BARE_LOOP, join(directory, "suites")]);
    if (run < 0) continue;
    ours.push(mine);
    other.push(theirs);
  }
  const row = (what: string, of: (time: { wall: number; cpu: number }) => number) =>
    pairedRow({
      group: "dry-run",
      what,
      unit: "ms",
      ours: ours.map(of),
      against: { name: "yaml + ajv loop", kind: "bound", values: other.map(of) },
      goal: { atMost: 1.5, words: "at most 1.5 times" },
    });
  return [
    row(`${SUITES} suites, wall time`, ({ wall }) => wall),
    row(`${SUITES} suites, processor time`, ({ cpu }) => cpu),
  ];
}

async function once(args: readonly string[]): Promise<{ wall: number; cpu: number }> {
  const { wallSeconds, cpuSeconds, exitCode, stderr } = await measureCommand({
    command: [process.execPath, ...args],
  });
  if (exitCode !== 0) throw new Error(stderr.slice(0, 1000));
  return { wall: wallSeconds * 1000, cpu: cpuSeconds * 1000 };
}

/** Copies of bug-repro under other names, with its prompt; their paths. */
export function writeSuites(directory: string, count: number): string[] {
  const agent = join(root, "benchmark/agent");
  const folder = join(directory, "suites");
  mkdirSync(folder, { recursive: true });
  cpSync(join(agent, "prompts/bug-repro.txt"), join(directory, "prompts/bug-repro.txt"));
  const text = readFileSync(join(agent, "suites/bug-repro.yml"), "utf8");
  return Array.from({ length: count }, (_, index) => {
    const name = `suite-${index}`;
    const path = join(folder, `${name}.yml`);
    writeFileSync(path, text.replace(/^name: .*$/m, `name: ${name}`));
    return path;
  });
}
