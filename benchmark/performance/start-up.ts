import { join } from "node:path";
import { BARE_LOOP, writeSuites } from "./dry-run.ts";
import { measureCommand } from "./process-tree.ts";
import { pairedRow, type Row } from "./row.ts";

const root = join(import.meta.dir, "../..");
const command = join(root, "scripts/agent-benchmark/run.ts");

const EMPTY = { name: "empty Bun script", args: [join(import.meta.dir, "empty.ts")] };
const TWICE = { atMost: 2, words: "below twice" };

/** How long the command takes to answer when it does next to nothing, beside an empty script. Whole processes, in turn. */
export async function measureStartUp(repetitions: number, directory: string): Promise<Row[]> {
  const suites = writeSuites(directory, 1);
  const dryRun = {
    what: "--dry-run of one suite",
    args: ["--suite", suites[0] ?? "", "--dry-run"],
    exitCode: 0,
  };
  const loop = { name: "yaml + ajv loop", args: [BARE_LOOP, join(directory, "suites")] };
  const calls = [
    { what: "--help", args: ["--help"], exitCode: 0, bound: EMPTY, goal: TWICE },
    { what: "a usage error", args: ["--no-such-option"], exitCode: 2, bound: EMPTY, goal: null },
    { ...dryRun, bound: EMPTY, goal: TWICE },
    { ...dryRun, bound: loop, goal: { atMost: 1.5, words: "at most 1.5 times" } },
  ];
  const times = calls.map(() => ({ ours: [] as number[], bound: [] as number[] }));
  for (let run = -2; run < repetitions; run += 1) {
    for (const [index, { args, exitCode, bound }] of calls.entries()) {
      const ours = await once([command, ...args], exitCode);
      const other = await once(bound.args, 0);
      if (run < 0) continue;
      times[index]?.ours.push(ours);
      times[index]?.bound.push(other);
    }
  }
  return calls.map(({ what, bound, goal }, index) =>
    pairedRow({
      group: "start-up",
      what,
      unit: "ms",
      ours: times[index]?.ours ?? [],
      against: { name: bound.name, kind: "bound", values: times[index]?.bound ?? [] },
      goal,
    }),
  );
}

async function once(args: readonly string[], expected: number): Promise<number> {
  const measured = await measureCommand({ command: [process.execPath, ...args], cwd: root });
  if (measured.exitCode !== expected)
    throw new Error(`${args.join(" ")} ended with ${measured.exitCode}.\n${measured.stderr}`);
  return measured.wallSeconds * 1000;
}
