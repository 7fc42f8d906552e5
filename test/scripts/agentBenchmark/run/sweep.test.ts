import { expect, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sweepDeadRuns } from "../../../../scripts/agent-benchmark/run/sweep.ts";
import { processFacts } from "../../../../src/devices/process-identity.ts";
import { temporaryDirectory } from "../../../helpers/temp.ts";

function left(folder: string, name: string, owner: unknown): string {
  const path = join(folder, name);
  mkdirSync(join(path, "cwd"), { recursive: true });
  if (owner !== undefined) writeFileSync(join(path, "owner.json"), JSON.stringify(owner));
  return path;
}

/** A pid that nobody has: that of a process that has just ended. */
function deadPid(): number {
  return Bun.spawnSync(["true"]).pid;
}

test("what dead benchmarks left is removed, with a sentence for each", async () => {
  using folder = temporaryDirectory();
  const pid = deadPid();
  const dead = left(folder.path, "agent-bench-1-aaaaaa", { pid, processStart: "x" });
  const reused = left(folder.path, "agent-bench-2-bbbbbb", { pid: process.pid, processStart: "long:ago" });
  const unsigned = left(folder.path, `agent-bench-proof-${pid}-cccccc`, undefined);
  const told = await sweepDeadRuns(folder.path);
  expect([dead, reused, unsigned].map((path) => existsSync(path))).toEqual([false, false, false]);
  expect(told).toHaveLength(3);
  expect(told[0]).toBe(`A benchmark that was killed (process ${pid}) had left ${dead}; it was removed.`);
});

test("what lives, what names nobody and what is no directory stays", async () => {
  using folder = temporaryDirectory();
  const mine = { pid: process.pid, processStart: processFacts(process.pid).start };
  const alive = left(folder.path, "agent-bench-1-aaaaaa", mine);
  const nobody = left(folder.path, "agent-bench-zzzzzz", undefined);
  const forged = left(folder.path, "agent-bench-yyyyyy", { pid: -1 });
  const other = left(folder.path, "somebody-1-aaaaaa", { pid: deadPid() });
  const target = left(folder.path, "target", { pid: deadPid() });
  const link = join(folder.path, "agent-bench-1-llllll");
  symlinkSync(target, link);
  expect(await sweepDeadRuns(folder.path)).toEqual([]);
  for (const path of [alive, nobody, forged, other, target, link]) expect(existsSync(path)).toBe(true);
});

test("a temporary folder that can't be listed is no obstacle", async () => {
  expect(await sweepDeadRuns("/nonexistent")).toEqual([]);
});
