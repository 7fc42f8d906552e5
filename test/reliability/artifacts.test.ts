import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../../scripts/agent-benchmark/result.ts";
import { repositoryRoot } from "../helpers/bench.ts";
import { type Bed, CLAUDE, fakeClaude, fakeServerRoot, hold, makeBed, reached } from "./bed.ts";

setDefaultTimeout(90_000);

/** A message for a person, not a stack. */
function expectPlain(run: { stderr: string; exitCode: number | null }, code: string): void {
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toContain(`[${code}]`);
  expect(run.stderr).not.toMatch(/^\s+at /m);
}

/** Words that run a command in a mount namespace where `folder` is a file system of 2 MB; null where that is not allowed. */
function onSmallDisk(folder: string): string[] | null {
  const script = `mount -t tmpfs -o size=2m tmpfs "$0" && exec "$@"`;
  const words = ["unshare", "-rm", "sh", "-c", script, folder];
  return Bun.spawnSync([...words, "true"]).exitCode === 0 ? words : null;
}

/** No file beyond 8 kB, for the whole run: where nothing may be mounted, the next honest thing to a full disk. */
const SHORT_FILES = ["sh", "-c", `trap '' XFSZ; ulimit -f 16; exec "$@"`, "sh"];

describe("an artifact root that can't be written", () => {
  test("is refused before the device is touched, with what to do", async () => {
    await using bed = await makeBed();
    const file = bed.scene.write("a file", "");
    const run = await bed.run({ output: join(file, "below") });
    expectPlain(run, "OUTPUT_UNWRITABLE");
    expect(run.stderr).toContain("Choose another place with --output");
    expect(bed.gate.requests).toEqual([]);
    await bed.nothingLeft();
  });
});

describe("a run directory that is removed in mid-run", () => {
  const removeRuns = (bed: Bed) => rmSync(bed.scene.output, { recursive: true, force: true });

  test("in preflight", async () => {
    await using bed = await makeBed();
    bed.gate.at(/pm clear/, () => {
      removeRuns(bed);
      return "pass";
    });
    const run = await bed.run({
      claude: fakeClaude(bed.scene),
      args: ["--server-root", fakeServerRoot(bed.scene, "")],
    });
    expectPlain(run, "RESULT_UNWRITABLE");
    expect(existsSync(join(bed.scene.path, "at-claude"))).toBe(false);
    await bed.nothingLeft();
  });

  test("while Claude works", async () => {
    await using bed = await makeBed();
    hold(bed.scene, "claude");
    const started = bed.start({
      claude: fakeClaude(bed.scene),
      args: ["--server-root", fakeServerRoot(bed.scene, "")],
    });
    await reached(bed.scene, "claude", started);
    removeRuns(bed);
    rmSync(join(bed.scene.path, "hold-claude"));
    const run = await started.done;
    expectPlain(run, "RESULT_UNWRITABLE");
    expect(existsSync(bed.scene.output)).toBe(false);
    await bed.nothingLeft();
  });

  test("with the real Claude and server at work it is never a pass", async () => {
    await using bed = await makeBed();
    bed.gate.at(
      /uiautomator dump/,
      () => {
        removeRuns(bed);
        return "pass";
      },
      2,
    );
    const run = await bed.run();
    expect(run.exitCode).toBe(1);
    expect(run.stdout).not.toContain("PASS");
    expect(run.stderr).not.toMatch(/^\s+at /m);
    await bed.nothingLeft();
  });
});

