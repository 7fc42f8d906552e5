import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fakeServerRoot, makeBed, reached } from "./bed.ts";
import { letGo, PHASE_NAMES, startAndReach } from "./phases.ts";

setDefaultTimeout(60_000);

/** Phases that go on after the first Ctrl-C until what they wait for has ended. */
const WAITS: string[] = ["daemon", "audit"];

/** Ctrl-C of a terminal that npm forwards comes twice within this time; a person's second one later. Milliseconds. */
const LATER = 350;

describe("the first Ctrl-C", () => {
  test.each(PHASE_NAMES)("in phase %s ends the run with what there is, as interrupted", async (phase) => {
    await using bed = await makeBed();
    const started = await startAndReach(bed, phase);
    started.kill("SIGINT");
    // What takes no notice of a signal is let go on after it: the run must then stop by itself.
    await started.says(/Stopping\. Press Ctrl-C again/);
    letGo(bed);
    const { exitCode, stdout } = await started.done;
    expect(exitCode).toBe(1);
    expect(stdout).toStartWith("INCOMPLETE  bug-repro");
    const result = bed.result();
    expect(result.run.endReason).toBe("interrupted");
    expect(result.reasons[0]).toBe("The run was interrupted.");
    const transcript = existsSync(join(result.run.directory, "claude.jsonl"));
    expect(result.audit !== null).toBe(transcript);
    if (["parts", "device", "preflight"].includes(phase)) expect(transcript).toBe(false);
    if (["claude", "daemon", "screen", "audit"].includes(phase)) expect(transcript).toBe(true);
    await bed.nothingLeft();
  });

  test("in mid-call of the real Claude: Claude, server and daemon stop, the claim is let go, the transcript is audited", async () => {
    await using bed = await makeBed();
    const working = new Promise<void>((reached) => {
      bed.gate.at(
        /uiautomator dump/,
        () => {
          reached();
          return Bun.sleep(1500).then(() => "drop" as const);
        },
        2,
      );
    });
    const started = bed.start();
    await working;
    started.kill("SIGINT");
    expect((await started.done).exitCode).toBe(1);
    const result = bed.result();
    expect(result.run.endReason).toBe("interrupted");
    expect(result.verdict).toBe("incomplete");
    expect(result.audit?.inits).toBe(1);
    expect(result.audit?.toolCalls.map(({ shortName }) => shortName)).toEqual(["observe"]);
    expect(result.screen).toBeNull();
    await bed.nothingLeft();
  });
});

test("after the first Ctrl-C no other suite is started", async () => {
  await using bed = await makeBed();
  const { scene } = bed;
  const read = (name: string) => readFileSync(join(scene.path, name), "utf8");
  const other = scene.write(
    "suites/other.yml",
    read("suites/bug-repro.yml").replace("name: bug-repro", "name: other"),
  );
  scene.write(
    "playbooks/other.yml",
    read("playbooks/bug-repro.yml").replace("name: bug-repro", "name: other"),
  );
  const started = await startAndReach(bed, "claude", ["--suite", other]);
  started.kill("SIGTERM");
  expect((await started.done).exitCode).toBe(1);
  expect(scene.results().map(({ suite, run }) => [suite.name, run.endReason])).toEqual([
    ["bug-repro", "interrupted"],
  ]);
  await bed.nothingLeft();
});

describe("the second Ctrl-C", () => {
  test.each(PHASE_NAMES)("in phase %s ends everything at once", async (phase) => {
    await using bed = await makeBed();
    const started = await startAndReach(bed, phase);
    started.kill("SIGINT");
    const left = await Promise.race([started.done, Bun.sleep(LATER).then(() => null)]);
    const asked = performance.now();
    if (!left) started.kill("SIGINT");
    const { exitCode, stderr } = await started.done;
    expect(performance.now() - asked).toBeLessThan(4000);
    expect(stderr).toContain("Stopping. Press Ctrl-C again");
    // Where the first one already had an end, there was no second; one that comes after the end is the system's to answer.
    expect([1, 130, null]).toContain(exitCode);
    if (WAITS.includes(phase)) expect(exitCode).toBe(130);
    await bed.nothingLeft();
  });

  test("kills a Claude that ignores the first, and what it started", async () => {
    await using bed = await makeBed();
    const stage = bed.scene;
    const claude = stage.write(
      "bin/deaf",
      `#!/bin/sh\ntrap '' TERM INT HUP\nsleep 300 &\ntouch "${stage.path}/at-claude"\nwhile :; do sleep 0.1; done\n`,
    );
    const started = bed.start({ claude, args: ["--server-root", fakeServerRoot(stage, "")] });
    await reached(stage, "claude", started);
    started.kill("SIGINT");
    await Bun.sleep(LATER);
    started.kill("SIGINT");
    expect((await started.done).exitCode).toBe(130);
    await bed.nothingLeft();
  });
});
