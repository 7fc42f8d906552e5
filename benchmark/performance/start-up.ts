import { join } from "node:path";
import { measureCommand } from "./process-tree.ts";
import { pairedRow, type Row } from "./row.ts";

const root = join(import.meta.dir, "../..");
const command = join(root, "scripts/agent-benchmark/run.ts");

const CALLS: readonly { what: string; args: readonly string[]; exitCode: number; words: string }[] = [
  { what: "--help", args: ["--help"], exitCode: 0, words: "below twice" },
  { what: "a usage error", args: ["--no-such-option"], exitCode: 2, words: "below twice" },
  {
    what: "--dry-run of one suite",
    args: ["--suite", "bug-repro", "--dry-run"],
    exitCode: 0,
    words: "below twice",
  },
];

/** How long the command takes to answer when it does next to nothing, beside an empty script. Whole processes. */
export async function measureStartUp(repetitions: number): Promise<Row[]> {
  const ours = CALLS.map((): number[] => []);
  const empty: number[] = [];
  for (let run = -2; run < repetitions; run += 1) {
    const base = await once([join(import.meta.dir, "empty.ts")], 0);
    if (run >= 0) empty.push(base);
    for (const [index, { args, exitCode }] of CALLS.entries()) {
      const milliseconds = await once([command, ...args], exitCode);
      if (run >= 0) ours[index]?.push(milliseconds);
    }
  }
  return CALLS.map(({ what, words }, index) =>
    pairedRow({
      group: "start-up",
      what,
      unit: "ms",
      ours: ours[index] ?? [],
      against: { name: "empty Bun script", kind: "bound", values: empty },
      goal: { atMost: 2, words },
    }),
  );
}

async function once(args: readonly string[], expected: number): Promise<number> {
  const measured = await measureCommand({ command: [process.execPath, ...args], cwd: root });
  if (measured.exitCode !== expected)
    throw new Error(`${args.join(" ")} ended with ${measured.exitCode}.\n${measured.stderr}`);
  return measured.wallSeconds * 1000;
}
