import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { type Problem, reasonOf } from "../errors.ts";
import { guardGroup } from "./guard.ts";
import { type ProcessGroup, processGroup, type TaskkillRunner } from "./process-group.ts";
import { type ClaudeProgress, readProgress } from "./progress.ts";
import { type Tail, tailLines } from "./transcript-file.ts";

export interface RunClaudeOptions {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  prompt: string;
  /** Created or emptied. Claude writes into the files itself: a slow reader of a pipe loses the end of the stream. */
  stdoutPath: string;
  stderrPath: string;
  timeoutSeconds: number;
  /** First Ctrl-C: ask Claude to end, then make it. */
  interrupt?: AbortSignal;
  /** Second Ctrl-C, or anything that cannot wait: end the group at once. */
  kill?: AbortSignal;
  /** Silence after the final result before Claude is stopped. Default 10. */
  lingerSeconds?: number;
  /** Between asking the group to end and making it. Default 5. */
  graceSeconds?: number;
  /** How often the transcript is looked at, seconds. Default 0.25. */
  pollSeconds?: number;
  onProgress?: (progress: ClaudeProgress) => void;
  platform?: NodeJS.Platform;
  taskkill?: TaskkillRunner;
}

/** How the Claude step ended. The harness's own reason wins over how the process then went. */
export type ClaudeOutcome =
  | { kind: "exited"; exitCode: number }
  | { kind: "signaled"; signal: string }
  | { kind: "timed_out" }
  | { kind: "interrupted" }
  /** Claude had given its final result and was stopped when it did not end by itself. */
  | { kind: "lingered" }
  | { kind: "spawn_failed"; problem: Problem };

export interface ClaudeProcess {
  outcome: ClaudeOutcome;
  /** Of the process, whatever the reason; null when it was never started or a signal ended it. */
  exitCode: number | null;
  signal: string | null;
  /** Claude lingered after its final result and was stopped. */
  forcedStop: boolean;
  /** From spawn to the end of the process; null when it was never started. */
  wallClockSeconds: number | null;
  /** Something that Claude had started still ran when it ended, and was ended with it. */
  leftovers: boolean;
}

type Stop = "timed_out" | "interrupted" | "lingered";

/** Runs Claude in a process group of its own and ends the group in every case. Never rejects. */
export async function runClaude(options: RunClaudeOptions): Promise<ClaudeProcess> {
  if (options.interrupt?.aborted || options.kill?.aborted) return neverRan({ kind: "interrupted" });
  const started = performance.now();
  const spawned = await start(options);
  if ("problem" in spawned) return neverRan({ kind: "spawn_failed", problem: spawned.problem });
  const { group, exited, release } = spawned;
  let stop: Stop | null = null;
  let stopping: Promise<void> | null = null;
  const graceMs = (options.graceSeconds ?? 5) * 1000;
  const end = (reason: Stop) => {
    stop ??= reason;
    stopping ??= endGroup(group, graceMs);
  };
  const timer = setTimeout(() => end("timed_out"), options.timeoutSeconds * 1000);
  const dispose = [
    onAbort(options.interrupt, () => end("interrupted")),
    onAbort(options.kill, () => {
      stop ??= "interrupted";
      void group.kill();
    }),
    await watch(options, started, () => end("lingered")),
  ];
  const { code, signal } = await exited;
  // What comes from here on comes too late to be the reason.
  const reason: Stop | null = stop;
  const wallClockSeconds = Math.round(performance.now() - started) / 1000;
  clearTimeout(timer);
  for (const finish of dispose) await finish();
  // Servers that were still connecting when Claude ended are left behind, also after a clean exit.
  const leftovers = group.alive();
  await (stopping ?? (leftovers ? endGroup(group, graceMs) : undefined));
  release();
  const outcome: ClaudeOutcome =
    reason !== null
      ? { kind: reason }
      : signal !== null
        ? { kind: "signaled", signal }
        : { kind: "exited", exitCode: code ?? 0 };
  return { outcome, exitCode: code, signal, forcedStop: reason === "lingered", wallClockSeconds, leftovers };
}

