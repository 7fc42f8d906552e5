import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CLAUDE, faultyServerRoot, isRunning, makeBed } from "./bed.ts";

setDefaultTimeout(90_000);

const ONE_CALL = `name: bug-repro
turns:
  - calls: [{ tool: observe, expect: { isError: any } }]
answer: "EXPECTED_COUNT: 3"
`;

/** A run of the real CLI behind a wrapper; the server is a fake, so that only Claude is in question. */
async function runWrapped(wrapper: (real: string, folder: string) => string) {
  const bed = await makeBed({ playbook: ONE_CALL });
  const claude = bed.scene.write("bin/claude", `#!/bin/sh\n${wrapper(`"${CLAUDE}" "$@"`, bed.scene.path)}\n`);
  const server = faultyServerRoot(bed.scene, "ok");
  const run = await bed.run({ claude, args: ["--server-root", server] });
  expect(run.exitCode).toBe(1);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  const pids = readFileSync(join(bed.scene.path, "pids"), "utf8").trim().split(/\s+/).map(Number);
  return { bed, run, result: bed.result(), pids };
}

test("a Claude that stays after its final result is stopped, and the run says so", async () => {
  const { bed, result, pids } = await runWrapped(
    (real, folder) => `${real}\necho $$ > "${folder}/pids"\ntrap '' TERM\nwhile :; do sleep 0.2; done`,
  );
  await using _ = bed;
  expect(result.run).toMatchObject({ endReason: "lingered", forcedStop: true });
  expect(result.reasons[0]).toBe("Claude gave its final result but did not exit, and was stopped.");
  expect(result.audit?.answer).toBe("EXPECTED_COUNT: 3");
  expect(pids.filter(isRunning)).toEqual([]);
  await bed.nothingLeft();
});

test("a wrapper that exits before Claude ends the run, and Claude with it", async () => {
  const { bed, result, pids } = await runWrapped(
    (real, folder) => `${real} <&0 &\necho $! > "${folder}/pids"\nexit 0`,
  );
  await using _ = bed;
  expect(result.verdict).toBe("incomplete");
  expect(["no_init", "no_result"]).toContain(result.run.endReason);
  expect(result.run.notes).toContain("Claude left processes behind when it ended; they were stopped.");
  expect(pids.filter(isRunning)).toEqual([]);
  await bed.nothingLeft();
});

test("a grandchild that keeps the output open, deaf to SIGTERM, does not hold a run that ended well", async () => {
  const { bed, result, pids } = await runWrapped(
    (real, folder) =>
      `sh -c 'trap "" TERM; while :; do sleep 0.2; done' &\necho $! > "${folder}/pids"\n${real}`,
  );
  await using _ = bed;
  // The fake server taps nothing: the run is complete, and the screen decides.
  expect(result.run).toMatchObject({ endReason: "completed", exitCode: 0 });
  expect(result.run.notes).toContain("Claude left processes behind when it ended; they were stopped.");
  expect(pids.filter(isRunning)).toEqual([]);
  await bed.nothingLeft();
});

test("output that can't be written any more makes the run incomplete", async () => {
  // Of the run only Claude and what it starts may write no file beyond 2 kB (4 blocks of 512 bytes).
  const { bed, result } = await runWrapped(
    (real, folder) => `echo $$ > "${folder}/pids"\ntrap '' XFSZ\nulimit -f 4\nexec ${real}`,
  );
  await using _ = bed;
  expect(result.verdict).toBe("incomplete");
  expect(result.reasons.join(" ")).toMatch(/ends in the middle of a line|no final result/);
  await bed.nothingLeft();
});
