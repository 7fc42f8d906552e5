import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { chooseDevice, discoverDevice, remedy } from "../../../../scripts/agent-benchmark/device/discover.ts";
import type { ProcessResult, RunProcess } from "../../../../scripts/agent-benchmark/device/process-runner.ts";
import { RunError } from "../../../../scripts/agent-benchmark/errors.ts";
import { type AdbDevice, AdbError } from "../../../../src/android/adb/types.ts";
import { fakeAdb } from "./fake-adb.ts";

const device = (serial: string, state = "device"): AdbDevice => ({ serial, state, properties: {} });
const online = device("emulator-5554");
const user0 = (command: string) => (command === "am get-current-user" ? "0\n" : "");

async function problemOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RunError)) throw new Error(`expected a RunError, got ${error}`);
  return error.problem;
}

describe("which device", () => {
  test("the only one online is it, whatever else is listed", async () => {
    const adb = fakeAdb({ devices: [device("x", "offline"), online], shell: user0 });
    expect(await discoverDevice({ adb, platform: "linux" })).toEqual({
      serial: "emulator-5554",
      properties: {},
      adbServerVersion: 41,
    });
  });

  test("none, and none that is online, with what to do for each", async () => {
    expect(await problemOf(discoverDevice({ adb: fakeAdb({ devices: [] }) }))).toMatchObject({
      code: "DEVICE_NONE_ONLINE",
      hint: expect.stringContaining("--device virtual"),
    });
    const devices = [
      device("A", "unauthorized"),
      device("B (2)._adb-tls-connect._tcp", "offline"),
      device("C", "no permissions (missing udev rules?; see [http://x])"),
      device("D", "recovery"),
    ];
    const problem = await problemOf(discoverDevice({ adb: fakeAdb({ devices }) }));
    expect(problem.code).toBe("DEVICE_NONE_ONLINE");
    expect(problem.hint).toContain("A: unauthorized. Unlock it and accept the USB debugging prompt");
    expect(problem.hint).toContain("B (2)._adb-tls-connect._tcp: offline. Wait until it has booted");
    expect(problem.hint).toContain("udev rules");
    expect(problem.hint).toContain("D: recovery. It is in recovery");
  });

  test.each([
    ["authorizing", "still connecting"],
    ["connecting", "still connecting"],
    ["sideload", "recovery"],
    ["rescue", "recovery"],
    ["bootloader", "fastboot reboot"],
    ["host", "adb host"],
    ["detached", "cannot be used"],
  ])("a device in state %s has a remedy", (state, words) => {
    expect(remedy(device("x", state))).toContain(words);
  });

  test("a serial that adb cannot read is no device", () => {
    expect(chooseDevice([device("", "device")], null)).toMatchObject({ status: "refused" });
    expect(remedy(device("????????????", "no permissions"))).toContain("serial");
  });

  test("two online are refused, by name", async () => {
    const adb = fakeAdb({
      devices: [online, device("R58M")],
      shell: (command) => (command.includes("serialno") ? "" : "0\n"),
    });
    const problem = await problemOf(discoverDevice({ adb, expected: "R58M" }));
    expect(problem).toMatchObject({
      code: "DEVICE_SEVERAL_ONLINE",
      message: expect.stringContaining("emulator-5554, R58M"),
    });
  });

  test("one phone over USB and the network is told apart from two phones", async () => {
    const adb = fakeAdb({
      devices: [device("R58M"), device("adb-R58M (2)._adb-tls-connect._tcp")],
      shell: () => "R58M\n",
    });
    expect(await problemOf(discoverDevice({ adb }))).toMatchObject({
      code: "DEVICE_LISTED_TWICE",
      hint: expect.stringContaining("adb disconnect"),
    });
  });

  test("--device asserts", async () => {
    const adb = fakeAdb({ devices: [online, device("R58M", "offline")], shell: user0 });
    expect((await discoverDevice({ adb, expected: "emulator-5554", platform: "linux" })).serial).toBe(
      "emulator-5554",
    );
    expect(await problemOf(discoverDevice({ adb, expected: "R58M" }))).toMatchObject({
      code: "DEVICE_NOT_THE_EXPECTED",
      message: expect.stringContaining("listed as offline"),
    });
    expect(await problemOf(discoverDevice({ adb, expected: "other" }))).toMatchObject({
      message: expect.stringContaining("not connected"),
    });
    expect(await problemOf(discoverDevice({ adb, expected: " " }))).toMatchObject({
      code: "DEVICE_EMPTY_SERIAL",
    });
  });

  test("no adb server", async () => {
    const adb = {
      ...fakeAdb(),
      devices: () => Promise.reject(new AdbError("SERVER_UNREACHABLE", "no adb server")),
    };
    expect(await problemOf(discoverDevice({ adb }))).toMatchObject({
      code: "ADB_SERVER_UNREACHABLE",
      where: "adb server at 127.0.0.1:5037",
    });
  });

  test.each([
    ["10\n", "DEVICE_SECONDARY_USER", "User 10 is in front"],
    ["Error: could not access the Activity Manager", "DEVICE_USER_UNKNOWN", "could not be read"],
    ["", "DEVICE_USER_UNKNOWN", "no output"],
  ])("foreground user %p", async (answer, code, message) => {
    const adb = fakeAdb({ shell: () => answer });
    expect(await problemOf(discoverDevice({ adb, platform: "linux" }))).toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });
});

