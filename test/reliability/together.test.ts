import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { formatClaim } from "../../src/devices/claim-file.ts";
import { claimPaths } from "../../src/devices/claim-paths.ts";
import { type Bed, fakeServerRoot, hold, makeBed, printingClaude, reached } from "./bed.ts";
import { quickRun } from "./strike.ts";

setDefaultTimeout(90_000);

const locksOf = (bed: Bed) => {
  const claims = join(bed.scene.path, "claims");
  const port = Number(bed.gate.socketSpec.split(":")[2]);
  const paths = claimPaths({
    serial: bed.device.serial,
    server: { host: "127.0.0.1", port },
    adbRoot: claims,
    coordination: claims,
  });
  return { claim: paths.claim, lock: `${paths.claim}.agent-benchmark` };
};

test("of two benchmarks on one device the second is refused by name, touches nothing, and the first passes its time", async () => {
  await using bed = await makeBed();
  hold(bed.scene, "claude");
  const settings = {
    claude: printingClaude(bed.scene),
    args: ["--server-root", fakeServerRoot(bed.scene, "")],
  };
  const first = bed.start(settings);
  await reached(bed.scene, "claude", first);
  const before = bed.gate.requests.length;
  const second = await bed.run(settings);
  expect(second.exitCode).toBe(1);
  const result = bed.result();
  expect(result.run.problem?.code).toBe("DEVICE_IN_BENCHMARK");
  expect(result.run.problem?.message).toContain(`process ${first.pid}`);
  const touched = bed.gate.requests.slice(before).filter((request) => /shell|exec/.test(request));
  expect(touched.every((request) => /am get-current-user/.test(request))).toBe(true);
  rmSync(join(bed.scene.path, "hold-claude"));
  await first.done;
  expect(
    bed.scene
      .results()
      .map(({ run }) => run.endReason)
      .sort(),
  ).toEqual(["completed", "preflight_failed"]);
  await bed.nothingLeft();
});

test("of ten benchmarks at once one runs and nine are refused by name", async () => {
  await using bed = await makeBed();
  hold(bed.scene, "claude");
  const settings = {
    claude: printingClaude(bed.scene),
    args: ["--server-root", fakeServerRoot(bed.scene, "")],
  };
  const runs = Array.from({ length: 10 }, () => bed.start(settings));
  let ended = 0;
  for (const { done } of runs) void done.then(() => (ended += 1));
  while (ended < 9) await Bun.sleep(50);
  rmSync(join(bed.scene.path, "hold-claude"));
  await Promise.all(runs.map(({ done }) => done));
  const results = bed.scene.results();
  const refused = results.filter(({ run }) => run.problem?.code === "DEVICE_IN_BENCHMARK");
  expect(results).toHaveLength(10);
  expect(refused).toHaveLength(9);
  const winner = results.find(({ run }) => run.endReason === "completed");
  expect(winner?.verdict).toBe("failed");
  const pids = new Set(refused.map(({ run }) => /process (\d+)/.exec(run.problem?.message ?? "")?.[1]));
  expect([...pids].every((pid) => runs.some((run) => String(run.pid) === pid))).toBe(true);
  await bed.nothingLeft();
});

test("a stale lock and claim whose pid another process has now are taken over", async () => {
  await using bed = await makeBed();
  for (const path of Object.values(locksOf(bed))) {
    mkdirSync(dirname(path), { recursive: true });
    const claim = {
      pid: process.pid,
      token: "somebody-else",
      socketPath: null,
      acquiredAt: Date.now() - 1000,
      reservedFor: null,
      reservedBy: null,
      processStart: "an earlier boot:1",
    };
    writeFileSync(path, formatClaim(claim), { mode: 0o600 });
  }
  await quickRun(bed);
  expect(bed.result().run.endReason).toBe("completed");
  await bed.nothingLeft();
});

test("benchmarks on devices of their own do not disturb each other", async () => {
  await using bed = await makeBed();
  const runs = await Promise.all([1, 2].map(() => bed.run({ device: "virtual" })));
  expect(runs.map(({ stdout }) => stdout.slice(0, 15))).toEqual(["PASS  bug-repro", "PASS  bug-repro"]);
  expect(readdirSync(join(bed.scene.output, "bug-repro"))).toHaveLength(2);
  await bed.nothingLeft();
});