describe("a full disk", () => {
  test("under Claude's output and to the end: no result, a message, nothing left", async () => {
    await using bed = await makeBed();
    const output = join(bed.scene.path, "disk");
    mkdirSync(output);
    const claude = bed.scene.write(
      "bin/claude",
      `#!/bin/sh\n[ "$1" = --version ] || cat /dev/zero > "${output}/fill" 2>/dev/null\nexec "${CLAUDE}" "$@"\n`,
    );
    const prefix = onSmallDisk(output);
    const run = await bed.run({ claude, prefix: prefix ?? SHORT_FILES, output });
    expect(run.exitCode).toBe(1);
    expect(run.stdout).not.toContain("PASS");
    expect(run.stderr).not.toMatch(/^\s+at /m);
    expect(run.stderr).toContain("Check that the disk has room");
    await bed.nothingLeft();
  });

  test("with room again at the end: the run is incomplete and says that output is missing", async () => {
    await using bed = await makeBed();
    const output = join(bed.scene.path, "disk");
    mkdirSync(output);
    const claude = bed.scene.write(
      "bin/claude",
      `#!/bin/sh
if [ "$1" = --version ]; then exec "${CLAUDE}" "$@"; fi
cat /dev/zero > "${output}/fill" 2>/dev/null
"${CLAUDE}" "$@"
code=$?
rm "${output}/fill"
exit $code
`,
    );
    const prefix = onSmallDisk(output) ?? SHORT_FILES;
    const run = await bed.run({ claude, prefix, output, args: ["--json"] });
    expect(run.exitCode).toBe(1);
    expect(run.stderr).not.toMatch(/^\s+at /m);
    const result = JSON.parse(run.stdout) as RunResult;
    expect(result.verdict).toBe("incomplete");
    expect(result.reasons.join(" ")).toMatch(/no init event|no final result|middle of a line/);
    await bed.nothingLeft();
  });
});

describe("standard output", () => {
  const script = join(repositoryRoot, "scripts/agent-benchmark/run.ts");
  const shell = (command: string) =>
    Bun.spawnSync(["sh", "-c", command, "sh", process.execPath, script], {
      stderr: "pipe",
      stdout: "pipe",
      env: { ...process.env, ARGS: "--suite bug-repro --dry-run --model scripted" },
    });

  test("a reader that has gone is no error", () => {
    // The pipe's reader ends at once; what the writer said and its exit code come by the other stream.
    const { stderr } = shell(`{ sleep 0.3; "$@" $ARGS; echo "exit $?" >&2; } | true`);
    expect(stderr.toString()).toBe("exit 0\n");
  });

  test("one that is full is a message", () => {
    const { exitCode, stderr } = shell(`"$@" $ARGS > /dev/full`);
    // macOS has no /dev/full: the shell's own message comes then.
    expect(exitCode).not.toBe(0);
    expect(stderr.toString()).toMatch(/STDOUT_UNWRITABLE|\/dev\/full/);
    expect(stderr.toString()).not.toMatch(/^\s+at /m);
  });
});

test("a temporary folder that is not there stops the run with what to do", async () => {
  await using bed = await makeBed();
  const run = await bed.run({ env: { TMPDIR: join(bed.scene.path, "nowhere") } });
  expect(run.exitCode).toBe(1);
  expect(bed.result().run.problem).toMatchObject({ code: "TEMPORARY_UNWRITABLE" });
  expect(run.stdout).toContain("Set TMPDIR to a folder");
  await bed.nothingLeft();
});

test("paths with spaces, quotes and letters of other scripts go through every part", async () => {
  await using bed = await makeBed();
  const odd = join(bed.scene.path, `o'd "d" \${HOME} $(x) ünï 完了 ; &`);
  mkdirSync(odd);
  for (const name of [
    "dist/src/index.js",
    "src",
    "schemas/tool-definitions.json",
    "package.json",
    "bun.lock",
  ])
    cpSync(join(repositoryRoot, name), join(odd, "ser ver", name), {
      recursive: true,
      preserveTimestamps: true,
    });
  for (const name of ["suites", "prompts", "playbooks"])
    cpSync(join(bed.scene.path, name), join(odd, name), { recursive: true });
  const temporary = join(odd, "tmp");
  mkdirSync(temporary);
  const run = await bed.run({
    suite: join(odd, "suites/bug-repro.yml"),
    output: join(odd, "out"),
    args: ["--server-root", join(odd, "ser ver")],
    env: { TMPDIR: temporary },
  });
  expect(run.stderr).not.toContain("failed");
  expect(run.stdout).toStartWith("PASS  bug-repro");
  expect(readdirSync(temporary)).toEqual([]);
  const [directory = ""] = readdirSync(join(odd, "out/bug-repro"));
  expect(readFileSync(join(odd, "out/bug-repro", directory, "claude-command.json"), "utf8")).toContain(
    "完了",
  );
  await bed.nothingLeft();
});