describe("iOS devices on macOS", () => {
  const ok = (stdout: string): ProcessResult => ({ exitCode: 0, stdout, stderr: "", error: null });
  const noSimulators = ok('{"devices":{"com.apple.CoreSimulator.SimRuntime.iOS-26-0":[]}}');
  const noDevices = ok('{"info":{},"result":{"devices":[]}}');
  const runner =
    (simctl: ProcessResult, devicectl: ProcessResult): RunProcess =>
    async (command, args) => {
      expect(command).toBe("xcrun");
      if (args[0] === "simctl") return simctl;
      const file = args[args.indexOf("--json-output") + 1] ?? "";
      if (devicectl.exitCode === 0) writeFileSync(file, devicectl.stdout);
      return { ...devicectl, stdout: "Name   Hostname   State" };
    };
  const discover = (run: RunProcess, platform: NodeJS.Platform = "darwin") =>
    discoverDevice({ adb: fakeAdb({ shell: user0 }), run, platform });
  const failed: ProcessResult = {
    exitCode: 72,
    stdout: "",
    stderr: "xcrun: error: unable to find utility",
    error: null,
  };

  test("none: the run goes on", async () => {
    expect((await discover(runner(noSimulators, noDevices))).serial).toBe("emulator-5554");
  });

  test("elsewhere nothing is asked", async () => {
    const never: RunProcess = () => Promise.reject(new Error("asked"));
    expect((await discover(never, "linux")).serial).toBe("emulator-5554");
  });

  test("a booted simulator and a connected device are refused", async () => {
    const booted = ok(
      '{"devices":{"iOS":[{"name":"iPhone 17","state":"Booted"},{"name":"old","state":"Shutdown"}]}}',
    );
    expect(await problemOf(discover(runner(booted, noDevices)))).toMatchObject({
      code: "IOS_SIMULATOR_BOOTED",
      message: expect.stringContaining("iPhone 17"),
    });
    const connected = ok(
      JSON.stringify({
        result: {
          devices: [
            { deviceProperties: { name: "away" }, connectionProperties: { tunnelState: "unavailable" } },
            {
              deviceProperties: { name: "Jo's iPhone" },
              connectionProperties: { tunnelState: "disconnected", transportType: "wired" },
            },
          ],
        },
      }),
    );
    const problem = await problemOf(discover(runner(noSimulators, connected)));
    expect(problem.code).toBe("IOS_DEVICE_CONNECTED");
    expect(problem.message).toContain("Jo's iPhone");
    expect(problem.message).not.toContain("away");
  });

  test.each([
    ["simctl fails", failed, noDevices],
    ["simctl prints no list", ok("garbage"), noDevices],
    ["simctl has another shape", ok('{"devices":{"iOS":"x"}}'), noDevices],
    ["devicectl fails", noSimulators, failed],
    ["devicectl prints no list", noSimulators, ok("{}")],
    ["xcrun is missing", { exitCode: null, stdout: "", stderr: "", error: "not found" }, noDevices],
  ])("the check fails closed when %s", async (_what, simctl, devicectl) => {
    expect(await problemOf(discover(runner(simctl, devicectl)))).toMatchObject({ code: "IOS_CHECK_FAILED" });
  });
});
