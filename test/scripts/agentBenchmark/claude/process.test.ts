import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunClaudeOptions, runClaude } from "../../../../scripts/agent-benchmark/claude/process.ts";

setDefaultTimeout(20_000);

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** A stand-in for Claude: a shell script, run with the prompt on stdin. */
function fake(script: string, options: Partial<RunClaudeOptions> = {}) {
  const directory = mkdtempSync(join(tmpdir(), "claude-process-"));
  directories.push(directory);
  const command = join(directory, "claude");
  writeFileSync(command, `#!/bin/sh\n${script}\n`);
  chmodSync(command, 0o755);
  const stdoutPath = join(directory, "out");
  const stderrPath = join(directory, "err");
  const run = () =>
    runClaude({
      command,
      args: ["-p"],
      env: { PATH: "/usr/bin:/bin", DIR: directory },
      cwd: directory,
      prompt: "Do it.\n",
      stdoutPath,
      stderrPath,
      timeoutSeconds: 20,
      graceSeconds: 0.3,
      pollSeconds: 0.02,
      ...options,
    });
  return {
    directory,
    run,
    stdout: () => readFileSync(stdoutPath, "utf8"),
    stderr: () => readFileSync(stderrPath, "utf8"),
  };
}

function pidIn(directory: string): number {
  return Number(readFileSync(join(directory, "pid"), "utf8"));
}

