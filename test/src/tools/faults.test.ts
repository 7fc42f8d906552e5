import { afterEach, describe, expect, test } from "bun:test";
import { type Desk, PLAYGROUND, startDesk } from "./desk.ts";

let desk: Desk | null = null;
afterEach(async () => {
  expect(desk?.failures).toEqual([]);
  await desk?.stop();
  desk = null;
});

async function broken(fault: string): Promise<Desk> {
  desk = await startDesk();
  await desk.open("/demos/bugs/repro");
  desk.device.setFault(fault, true);
  return desk;
}

describe("a device that is not there", () => {
  test.each([
    ["offline", "no_device", "(offline)"],
    ["unauthorized", "no_device", "Accept the debugging prompt"],
  ])("%s is a typed error with what to do", async (fault, code, part) => {
    const { isError, value } = await (await broken(fault)).call("observe");
    expect(isError).toBe(true);
    expect(value).toMatchObject({ success: false, code, retryable: true });
    expect(value.error).toContain(part);
  });

  test("half an answer is never taken for one", async () => {
    const { call } = await broken("torn-connection");
    for (const [name, args] of [
      ["launchApp", { appId: PLAYGROUND }],
      ["getDeviceState", {}],
      ["listApps", {}],
      ["openLink", { url: "automobile://playground/home" }],
    ] as const) {
      expect((await call(name, args)).value).toMatchObject({ code: "device_lost", retryable: true });
    }
  });
});

describe("a screen that cannot be read", () => {
  test.each([
    ["never-idle", "never idle"],
    ["null-root", "no root node"],
    ["dump-killed", "was killed"],
    ["truncated-dump", "ends before"],
  ])("%s is a typed error that says so", async (fault, part) => {
    const { value } = await (await broken(fault)).call("observe");
    expect(value).toMatchObject({
      code: "screen_unreadable",
      retryable: true,
      nextAction: expect.stringContaining("captureScreenshot"),
    });
    expect(value.error).toContain(part);
  });

  test("an action that was carried out stays a success, with a warning", async () => {
    const { value } = await (await broken("never-idle")).call("pressButton", { button: "back" });
    expect(value).toMatchObject({ success: true, settled: false });
    expect(value.warnings[0]).toContain("never idle");
  });

  test("launchApp falls back on the window manager", async () => {
    const { value } = await (await broken("never-idle")).call("launchApp", { appId: PLAYGROUND });
    expect(value).toMatchObject({ success: true, verified: true, observedAppId: PLAYGROUND });
  });
});

describe("something else in front", () => {
  test.each([
    ["keyguard", "com.android.systemui"],
    ["permission-dialog", "com.google.android.permissioncontroller"],
    ["anr-dialog", "android"],
  ])("%s is named as what covers the app", async (fault, cover) => {
    const desk = await broken(fault);
    const { value } = await desk.call("observe");
    expect(value.coveredBy).toBe(cover);
    // A dialog is smaller than the display it stands on.
    expect(value.screenSize).toEqual({ width: 1080, height: 2400 });
    const miss = await desk.call("tapOn", {
      selector: { elementId: "bug_repro_add" },
      searchUntil: { duration: 100 },
    });
    expect(miss.text).toContain(`which covers ${PLAYGROUND}`);
  });

  test("the lock screen is told as one", async () => {
    const { value } = await (await broken("keyguard")).call("observe");
    expect(value.deviceLock).toEqual({ locked: true, keyguardShowing: true });
  });
});

test("a vendor's refusal to clear data comes with the switch that lifts it", async () => {
  const { text } = await (await broken("pm-clear-refused")).call("launchApp", {
    appId: PLAYGROUND,
    clearAppData: true,
  });
  expect(text).toContain("USB debugging (Security settings)");
});

test("an app of another user is not there for this one", async () => {
  const { text } = await (await broken("secondary-user")).call("launchApp", { appId: PLAYGROUND });
  expect(text).toContain("is not installed for the current user");
});

test.each(["large-font", "rtl-locale", "rotated", "keyboard-covering", "split-screen", "illegal-characters"])(
  "%s does not keep it from tapping",
  async (fault) => {
    const { value } = await (await broken(fault)).call("tapOn", { selector: { elementId: "bug_repro_add" } });
    expect(value.success).toBe(true);
  },
);
