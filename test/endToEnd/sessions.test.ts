import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { SessionState } from "../../scripts/agent-benchmark/session/state.ts";
import { type Scene, scene, writeBugRepro } from "../helpers/bench.ts";

const EMBEDDED = ["--device", "virtual", "--model", "scripted"];

const sessionFolder = (stage: Scene) => {
  const root = join(stage.output, "sessions");
  const [name, ...others] = readdirSync(root);
  if (!name || others.length > 0) throw new Error("expected one session");
  return join(root, name);
};
const readState = (folder: string): SessionState =>
  JSON.parse(readFileSync(join(folder, "session.json"), "utf8"));

test("trials of a suite are runs of their own in one session folder, and the report counts them", async () => {
  await using stage = scene();
  const run = await stage.bench(["--suite", writeBugRepro(stage), "--trials", "2", ...EMBEDDED]);
  expect(run.exitCode).toBe(0);
  const folder = sessionFolder(stage);
  const { attempts, trials } = readState(folder);
  expect(trials).toBe(2);
  expect(attempts.map(({ trial, verdict, retryOf }) => ({ trial, verdict, retryOf }))).toEqual([
    { trial: 1, verdict: "passed", retryOf: null },
    { trial: 2, verdict: "passed", retryOf: null },
  ]);
  expect(new Set(attempts.map(({ directory }) => directory)).size).toBe(2);
  expect(run.stderr).toContain("Trial 2 of 2");
});

test("Ctrl-C ends the trial at work, says how to go on, and --resume makes what is left", async () => {
  await using stage = scene();
  const interrupted = await stage.bench(["--suite", writeBugRepro(stage), "--trials", "2", ...EMBEDDED], {
    signalAt: { line: /start Claude is working/, signals: [{ name: "SIGINT", afterMs: 300 }] },
  });
  expect(interrupted.exitCode).toBe(1);
  const folder = sessionFolder(stage);
  const shown = `'${relative(stage.path, folder)}'`;
  expect(interrupted.stderr).toContain(
    `2 trials are left. Go on with: bun run bench:agent -- --resume ${shown}`,
  );
  expect(readState(folder).attempts.map(({ verdict }) => verdict)).toEqual([null]);
  const resumed = await stage.bench(["--resume", folder]);
  expect(resumed.exitCode).toBe(0);
  expect(readState(folder).attempts.map(({ trial, verdict }) => `${trial} ${verdict}`)).toEqual([
    "1 null",
    "1 passed",
    "2 passed",
  ]);
  expect(stage.results().map(({ run }) => run.endReason)).toEqual(["interrupted", "completed", "completed"]);
});

test("an incomplete trial is repeated once, and the session records that it was", async () => {
  await using stage = scene();
  const marker = join(stage.path, "second");
  const real = join(stage.path, "pinned");
  const claude = stage.write(
    "bin/claude",
    `#!/bin/sh\nif [ -e "${marker}" ]; then exec "${real}" "$@"; fi\ntouch "${marker}"\nexit 7\n`,
  );
  const { CLIS } = await import("../helpers/claude-lab.ts");
  stage.write("pinned", `#!/bin/sh\nexec "${CLIS["2.1.332"]}" "$@"\n`);
  const run = await stage.bench([
    "--suite",
    writeBugRepro(stage),
    "--trials",
    "1",
    "--retry",
    "incomplete",
    "--claude",
    claude,
    ...EMBEDDED,
  ]);
  const { attempts } = readState(sessionFolder(stage));
  expect(attempts.map(({ verdict }) => verdict)).toEqual(["incomplete", "passed"]);
  expect(attempts[1]?.retryOf).toBe(attempts[0]?.directory ?? "");
  expect(run.exitCode).toBe(0);
});

test("a suite is proven by what its checks say to an agent that does nothing, and to its playbook", async () => {
  await using stage = scene();
  const proven = await stage.bench(["--suite", writeBugRepro(stage), "--prove", "--device", "virtual"]);
  expect(proven.stdout).toStartWith("PROVEN  bug-repro");
  expect(proven.exitCode).toBe(0);
  const [file, ...others] = new Bun.Glob("proofs/*/proof.json").scanSync({ cwd: stage.output });
  expect(others).toEqual([]);
  const { proofs } = JSON.parse(readFileSync(join(stage.output, file ?? ""), "utf8"));
  expect(proofs).toMatchObject([{ suite: "bug-repro", proven: true }]);
  for (const { directory } of proofs[0].statements) {
    expect(existsSync(join(stage.output, dirname(file ?? ""), directory, "result.json"))).toBe(true);
  }
});

test("a suite whose screen checks hold before anything is done is not proven, and gets no baseline", async () => {
  await using stage = scene();
  const edit = (suite: string) =>
    suite.replace(/screenIncludes: \["Expected count: 3".*\]/, 'screenIncludes: ["Bug Reproduction Demo"]');
  const suite = writeBugRepro(stage, { edit });
  const proof = await stage.bench(["--suite", suite, "--prove", "--device", "virtual"]);
  expect(proof.exitCode).toBe(1);
  expect(proof.stdout).toStartWith("NOT PROVEN  bug-repro");
  expect(proof.stdout).toContain("every expected text is already there before the task is done");
  const passed = stage.results().find(({ verdict }) => verdict === "passed");
  expect(passed?.baseline).toMatchObject({
    written: false,
    notWrittenBecause:
      "The start screen already shows every text of verify.screenIncludes, so the suite can't tell success from nothing.",
  });
});
