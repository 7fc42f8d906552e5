import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, processesWith } from "../helpers/server-world.ts";
import { makeBed } from "./bed.ts";
import { letGo, PHASE_NAMES, startAndReach } from "./phases.ts";

setDefaultTimeout(60_000);

describe("a harness that is killed", () => {
  test.each(PHASE_NAMES)("in phase %s: the next run cleans up and passes", async (phase) => {
    await using bed = await makeBed();
    const started = await startAndReach(bed, phase);
    started.kill("SIGKILL");
    expect((await started.done).exitCode).toBeNull();
    letGo(bed);
    const killed = runDirectories(bed.scene.output);
    for (const directory of killed) expect(existsSync(join(directory, "result.json"))).toBe(false);

    const next = await bed.run();
    expect(next.stdout).toStartWith("PASS  bug-repro");
    expect(next.exitCode).toBe(0);
    // It may have died before it made its directory.
    if (phase !== "parts") {
      expect(bed.result().run.notes.join("\n")).toContain(`was killed (process ${started.pid})`);
    }
    await bed.nothingLeft();
  });

  test("with Claude, server and daemon at work: Claude ends at once, the next run stops the daemon and passes", async () => {
    await using bed = await makeBed();
    // The server's first look at the screen never gets its answer, so everything is up when the harness dies.
    const working = new Promise<void>((reached) => {
      bed.gate.at(
        /uiautomator dump/,
        () => {
          reached();
          return new Promise<never>(() => {});
        },
        2,
      );
    });
    const started = bed.start();
    await working;
    started.kill("SIGKILL");
    await started.done;
    await eventually(() => processesWith(bed.temporary).every((pid) => !isClaude(pid)), 3000);
    const next = await bed.run();
    expect(next.stdout).toStartWith("PASS  bug-repro");
    await bed.nothingLeft();
  });
});

function runDirectories(output: string): string[] {
  const parent = join(output, "bug-repro");
  return existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : [];
}

function isClaude(pid: number): boolean {
  try {
    return /stream-json/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return false;
  }
}