interface Started {
  group: ProcessGroup;
  /** The group no longer ends with the harness. */
  release: () => void;
  /** Of the process itself; what it leaves behind may hold its files open. */
  exited: Promise<{ code: number | null; signal: string | null }>;
}

async function start(options: RunClaudeOptions): Promise<Started | { problem: Problem }> {
  const files: number[] = [];
  try {
    files.push(openSync(options.stdoutPath, "w"), openSync(options.stderrPath, "w"));
    const child = spawn(options.command, [...options.args], {
      cwd: options.cwd,
      env: { ...options.env },
      stdio: ["pipe", files[0], files[1]],
      detached: true,
      windowsHide: true,
    });
    const { pid } = child;
    const group = pid === undefined ? null : processGroup(pid, options.platform, options.taskkill);
    // The harness itself may be made to exit; what it started must not stay.
    const atExit = () => void group?.kill();
    process.once("exit", atExit);
    let unguard = () => {};
    const release = () => {
      process.off("exit", atExit);
      unguard();
    };
    const exited: Started["exited"] = new Promise((done) => {
      child.once("exit", (code, signal) => done({ code, signal }));
    });
    await new Promise<void>((done, failed) => {
      child.once("spawn", done);
      child.once("error", failed);
    }).catch((error: unknown) => {
      release();
      throw error;
    });
    child.on("error", () => {});
    if (pid !== undefined) unguard = guardGroup(pid, options.platform);
    // Claude may end before it has read the prompt.
    child.stdin?.on("error", () => {});
    child.stdin?.end(options.prompt);
    if (!group) throw new Error("it has no process id");
    return { group, exited, release };
  } catch (error) {
    return { problem: spawnProblem(options.command, error) };
  } finally {
    for (const file of files) closeSync(file);
  }
}

function spawnProblem(command: string, error: unknown): Problem {
  const why = reasonOf(error);
  return {
    code: "CLAUDE_SPAWN_FAILED",
    message: `Claude Code could not be started: ${why}.`,
    where: command,
    hint: "Try the same file with --version, and see --claude.",
  };
}

function neverRan(outcome: ClaudeOutcome): ClaudeProcess {
  return {
    outcome,
    exitCode: null,
    signal: null,
    forcedStop: false,
    wallClockSeconds: null,
    leftovers: false,
  };
}

/** Asks the group to end, waits, and makes it. Resolves when nothing of it runs, or two seconds after SIGKILL. */
async function endGroup(group: ProcessGroup, graceMs: number): Promise<void> {
  await group.terminate();
  if (await waitUntil(() => !group.alive(), graceMs)) return;
  await group.kill();
  await waitUntil(() => !group.alive(), 2000);
}

async function waitUntil(done: () => boolean, limitMs: number): Promise<boolean> {
  const limit = performance.now() + limitMs;
  while (!done()) {
    if (performance.now() >= limit) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

function onAbort(signal: AbortSignal | undefined, action: () => void): () => void {
  if (!signal) return () => {};
  if (signal.aborted) {
    action();
    return () => {};
  }
  signal.addEventListener("abort", action, { once: true });
  return () => signal.removeEventListener("abort", action);
}

/** Follows the transcript: tells progress, and notices a Claude that stays although its result is out. */
async function watch(
  options: RunClaudeOptions,
  started: number,
  linger: () => void,
): Promise<() => Promise<void>> {
  const progress = readProgress();
  const tail: Tail = await tailLines(options.stdoutPath, progress.line);
  const lingerMs = (options.lingerSeconds ?? 10) * 1000;
  let seen = 0;
  let quietSince = performance.now();
  const tell = () => {
    const seconds = (performance.now() - started) / 1000;
    options.onProgress?.({ seconds, bytes: tail.bytes(), ...progress.read() });
  };
  const look = async () => {
    await tail.look();
    const now = performance.now();
    if (tail.bytes() !== seen) quietSince = now;
    seen = tail.bytes();
    tell();
    if (progress.read().finished && now - quietSince >= lingerMs) linger();
  };
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(
    () => {
      looking = looking.then(look).catch(() => {});
    },
    (options.pollSeconds ?? 0.25) * 1000,
  );
  return async () => {
    clearInterval(timer);
    await looking;
    await tail.look().catch(() => {});
    tell();
    await tail.close();
  };
}
