import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measureCommand } from "./process-tree.ts";
import { pairedRow, type Row } from "./row.ts";
import { spread } from "./spread.ts";
import { type Job, prepareJob } from "./whole-run-app.ts";

const root = join(import.meta.dir, "../..");

interface Attempt {
  wall: number;
  cpu: number;
  /** Seconds by phase; `outside` is what lies around them: the start of the process, loading code, clean-up, the report. */
  phases: Record<string, number>;
}

export interface WholeRun {
  rows: Row[];
  notes: string[];
}

type Way = "harness" | "claude" | "prepared" | "promptfoo";

const NAMES: Readonly<Record<Exclude<Way, "harness">, string>> = {
  claude: "bare claude -p",
  prepared: "same preflight, then bare claude -p",
  promptfoo: "promptfoo",
};

/** The same job by the harness, by the bare CLI (with and without the harness's preflight) and by promptfoo, in turn. */
export async function measureWholeRun(
  repetitions: number,
  directory: string,
  promptfoo: boolean,
): Promise<WholeRun> {
  const job = await writeJob(directory);
  const ways: readonly Way[] = [
    "harness",
    "claude",
    "prepared",
    ...(promptfoo ? ["promptfoo" as const] : []),
  ];
  const attempts = await inTurn(ways, repetitions, (way) => attempt(way, 1, job, directory));
  const wall = ({ wall }: Attempt) => wall;
  const cpu = ({ cpu }: Attempt) => cpu;
  const row = (way: Exclude<Way, "harness">, what: string, of: typeof wall, goal: Row["goal"]) =>
    pairedRow({
      group: "whole run",
      what,
      unit: "s",
      ours: attempts.harness.map(of),
      against: {
        name: NAMES[way],
        kind: way === "promptfoo" ? "peer" : "bound",
        values: attempts[way].map(of),
      },
      goal,
    });
  return {
    rows: [
      row("prepared", "wall time", wall, { atMost: 1.1, words: "at most 10 % more" }),
      row("prepared", "processor time", cpu, { atMost: 1.15, words: "at most 15 % more" }),
      row("claude", "wall time", wall, { atMost: 1.1, words: "at most 10 % more" }),
      row("claude", "processor time", cpu, { atMost: 1.15, words: "at most 15 % more" }),
      row("claude", "wall time of the claude step alone", ({ phases }) => phases.claude ?? Number.NaN, null),
      ...(promptfoo
        ? [
            row("promptfoo", "wall time", wall, { atMost: 0.7, words: "at most 0.7" }),
            row("promptfoo", "processor time", cpu, null),
          ]
        : []),
    ],
    notes: ways.map(
      (way) => `${way === "harness" ? way : NAMES[way]}, median seconds by phase: ${words(attempts[way])}`,
    ),
  };
}

/** Runs in one process, as --trials makes them, beside a script that repeats the bare job; for each run. */
export async function measureSession(
  trials: number,
  repetitions: number,
  directory: string,
): Promise<WholeRun> {
  const job = await writeJob(directory);
  const attempts = await inTurn(["harness", "prepared"], repetitions, (way) =>
    attempt(way, trials, job, directory),
  );
  const row = (what: string, of: (attempt: Attempt) => number, goal: Row["goal"]) =>
    pairedRow({
      group: `each of ${trials} runs in a session`,
      what,
      unit: "s",
      ours: attempts.harness.map((one) => of(one) / trials),
      against: {
        name: NAMES.prepared,
        kind: "bound",
        values: attempts.prepared.map((one) => of(one) / trials),
      },
      goal,
    });
  return {
    rows: [
      row("wall time", ({ wall }) => wall, { atMost: 1.1, words: "at most 10 % more" }),
      row("processor time", ({ cpu }) => cpu, { atMost: 1.15, words: "at most 15 % more" }),
    ],
    notes: [],
  };
}

/** A B C A B C ...: noise hits all of them. The first round fills the file cache and is not counted. */
async function inTurn<W extends Way>(
  ways: readonly W[],
  repetitions: number,
  once: (way: W) => Promise<Attempt>,
): Promise<Record<Way, Attempt[]>> {
  const attempts: Record<Way, Attempt[]> = { harness: [], claude: [], prepared: [], promptfoo: [] };
  for (let round = -1; round < repetitions; round += 1) {
    for (const way of ways) {
      const measured = await once(way);
      if (round >= 0) attempts[way].push(measured);
    }
  }
  return attempts;
}

async function writeJob(directory: string): Promise<Job> {
  const job = await prepareJob(directory);
  writeFileSync(join(directory, "job.json"), JSON.stringify(job));
  return job;
}

async function attempt(way: Way, times: number, job: Job, directory: string): Promise<Attempt> {
  const output = join(directory, "out");
  const command =
    way === "harness"
      ? [
          join(root, "scripts/agent-benchmark/run.ts"),
          ...["--suite", job.suite, "--device", "virtual", "--model", "scripted"],
          ...["--server-root", job.serverRoot, "--output", output, "--json"],
          ...(times === 1 ? [] : ["--trials", String(times)]),
        ]
      : [join(import.meta.dir, "by-hand.ts"), way, String(times), join(directory, "job.json")];
  const measured = await measureCommand({ command: [process.execPath, ...command] });
  rmSync(output, { recursive: true, force: true });
  const { exitCode, stdout, stderr, wallSeconds, cpuSeconds } = measured;
  if (exitCode !== 0) throw new Error(`The run by ${way} failed.\n${stderr}${stdout.slice(0, 2000)}`);
  const phases = way === "harness" ? harnessPhases(stdout) : handPhases(stdout);
  const inside = Object.values(phases).reduce((sum, seconds) => sum + seconds, 0);
  return { wall: wallSeconds, cpu: cpuSeconds, phases: { ...phases, outside: wallSeconds - inside } };
}

function handPhases(stdout: string): Record<string, number> {
  return (JSON.parse(stdout) as { phases: Record<string, number> }).phases;
}

function harnessPhases(stdout: string): Record<string, number> {
  const parsed: unknown = JSON.parse(stdout);
  const results = (Array.isArray(parsed) ? parsed : [parsed]) as {
    run: { phases: { name: string; seconds: number }[] };
  }[];
  const sums: Record<string, number> = {};
  for (const { name, seconds } of results.flatMap(({ run }) => run.phases))
    sums[name] = (sums[name] ?? 0) + seconds;
  return sums;
}

function words(attempts: readonly Attempt[]): string {
  return Object.keys(attempts[0]?.phases ?? {})
    .map((name) => `${name} ${spread(attempts.map(({ phases }) => phases[name] ?? 0)).median.toFixed(2)}`)
    .join(", ");
}
