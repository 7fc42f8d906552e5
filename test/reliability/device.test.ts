import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../helpers/server-world.ts";
import { type Bed, makeBed } from "./bed.ts";
import { quickRun, strikeAt } from "./strike.ts";

setDefaultTimeout(90_000);

const reboot = (bed: Bed) => {
  const port = Number(bed.device.adbServerSocket.split(":")[2]);
  return Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open(socket) {
        const frame = (text: string) => text.length.toString(16).padStart(4, "0") + text;
        socket.write(frame("host:transport-any") + frame("reboot:"));
      },
      data() {},
    },
  }).then(() => Bun.sleep(60));
};

// The device of a reboot takes as long as a real one; the others answer at once.
const FAULTS: [string, (bed: Bed) => unknown][] = [
  ["offline", (bed) => bed.device.setFault("offline", true)],
  ["unauthorized", (bed) => bed.device.setFault("unauthorized", true)],
  ["rebooting", reboot],
  ["without its adb server", (bed) => bed.gate.close()],
];

describe.each(FAULTS)("a device that is suddenly %s", (name, strike) => {
  const device = { realTime: name === "rebooting" };

  test.each(["device", "preflight"] as const)("in phase %s stops the run before Claude", async (place) => {
    await using bed = await makeBed({ device });
    strikeAt(bed, place, () => strike(bed));
    const run = await quickRun(bed);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).not.toMatch(/^\s+at /m);
    const result = bed.result();
    expect(result.verdict).toBe("incomplete");
    expect(result.run.endReason).toBe("preflight_failed");
    expect(result.run.problem?.code).toMatch(/^(DEVICE_|ADB_SERVER_UNREACHABLE)/);
    expect(result.run.problem?.hint).toBeTruthy();
    expect(existsSync(join(bed.scene.path, "at-claude"))).toBe(false);
    await bed.nothingLeft();
  });

  test("in phase screen leaves the screen unobserved, never without its text", async () => {
    await using bed = await makeBed({ device });
    strikeAt(bed, "screen", () => strike(bed));
    const run = await quickRun(bed);
    expect(run.exitCode).toBe(1);
    const result = bed.result();
    expect(result.verdict).toBe("failed");
    const screens = result.checks.filter(({ kind }) => kind === "screen");
    expect(result.screen?.observed).toBeNull();
    for (const check of screens) {
      expect(check.passed).toBe(false);
      expect(check.reason).toContain("could not be read");
    }
    expect(result.checks.find(({ kind }) => kind === "answer")?.passed).toBe(true);
    await bed.nothingLeft();
  });

  test("while the real Claude works is an error of its calls; the run ends and says what it saw", async () => {
    await using bed = await makeBed({
      device,
      playbook: `name: bug-repro
turns:
  - calls: [{ tool: observe, expect: { isError: any } }]
  - calls: [{ tool: observe, expect: { isError: any } }]
answer: "EXPECTED_COUNT: 3"
`,
    });
    strikeAt(bed, "screen", () => strike(bed));
    const run = await bed.run();
    expect(run.exitCode).toBe(1);
    const result = bed.result();
    expect(result.verdict).toBe("failed");
    expect(result.run.endReason).toBe("completed");
    expect(result.audit?.totals.successfulDeviceToolCalls).toBe(0);
    expect(result.screen?.observed).toBeNull();
    await bed.nothingLeft();
  });
});

test("an adb server that dies comes back: it is started again with adb, and the run passes the rest", async () => {
  await using bed = await makeBed();
  const { path } = bed.scene;
  // An adb that "starts" the server: it asks the test to open the gate again.
  bed.scene.write(
    "bin/adb",
    `#!/bin/sh
case "$*" in
  *start-server*) touch "${path}/start"; while [ ! -e "${path}/started" ]; do sleep 0.02; done ;;
  *) echo "Android Debug Bridge version 1.0.41"; echo "Version 35.0.2" ;;
esac
`,
  );
  // adb starts a server where the address names no foreign host.
  const socket = bed.gate.socketSpec.replace("127.0.0.1", "localhost");
  strikeAt(bed, "screen", () => bed.gate.close());
  const running = quickRun(bed, {
    PATH: `${join(path, "bin")}:${process.env.PATH ?? ""}`,
    ADB_SERVER_SOCKET: socket,
  });
  await eventually(() => existsSync(join(path, "start")), 20_000);
  await bed.gate.open();
  bed.scene.write("started", "");
  await running;
  const result = bed.result();
  expect(result.screen).toMatchObject({ observed: true });
  expect(result.reasons).toEqual(['Screen check "Expected count: 3": The app does not show the text.']);
  await bed.nothingLeft();
});
