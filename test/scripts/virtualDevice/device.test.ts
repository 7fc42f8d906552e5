import { describe, expect, test } from "bun:test";
import { FAULTS } from "../../../scripts/virtual-device/faults.ts";
import { startVirtualDevice } from "../../../scripts/virtual-device/index.ts";
import { startTestDevice, type TestDevice } from "./support/test-device.ts";

const APP = "dev.jasonpearson.automobile.playground";

async function withDevice(work: (device: TestDevice) => Promise<void>): Promise<void> {
  const device = await startTestDevice();
  try {
    await work(device);
  } finally {
    await device.stop();
  }
}

describe("faults", () => {
  test("have names and descriptions, and unknown ones are refused with the list", async () => {
    expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
    await expect(startTestDevice({ faults: ["nope"] })).rejects.toThrow(
      'There is no fault "nope". Known faults: offline, ',
    );
    await withDevice(async (device) => expect(() => device.setFault("nope", true)).toThrow("no fault"));
  });

  test.each(["offline", "unauthorized"])("%s", async (name) => {
    await withDevice(async (device) => {
      const running = device.sh("sleep 60");
      while ((await device.sh("pidof sleep")).exitCode !== 0) await Bun.sleep(2);
      device.setFault(name, true);
      expect(await running).toMatchObject({ exitCode: null });
      expect(await device.request("host:devices")).toContain(`emulator-5554\t${name}\n`);
      await expect(device.sh("true")).rejects.toThrow(`device ${name}`);
      device.setFault(name, false);
      expect(await device.sh("true")).toMatchObject({ exitCode: 0 });
    });
  });

  test("torn-connection loses half of the output and the exit packet", async () => {
    await withDevice(async (device) => {
      const whole = await device.exec("getprop");
      device.setFault("torn-connection", true);
      const half = await device.exec("getprop");
      expect(half.length).toBe(Math.floor(whole.length / 2));
      expect(whole.subarray(0, half.length).equals(half)).toBe(true);
      expect(await device.sh("true")).toMatchObject({ exitCode: null });
    });
  });

  test.each([
    [
      "no-sha256sum",
      "sha256sum /proc/version",
      { stderr: "/system/bin/sh: sha256sum: inaccessible or not found\n", exitCode: 127 },
    ],
    [
      "no-sha256sum",
      "toybox sha256sum /proc/version",
      { stderr: "toybox: Unknown command sha256sum\n", exitCode: 127 },
    ],
    [
      "never-idle",
      "uiautomator dump /sdcard/a.xml",
      { stdout: "", stderr: "ERROR: could not get idle state.\n", exitCode: 0 },
    ],
    [
      "null-root",
      "uiautomator dump /sdcard/a.xml",
      { stderr: "ERROR: null root node returned by UiTestAutomationBridge.\n", exitCode: 0 },
    ],
    ["dump-killed", "uiautomator dump /sdcard/a.xml", { stdout: "Killed \n", exitCode: 137 }],
    [
      "stale-dump",
      "echo old > /sdcard/a.xml; uiautomator dump /sdcard/a.xml; cat /sdcard/a.xml",
      { stdout: "UI hierchary dumped to: /sdcard/a.xml\nold\n" },
    ],
    [
      "not-debuggable",
      `run-as ${APP} ls`,
      { stderr: `run-as: package not debuggable: ${APP}\n`, exitCode: 1 },
    ],
    ["not-debuggable", `dumpsys package ${APP} | grep -c DEBUGGABLE`, { stdout: "0\n" }],
    ["secondary-user", "am get-current-user", { stdout: "10\n" }],
    [
      "secondary-user",
      "pm list packages",
      { stderr: expect.stringContaining("Shell does not have permission to access user 10"), exitCode: 255 },
    ],
    [
      "pm-clear-refused",
      `pm clear ${APP}`,
      {
        stdout: expect.stringMatching(
          /^Error: java\.lang\.SecurityException: PID \d+ does not have permission android\.permission\.CLEAR_APP_USER_DATA to clear data of package/,
        ),
      },
    ],
    ["large-font", "settings get system font_scale", { stdout: "1.3\n" }],
    ["rtl-locale", "getprop persist.sys.locale", { stdout: "ar-EG\n" }],
    [
      "rtl-locale",
      `dumpsys package ${APP} | grep lastUpdateTime`,
      { stdout: "    lastUpdateTime=٢٠٢٦-٠٩-٠١ ١٢:٠٠:٠٠\n" },
    ],
    [
      "rotated",
      "dumpsys window displays | grep mCurrentRotation",
      { stdout: "  mCurrentRotation=ROTATION_90\n" },
    ],
  ] as const)("%s: %s", async (name, command, expected) => {
    await withDevice(async (device) => {
      const healthy = await device.sh(command);
      device.setFault(name, true);
      const faulty = await device.sh(command);
      expect(faulty).toMatchObject(expected);
      expect(faulty).not.toEqual(healthy);
      device.setFault(name, false);
      expect((await device.sh(command)).exitCode).toBe(healthy.exitCode);
    });
  });

  test.each(["truncated-dump", "illegal-characters"])(
    "%s spoils the dump under a message of success",
    async (name) => {
      await withDevice(async (device) => {
        device.setFault(name, true);
        expect((await device.sh("uiautomator dump /sdcard/a.xml")).stdout).toBe(
          "UI hierchary dumped to: /sdcard/a.xml\n",
        );
        const xml = (await device.exec("cat /sdcard/a.xml")).toString();
        if (name === "truncated-dump") expect(xml).not.toContain("</hierarchy>");
        else expect(xml).toContain("\u0001\u0008&#55357;");
      });
    },
  );
});

