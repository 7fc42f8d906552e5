import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { parseDeviceArgs } from "../../../scripts/virtual-device/cli.ts";

const CLI = join(import.meta.dir, "../../../scripts/virtual-device/cli.ts");

describe("the device command's options", () => {
  test("have defaults", () => {
    expect(parseDeviceArgs([])).toEqual({
      kind: "run",
      options: {
        count: 1,
        androidVersion: "15",
        faults: [],
        realTime: false,
        seed: 1,
        serial: null,
        adbdPort: null,
      },
    });
  });

  test("are read", () => {
    expect(
      parseDeviceArgs([
        "--count",
        "3",
        "--android",
        "10",
        "--fault",
        "keyguard",
        "--fault=offline",
        "--real-time",
      ]),
    ).toEqual({
      kind: "run",
      options: {
        count: 3,
        androidVersion: "10",
        faults: ["keyguard", "offline"],
        realTime: true,
        seed: 1,
        serial: null,
        adbdPort: null,
      },
    });
  });

  test("tell every mistake at once, with the nearest word", () => {
    expect(
      parseDeviceArgs(["--cuont", "--count", "0", "--android", "9", "--fault", "keygard", "extra"]),
    ).toEqual({
      kind: "error",
      lines: [
        'unknown option --cuont. Did you mean "count"?',
        'unexpected argument "extra"',
        '--count must be a whole number from 1 to 100, not "0"',
        "--android 9 is not modelled; use 10, 13, 15, 16",
        'there is no fault "keygard". Did you mean "keyguard"? --fault list shows them all',
      ],
    });
  });
});

test("the command starts devices, says how to reach them and stops at Ctrl-C", async () => {
  const child = Bun.spawn([process.execPath, CLI, "--count", "2"], {
    stdout: "pipe",
    stderr: "pipe",
    env: {},
  });
  const reader = child.stdout.getReader();
  let text = "";
  while (!text.includes("Ctrl-C")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`ended early: ${text}${await new Response(child.stderr).text()}`);
    text += new TextDecoder().decode(value);
  }
  expect(text).toMatch(
    /^# emulator-5554\nexport ADB_SERVER_SOCKET=tcp:127\.0\.0\.1:\d+\n.*adb connect 127\.0\.0\.1:\d+\n/,
  );
  expect(text).toContain("emulator-5556\n");
  child.kill("SIGINT");
  expect(await child.exited).toBe(0);
});
