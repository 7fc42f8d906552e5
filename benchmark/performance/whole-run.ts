import { rmSync } from "node:fs";
import { join } from "node:path";
import { resolveClaude } from "../../scripts/agent-benchmark/claude/resolve.ts";
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

/** The same job by the harness, by the bare CLI and (with `promptfoo`) by promptfoo, in turn. Whole processes. */
export async function measureWholeRun(
  repetitions: number,
  directory: string,
  promptfoo: boolean,
): Promise<WholeRun> {
  const job = await prepareJob(directory);
  const ours: Attempt[] = [];
  const bare: Attempt[] = [];
  const peer: Attempt[] = [];
  // The first of each fills the file cache.
  for (let run = -1; run < repetitions; run += 1) {
    const mine = await byHarness(job, join(directory, "out"));
    const other = await byHand(job, "claude");
    const third = promptfoo ? await byHand(job, "promptfoo") : null;
    if (run < 0) continue;
    ours.push(mine);
    bare.push(other);
    if (third) peer.push(third);
  }
  const rows = [...bareRows(ours, bare), ...(promptfoo ? peerRows(ours, peer) : [])];
  const notes = [`harness, median seconds by phase: ${phaseWords(ours)}`, `bare: ${phaseWords(bare)}`];
  if (promptfoo) notes.push(`promptfoo: ${phaseWords(peer)}`);
  return { rows, notes };
}

function bareRows(ours: readonly Attempt[], bare: readonly Attempt[]): Row[] {
  const row = (what: string, of: (attempt: Attempt) => number, goal: Row["goal"]) =>
    pairedRow({
      group: "whole run",
      what,
      unit: "s",
      ours: ours.map(of),
      against: { name: "bare claude -p", kind: "bound", values: bare.map(of) },
      goal,
    });
  const unprepared = ({ wall, phases }: Attempt) => wall - (phases.preflight ?? 0);
  return [
    row("wall time", ({ wall }) => wall, { atMost: 1.1, words: "at most 10 % more" }),
    row("processor time of the process tree", ({ cpu }) => cpu, {
      atMost: 1.15,
      words: "at most 15 % more",
    }),
    row("wall time without preparing the device", unprepared, null),
    row("wall time of the claude step", ({ phases }) => phases.claude ?? Number.NaN, null),
  ];
}

function peerRows(ours: readonly Attempt[], peer: readonly Attempt[]): Row[] {
  const row = (what: string, of: (attempt: Attempt) => number, goal: Row["goal"]) =>
    pairedRow({
      group: "whole run",
      what,
      unit: "s",
      ours: ours.map(of),
      against: { name: "promptfoo", kind: "peer", values: peer.map(of) },
      goal,
    });
  return [
    row("wall time", ({ wall }) => wall, { atMost: 0.7, words: "at most 0.7" }),
    row("processor time of the process tree", ({ cpu }) => cpu, null),
  ];
}

async function byHarness(job: Job, output: string): Promise<Attempt> {
  const measured = await measureCommand({
    command: [
      process.execPath,
      join(root, "scripts/agent-benchmark/run.ts"),
      ...["--suite", job.suite, "--device", "virtual", "--model", "scripted"],
      ...["--server-root", job.serverRoot, "--output", output, "--json"],
    ],
  });
  if (measured.exitCode !== 0)
    throw new Error(`The harness's run failed.\n${measured.stderr}${measured.stdout.slice(0, 2000)}`);
  rmSync(output, { recursive: true, force: true });
  return attempt(measured, readPhases(measured.stdout));
}

function readPhases(stdout: string): Record<string, number> {
  const parsed: unknown = JSON.parse(stdout);
  const [result] = (Array.isArray(parsed) ? parsed : [parsed]) as {
    run: { phases: { name: string; seconds: number }[] };
  }[];
  return Object.fromEntries((result?.run.phases ?? []).map(({ name, seconds }) => [name, seconds]));
}

async function byHand(job: Job, agent: "claude" | "promptfoo"): Promise<Attempt> {
  const claude = resolveClaude({
    requested: null,
    scripted: true,
    path: "",
    cwd: root,
    repositoryRoot: root,
    platform: process.platform,
    arch: process.arch,
  });
  if (!claude.ok) throw new Error(claude.problem.message);
  const script = join(import.meta.dir, "by-hand.ts");
  const measured = await measureCommand({
    command: [process.execPath, script, agent, job.playbook, job.prompt, job.serverRoot, claude.command],
  });
  if (measured.exitCode !== 0)
    throw new Error(`The run by ${agent} failed.\n${measured.stderr}${measured.stdout.slice(0, 2000)}`);
  const { phases } = JSON.parse(measured.stdout) as { phases: Record<string, number> };
  return attempt(measured, phases);
}

function attempt(
  { wallSeconds, cpuSeconds }: { wallSeconds: number; cpuSeconds: number },
  phases: Record<string, number>,
): Attempt {
  const inside = Object.values(phases).reduce((sum, seconds) => sum + seconds, 0);
  return { wall: wallSeconds, cpu: cpuSeconds, phases: { ...phases, outside: wallSeconds - inside } };
}

function phaseWords(attempts: readonly Attempt[]): string {
  return Object.keys(attempts[0]?.phases ?? {})
    .map((name) => `${name} ${spread(attempts.map(({ phases }) => phases[name] ?? 0)).median.toFixed(2)}`)
    .join(", ");
}
