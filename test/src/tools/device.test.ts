import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Desk, startDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
  await desk.open("/home");
});
afterAll(() => desk.stop());

describe("buttons", () => {
  test("home, recent and back", async () => {
    expect((await desk.call("homeScreen")).value.message).toStartWith("Pressed home.");
    expect((await desk.call("observe")).value.activeWindow.appId).toContain("launcher");
    expect((await desk.call("recentApps")).value.success).toBe(true);
    await desk.open("/demos/perf/list");
    await desk.call("tapOn", { selector: { text: "View" }, index: 0 });
    const { value } = await desk.call("pressButton", { button: "back" });
    expect(value.observationDiff.toScreen).toBe("PerformanceListDestination");
  });

  test("power puts the screen to sleep and wakes it", async () => {
    await desk.call("pressButton", { button: "power" });
    expect((await desk.call("getDeviceState")).value.wakefulness).toBe("Asleep");
    await desk.call("pressButton", { button: "power" });
    expect((await desk.call("getDeviceState")).value.wakefulness).toBe("Awake");
  });
});

describe("rotate", () => {
  test("turns there and back", async () => {
    await desk.shell("wm dismiss-keyguard");
    await desk.open("/demos/perf/list");
    await desk.call("observe");
    const { value } = await desk.call("rotate", { orientation: "landscape" });
    expect(value.success).toBe(true);
    expect(value.message).toBe("The screen is in landscape.");
    expect(value.effect.screenChanged).toBe(true);
    expect(value.observationDiff).toMatchObject({ mode: "full", reason: "turned" });
    expect(value.observation.screenSize).toEqual({ width: 2400, height: 1080 });
    expect((await desk.call("getDeviceState")).value.rotation).toBe(1);
    const back = await desk.call("rotate", { orientation: "portrait", lockOrientation: false });
    expect(back.value.observation.rotation).toBe(0);
    expect(await desk.shell("settings get system accelerometer_rotation")).toBe("1");
  });
});

describe("getDeviceState", () => {
  test("tells what the device is", async () => {
    const { value } = await desk.call("getDeviceState");
    expect(value).toMatchObject({
      deviceId: desk.device.serial,
      androidVersion: "15",
      sdk: 35,
      locale: "en-US",
      screenSize: { width: 1080, height: 2400 },
      deviceLock: { locked: false },
      keyboardShown: false,
      batteryLevel: 100,
    });
  });
});

describe("captureScreenshot", () => {
  test("gives a picture and keeps it in a file", async () => {
    const { value, content } = await desk.call("captureScreenshot");
    expect(value).toMatchObject({ width: 1080, height: 2400 });
    expect(value.path).toStartWith(desk.directory);
    const kept = Buffer.from(await Bun.file(value.path).arrayBuffer());
    expect(kept.toString("base64")).toBe(String(content[1]?.data));
    const path = await desk.call("captureScreenshot", { includeScreenshotImage: false });
    expect(path.content).toHaveLength(1);
  });
});

describe("listDevices", () => {
  test("lists the device without claiming it", async () => {
    const { value } = await desk.call("listDevices");
    expect(value).toMatchObject({ count: 1, discovery: { complete: true } });
    expect(value.devices[0]).toMatchObject({
      deviceId: desk.device.serial,
      state: "device",
      isVirtual: true,
    });
    expect((await desk.call("listDevices", { platform: "ios" })).value.count).toBe(0);
  });
});
