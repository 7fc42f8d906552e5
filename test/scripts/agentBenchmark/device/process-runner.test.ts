import { expect, test } from "bun:test";
import { runProcess } from "../../../../scripts/agent-benchmark/device/process-runner.ts";

const sh = (script: string, timeoutMs = 5000) => runProcess("/bin/sh", ["-c", script], { timeoutMs });

test("gives exit code and both streams", async () => {
  expect(await sh("echo out; echo err >&2; exit 3")).toEqual({
    exitCode: 3,
    stdout: "out\n",
    stderr: "err\n",
    error: null,
  });
});

test("a command that takes too long is ended with everything it started", async () => {
  const started = performance.now();
  const result = await sh("trap '' TERM; echo begun; sleep 61 & sleep 62", 150);
  expect(result).toMatchObject({ exitCode: null, stdout: "begun\n", error: "did not end within 0.15 s" });
  expect(performance.now() - started).toBeLessThan(3000);
});

test("a grandchild that holds the pipe does not hold the caller, and does not stay", async () => {
  const started = performance.now();
  const result = await sh("sleep 63 & echo $!");
  expect(result.exitCode).toBe(0);
  expect(performance.now() - started).toBeLessThan(3000);
  await Bun.sleep(50);
  const left = await sh(`cat /proc/${result.stdout.trim()}/stat 2>/dev/null | grep -v ') Z' || echo gone`);
  expect(left.stdout).toBe("gone\n");
});

test("a command that is not there is told, not thrown", async () => {
  const result = await runProcess("/no/such/command", [], { timeoutMs: 1000 });
  expect(result).toMatchObject({ exitCode: null, error: expect.stringContaining("ENOENT") });
});
