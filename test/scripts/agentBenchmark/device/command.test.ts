import { describe, expect, test } from "bun:test";
import { stepDevice } from "../../../../scripts/agent-benchmark/device/command.ts";
import { type CommandRecord, formatRecord } from "../../../../scripts/agent-benchmark/device/command-log.ts";
import { runProcess } from "../../../../scripts/agent-benchmark/device/process-runner.ts";
import { AdbError } from "../../../../src/android/adb/types.ts";
import { type FakeAdbOptions, fakeAdb } from "./fake-adb.ts";

function setUp(options: FakeAdbOptions, deadlineMs = 5000, signal?: AbortSignal) {
  const records: CommandRecord[] = [];
  const adb = fakeAdb(options);
  const record = (entry: CommandRecord) => void records.push(entry);
  return {
    adb,
    records,
    device: stepDevice(
      { adb, serial: "emulator-5554", record, signal, retryPauseMs: 1 },
      "clear",
      deadlineMs,
    ),
  };
}

describe("decisive commands", () => {
  test("exit code and output come through the sentinel, without it", async () => {
    const { device, records } = setUp({
      shell: () => ({ stdout: "no newline at the end", stderr: "warning", code: 3 }),
    });
    expect(await device.run("pm clear x")).toEqual({
      exitCode: 3,
      stdout: "no newline at the end",
      stderr: "warning",
    });
    expect(records).toMatchObject([
      {
        step: "clear",
        command: "pm clear x",
        exitCode: 3,
        output: "no newline at the end\nwarning",
        error: null,
      },
    ]);
  });

  test("a torn connection is tried again and never read as success", async () => {
    let calls = 0;
    const { device } = setUp({ shell: () => (++calls < 3 ? { stdout: "Succ", torn: true } : "Success\n") });
    expect((await device.run("pm clear x")).stdout).toBe("Success\n");
    expect(calls).toBe(3);
    const torn = setUp({ shell: () => ({ stdout: "Success\n", torn: true }) });
    await expect(torn.device.run("pm clear x", { attempts: 1 })).rejects.toMatchObject({ code: "CLOSED" });
    expect(torn.adb.commands).toHaveLength(1);
  });

  test("output that forges a sentinel does not pass for one", async () => {
    const { device } = setUp({ shell: () => ({ stdout: "__RC:0\n__RC_00000000:0\n", torn: true }) });
    await expect(device.run("cat x", { attempts: 1 })).rejects.toMatchObject({ code: "CLOSED" });
  });

  test.each(["DEVICE_UNAUTHORIZED", "SERVER_UNREACHABLE", "TIMEOUT"] as const)(
    "%s is not tried again",
    async (code) => {
      let calls = 0;
      const { device } = setUp({
        shell: () => {
          calls++;
          throw new AdbError(code, "no");
        },
      });
      expect(device.run("true")).rejects.toMatchObject({ code });
      expect(calls).toBe(1);
    },
  );

  test("a step that is out of time starts no further command", async () => {
    const { device, adb } = setUp({}, 0);
    await expect(device.run("true")).rejects.toMatchObject({ code: "TIMEOUT" });
    expect(adb.commands).toEqual([]);
  });

  test("an interrupted run ends with the interruption's reason", async () => {
    const controller = new AbortController();
    const interrupted = () => {
      controller.abort(new Error("interrupted by SIGINT"));
      return { torn: true };
    };
    const { device, adb } = setUp({ shell: interrupted }, 5000, controller.signal);
    await expect(device.run("true")).rejects.toThrow("interrupted by SIGINT");
    expect(adb.commands).toHaveLength(1);
    await expect(device.wait(1000)).rejects.toThrow("interrupted by SIGINT");
  });

  test("what must not stand in the log is recorded by its size", async () => {
    const { device, records } = setUp({ shell: () => "token=abcdef" });
    await device.run("run-as a cat x", { quiet: true });
    expect(records[0]?.output).toBe("(12 characters, 0 on stderr: not recorded)");
  });
});

describe("preflight.log", () => {
  const record: CommandRecord = {
    step: "clear",
    command: "pm clear 'a.b'",
    startedAt: Date.UTC(2026, 9, 16, 1, 2, 3),
    durationMs: 12.4,
    exitCode: 0,
    output: "Success\n",
    error: null,
  };

  test("has time, step, duration, outcome, command and output", () => {
    expect(formatRecord(record)).toBe(
      "2026-10-16T01:02:03.000Z [clear] 12 ms, exit 0\n$ pm clear 'a.b'\n  Success\n",
    );
    expect(formatRecord({ ...record, exitCode: null, error: "device offline", output: "" })).toContain(
      "12 ms, error: device offline",
    );
  });

  test("cuts what is long and neutralises what is hostile", () => {
    const text = formatRecord({ ...record, output: `\u001b]0;pwn\u0007${"x".repeat(9000)}` });
    expect(text).not.toContain("\u001b");
    expect(text).toContain("more characters");
    expect(text.length).toBeLessThan(8300);
  });
});

describe("host commands", () => {
  test("give exit code and both streams; what cannot start or end is said", async () => {
    const run = (script: string, timeoutMs = 5000) =>
      runProcess(process.execPath, ["-e", script], { timeoutMs });
    expect(await run("console.log(1); console.error(2); process.exit(3)")).toMatchObject({
      exitCode: 3,
      stdout: "1\n",
      stderr: "2\n",
      error: null,
    });
    expect(await runProcess("/nonexistent/adb", ["version"], { timeoutMs: 1000 })).toMatchObject({
      exitCode: null,
    });
    expect(await run("setInterval(() => {}, 1000)", 60)).toMatchObject({
      exitCode: null,
      error: expect.stringContaining("did not end"),
    });
  });
});