describe("snapshots", () => {
  test("bring everything back in milliseconds", async () => {
    const device = await startVirtualDevice();
    const port = Number(device.adbServerSocket.split(":")[2]);
    const sh = async (command: string): Promise<string> => {
      const { createAdbClient } = await import("../../../src/android/adb/client.ts");
      const { stdout } = await createAdbClient({ endpoint: { host: "127.0.0.1", port } }).shell(
        device.serial,
        command,
      );
      return new TextDecoder().decode(stdout);
    };
    const look = `ls /sdcard/; settings get system x; getprop debug.x; cmd uimode night; wm size; run-as ${APP} ls; dumpsys window displays | grep mCurrentFocus; pm list packages -3`;
    const before = await sh(look);
    const snapshot = device.snapshot();
    await sh(
      `echo a > /sdcard/a; settings put system x 1; setprop debug.x 1; cmd uimode night yes; wm size 540x1200; run-as ${APP} mkdir new; am start -n ${APP}/.MainActivity`,
    );
    device.setFault("keyguard", true);
    expect(await sh(look)).not.toBe(before);
    const began = performance.now();
    device.restore(snapshot);
    expect(performance.now() - began).toBeLessThan(100);
    expect(await sh(look)).toBe(before);
    // A snapshot can be used again, and is not touched by what happens after.
    await sh("rm -r /sdcard/Download");
    device.restore(snapshot);
    expect(await sh(look)).toBe(before);
    await device.stop();
  });
});

describe("determinism", () => {
  test("the same seed and clock give the same device", async () => {
    const look = async (seed: number): Promise<string> => {
      const device = await startTestDevice({ now: () => 1_700_000_000_000, seed });
      const { stdout } = await device.sh(
        "getprop; date; ls -lR /data/local /sdcard/; mktemp -u; echo $RANDOM; pm list packages -f -U; uptime; logcat -d",
      );
      await device.stop();
      return stdout;
    };
    expect(await look(7)).toBe(await look(7));
    expect(await look(7)).not.toBe(await look(8));
  });
});

test("twenty devices live in one process without mixing", async () => {
  const devices = await Promise.all(
    Array.from({ length: 20 }, (_, index) => startTestDevice({ serial: `emulator-${5554 + 2 * index}` })),
  );
  await Promise.all(devices.map((device) => device.sh(`echo ${device.serial} > /sdcard/me`)));
  const seen = await Promise.all(devices.map((device) => device.sh("cat /sdcard/me; getprop ro.serialno")));
  expect(seen.map(({ stdout }) => stdout)).toEqual(
    devices.map(({ serial }) => `${serial}\n${serial.replace("-", "").toUpperCase()}\n`),
  );
  await Promise.all(devices.map((device) => device.stop()));
});

test("stopping ends what still runs", async () => {
  const device = await startTestDevice();
  const running = device.sh("echo begun; sleep 60; echo late");
  while (!device.requests.some((service) => service.includes("sleep 60"))) await Bun.sleep(2);
  await Bun.sleep(20);
  const began = performance.now();
  await device.stop();
  expect((await running).exitCode).toBeNull();
  expect(performance.now() - began).toBeLessThan(1000);
});

describe("time", () => {
  test("passes only when it is asked for", async () => {
    const waited = async (realTime: boolean): Promise<number> => {
      const device = await startTestDevice({ realTime });
      const began = performance.now();
      await device.sh("input swipe 0 900 0 100 150");
      const elapsed = performance.now() - began;
      await device.stop();
      return elapsed;
    };
    expect(await waited(true)).toBeGreaterThanOrEqual(149);
    expect(await waited(false)).toBeLessThan(149);
  });

  test("real time lets a dump wait for a second of quiet", async () => {
    const device = await startTestDevice({ realTime: true });
    const began = performance.now();
    await device.sh("uiautomator dump /sdcard/a.xml");
    expect(performance.now() - began).toBeGreaterThanOrEqual(999);
    await device.stop();
  });
});

describe("processes", () => {
  test("a background job outlives its connection, and can be killed", async () => {
    await withDevice(async (device) => {
      const began = performance.now();
      expect(await device.sh("nohup sleep 30 >/dev/null 2>&1 &")).toMatchObject({ exitCode: 0 });
      expect(performance.now() - began).toBeLessThan(1000);
      expect((await device.sh("pidof sleep")).exitCode).toBe(0);
      await device.sh("pkill sleep");
      expect((await device.sh("pidof sleep")).exitCode).toBe(1);
    });
  });

  test("a command ends when its v2 connection does", async () => {
    await withDevice(async (device) => {
      const socket = device.open("shell,v2,raw:sleep 30");
      while ((await device.sh("pidof sleep")).exitCode !== 0) await Bun.sleep(2);
      socket.destroy();
      while ((await device.sh("pidof sleep")).exitCode === 0) await Bun.sleep(2);
    });
  });

  test("the shell may not kill what is not its own", async () => {
    await withDevice(async (device) => {
      await device.sh(`am start -n ${APP}/.MainActivity`);
      expect((await device.sh(`kill $(pidof ${APP})`)).stderr).toContain("Operation not permitted");
      expect((await device.sh(`run-as ${APP} kill $(pidof ${APP})`)).exitCode).toBe(0);
      expect((await device.sh(`pidof ${APP}`)).exitCode).toBe(1);
    });
  });
});