/** Gone, or a zombie that this container's first process has not reaped. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync("/proc/self/stat") || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function until(done: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !done(); i++) await Bun.sleep(10);
}

const RESULT = `echo '{"type":"result","subtype":"success"}'`;

test("the prompt arrives on stdin, the output in the files, the exit code in the outcome", async () => {
  const claude = fake('cat; echo "$1 $PWD" >&2; exit 3');
  const ended = await claude.run();
  expect(ended).toMatchObject({
    outcome: { kind: "exited", exitCode: 3 },
    exitCode: 3,
    signal: null,
    leftovers: false,
  });
  expect(ended.wallClockSeconds).toBeGreaterThan(0);
  expect(claude.stdout()).toBe("Do it.\n");
  expect(claude.stderr()).toBe(`-p ${claude.directory}\n`);
});

test("a Claude that never reads a long prompt is no error", async () => {
  const ended = await fake("exit 0", { prompt: "x".repeat(3_000_000) }).run();
  expect(ended.outcome).toEqual({ kind: "exited", exitCode: 0 });
});

test("an executable that is not there, and one that is no program, are reported as a problem", async () => {
  const missing = await fake("exit 0", { command: "/nonexistent/claude" }).run();
  expect(missing).toMatchObject({ outcome: { kind: "spawn_failed" }, wallClockSeconds: null });
  const directory = await fake("exit 0", { command: "/" }).run();
  expect(directory.outcome).toMatchObject({
    kind: "spawn_failed",
    problem: { code: "CLAUDE_SPAWN_FAILED", where: "/" },
  });
});

test("an artifact that cannot be written is reported as a problem", async () => {
  const ended = await fake("exit 0", { stdoutPath: "/nonexistent/out" }).run();
  expect(ended.outcome.kind).toBe("spawn_failed");
});

test("a signal from outside is the outcome", async () => {
  const ended = await fake("kill -KILL $$").run();
  expect(ended).toMatchObject({
    outcome: { kind: "signaled", signal: "SIGKILL" },
    exitCode: null,
    signal: "SIGKILL",
  });
});

test("the time-out ends Claude and a grandchild that holds stdout and ignores SIGTERM", async () => {
  const claude = fake(`sh -c 'trap "" TERM; echo $$ > "$DIR/pid"; while :; do sleep 0.05; done' & wait`, {
    timeoutSeconds: 1,
  });
  const ended = await claude.run();
  expect(ended.outcome).toEqual({ kind: "timed_out" });
  expect(ended.wallClockSeconds).toBeLessThan(10);
  expect(isRunning(pidIn(claude.directory))).toBe(false);
});

test("a clean success that is printed after the time-out's SIGTERM stays a time-out", async () => {
  const ended = await fake(
    `trap '${RESULT.replaceAll("'", "'\\''")}; exit 0' TERM; while :; do sleep 0.05; done`,
    {
      timeoutSeconds: 1,
      graceSeconds: 5,
    },
  ).run();
  expect(ended).toMatchObject({ outcome: { kind: "timed_out" }, exitCode: 0 });
});

test("a wrapper that leaves Claude behind ends the run, and the group with it", async () => {
  const claude = fake(
    `sh -c 'echo $$ > "$DIR/pid"; exec sleep 60' & while [ ! -s "$DIR/pid" ]; do sleep 0.01; done; exit 0`,
  );
  const ended = await claude.run();
  expect(ended).toMatchObject({ outcome: { kind: "exited", exitCode: 0 }, leftovers: true });
  expect(isRunning(pidIn(claude.directory))).toBe(false);
});

test("the first Ctrl-C asks, the second kills", async () => {
  const first = new AbortController();
  const polite = fake(`trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.02; done`, {
    interrupt: first.signal,
    graceSeconds: 5,
  });
  const running = polite.run();
  await until(() => existsSync(join(polite.directory, "out")) && polite.stdout() !== "");
  first.abort();
  expect((await running).outcome).toEqual({ kind: "interrupted" });
  expect(polite.stdout()).toBe("up\nbye\n");

  const [ask, insist] = [new AbortController(), new AbortController()];
  const deaf = fake(`trap '' TERM; echo up; while :; do sleep 0.02; done`, {
    interrupt: ask.signal,
    kill: insist.signal,
    graceSeconds: 30,
  });
  const stuck = deaf.run();
  await until(() => existsSync(join(deaf.directory, "out")) && deaf.stdout() !== "");
  ask.abort();
  await Bun.sleep(50);
  insist.abort();
  expect(await stuck).toMatchObject({ outcome: { kind: "interrupted" }, signal: "SIGKILL" });
});

test("a run that is interrupted before it begins starts nothing", async () => {
  const claude = fake("echo up", { interrupt: AbortSignal.abort() });
  expect(await claude.run()).toMatchObject({ outcome: { kind: "interrupted" }, wallClockSeconds: null });
  expect(existsSync(join(claude.directory, "out"))).toBe(false);
});

test("a Claude that stays after its final result gets a while, then is stopped", async () => {
  const ended = await fake(`${RESULT}; sleep 60`, { lingerSeconds: 0.2 }).run();
  expect(ended).toMatchObject({ outcome: { kind: "lingered" }, forcedStop: true });
  const busy = await fake(
    `${RESULT}; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 0.1; echo '{"type":"user"}'; done; sleep 0.1; ${RESULT}`,
    { lingerSeconds: 1 },
  ).run();
  expect(busy.outcome).toEqual({ kind: "exited", exitCode: 0 });
});

test("progress tells bytes, calls and the last tool", async () => {
  const seen: unknown[] = [];
  const call = `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"mcp__auto-mobile__observe"}]}}`;
  const claude = fake(`echo '${call}'; echo 'not json'; ${RESULT}`, {
    onProgress: (progress) => seen.push(progress),
  });
  await claude.run();
  expect(seen.at(-1)).toMatchObject({
    bytes: claude.stdout().length,
    toolCalls: 1,
    lastTool: "mcp__auto-mobile__observe",
    finished: true,
  });
});

test("a harness that has to exit takes Claude with it", async () => {
  const claude = fake(`echo $$ > "$DIR/new"; mv "$DIR/new" "$DIR/pid"; exec sleep 60`);
  const source = join(import.meta.dir, "../../../../scripts/agent-benchmark/claude/process.ts");
  const options = {
    command: join(claude.directory, "claude"),
    args: [],
    env: { PATH: "/usr/bin:/bin", DIR: claude.directory },
    cwd: claude.directory,
    prompt: "",
    stdoutPath: join(claude.directory, "out"),
    stderrPath: join(claude.directory, "err"),
    timeoutSeconds: 60,
  };
  const harness = join(claude.directory, "harness.ts");
  writeFileSync(
    harness,
    `import { existsSync } from "node:fs";
import { runClaude } from ${JSON.stringify(source)};
void runClaude(${JSON.stringify(options)});
while (!existsSync(${JSON.stringify(join(claude.directory, "pid"))})) await Bun.sleep(5);
process.exit(7);
`,
  );
  const ran = Bun.spawn([process.execPath, harness], { stdio: ["ignore", "ignore", "inherit"] });
  expect(await ran.exited).toBe(7);
  await until(() => !isRunning(pidIn(claude.directory)));
  expect(isRunning(pidIn(claude.directory))).toBe(false);
});

test("400 kB written at once and left at once arrive whole", async () => {
  const claude = fake(`head -c 400000 /dev/zero | tr '\\0' x; exit 0`);
  await claude.run();
  expect(claude.stdout().length).toBe(400_000);
});

test("on Windows the tree is ended by taskkill", async () => {
  const calls: string[][] = [];
  const claude = fake("exec sleep 60", {
    platform: "win32",
    timeoutSeconds: 0.1,
    taskkill: async (args) => {
      calls.push(args);
      if (args.includes("/F")) process.kill(Number(args[1]), "SIGKILL");
    },
  });
  const ended = await claude.run();
  expect(ended.outcome).toEqual({ kind: "timed_out" });
  const pid = calls[0]?.[1] ?? "";
  expect(calls).toEqual([
    ["/PID", pid, "/T"],
    ["/PID", pid, "/T", "/F"],
  ]);
});
