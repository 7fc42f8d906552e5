import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { buildApk } from "../../../scripts/virtual-device/system/apk/manifest.ts";
import { type Desk, PLAYGROUND, startDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
  await desk.open("/home");
});
afterAll(() => desk.stop());

describe("launchApp", () => {
  test("starts the app and checks that it is in front", async () => {
    await desk.call("homeScreen");
    const { value } = await desk.call("launchApp", { appId: PLAYGROUND });
    expect(value).toMatchObject({
      success: true,
      verified: true,
      observedAppId: PLAYGROUND,
      packageName: PLAYGROUND,
    });
    expect(value.pid).toBeGreaterThan(0);
    expect(value.observationDiff.toScreen).toBe("HomeDestination");
    const again = await desk.call("launchApp", { packageName: PLAYGROUND });
    expect(again.value.alreadyForeground).toBe(true);
  });

  test("coldBoot gives it a new process, clearAppData a new start", async () => {
    const before = (await desk.call("launchApp", { appId: PLAYGROUND })).value.pid;
    const cold = await desk.call("launchApp", { appId: PLAYGROUND, coldBoot: true });
    expect(cold.value.pid).not.toBe(before);
    const cleared = await desk.call("launchApp", { appId: PLAYGROUND, clearAppData: true });
    expect(cleared.value.observationDiff.toScreen).toBe("OnboardingDestination");
  });

  test("an app that is not installed is refused with the nearest names", async () => {
    const { text } = await desk.call("launchApp", { appId: `${PLAYGROUND}s` });
    expect(text).toStartWith(`Error: ${PLAYGROUND}s is not installed. Nearest: ${PLAYGROUND}`);
  });

  test("an app without a launcher activity cannot be started", async () => {
    expect((await desk.call("launchApp", { appId: "com.android.systemui" })).text).toContain(
      "no launcher activity",
    );
  });
});

describe("terminateApp", () => {
  test("ends it", async () => {
    await desk.call("launchApp", { appId: PLAYGROUND });
    expect((await desk.call("terminateApp", { appId: PLAYGROUND })).value).toMatchObject({
      success: true,
      wasRunning: true,
    });
    expect(await desk.shell(`pidof ${PLAYGROUND}`)).toBe("");
    expect((await desk.call("terminateApp", { appId: PLAYGROUND })).value.wasRunning).toBe(false);
    expect((await desk.call("terminateApp", { appId: "com.not.there" })).isError).toBe(true);
  });
});

test("screens of one activity are told apart, and a switch in a list by the text on its line", async () => {
  await desk.call("launchApp", { appId: "com.android.settings", coldBoot: true });
  const { value } = await desk.call("tapOn", { selector: { text: "Display" } });
  expect(value.message).toBe('Tapped "Display". Now on another screen of Settings, at its top "Display".');
  const switches = value.observation.skeleton.filter((row: { checked?: boolean }) => "checked" in row);
  expect(switches).toMatchObject([
    { beside: "Dark theme", checked: false, index: 0 },
    { beside: "Auto-rotate screen", checked: true, index: 1 },
  ]);
  await desk.call("tapOn", { selector: { text: "Font size" } });
  const chosen = (await desk.call("tapOn", { selector: { text: "Largest" } })).value;
  expect(chosen.message).toBe('Tapped "Largest". "Default" is now off; "Largest" is now on.');
  expect(chosen.observation.changed).toMatchObject([{ label: "Default" }, { label: "Largest" }]);
  await desk.call("tapOn", { selector: { text: "Default" } });
});

describe("openLink", () => {
  test("leads to the screen", async () => {
    await desk.open("/home");
    const { value } = await desk.call("openLink", { url: "automobile://playground/demos/ux/start" });
    expect(value.observationDiff.toScreen).toBe("UxFlowStartDestination");
    expect(value.activity).toContain(PLAYGROUND);
  });

  test("characters of the shell stay part of the link", async () => {
    await desk.call("openLink", { url: "automobile://playground/home?a=1&b=it's;reboot" });
    expect(desk.device.requests.findLast((request) => request.includes("am start"))).toContain(
      "'automobile://playground/home?a=1&b=it'\\''s;reboot'",
    );
  });

  test("waitFor waits on the screen behind it", async () => {
    const { value } = await desk.call("openLink", {
      url: "automobile://playground/demos/bugs/repro",
      waitFor: { elementId: "bug_repro_add" },
    });
    expect(value).toMatchObject({ matched: true, success: true });
    const { value: vain } = await desk.call("openLink", {
      url: "automobile://playground/home",
      waitFor: { text: "Never there", timeout: 30 },
    });
    expect(vain.message).toContain('home. text "Never there" did not appear within 30 ms.');
  });

  test.each([
    ["nosuch://x", "No app on the device opens nosuch://x"],
    ["no link", "no URI"],
    ["app://a\nreboot", "control character"],
  ])("%j is refused", async (url, part) => {
    const { isError, text } = await desk.call("openLink", { url });
    expect(isError).toBe(true);
    expect(text).toContain(part);
  });
});

describe("listApps and installApp", () => {
  test("lists what the user installed, and the system's on request", async () => {
    const own = await desk.call("listApps");
    expect(own.value.apps).toEqual([PLAYGROUND]);
    expect(own.value.message).toContain("need includeSystem");
    const all = await desk.call("listApps", { includeSystem: true, search: "settings" });
    expect(all.value.apps).toContain("com.android.settings");
  });

  test.each([
    ["relative.apk", "absolute path"],
    ["/nowhere/app.apk", "There is no file"],
    [import.meta.path, "absolute path"],
  ])("%s is no app", async (artifactPath, part) => {
    expect((await desk.call("installApp", { artifactPath })).text).toContain(part);
  });

  test("an APK is installed and updated", async () => {
    const path = `${desk.directory}/app.apk`;
    for (const versionCode of [1, 2]) {
      await Bun.write(
        path,
        buildApk({
          packageName: "com.example.installed",
          versionName: `${versionCode}.0`,
          versionCode,
          minSdk: 29,
          targetSdk: 35,
          debuggable: true,
          testOnly: false,
          label: "Installed",
          permissions: [],
          activities: [],
        }),
      );
      expect((await desk.call("installApp", { artifactPath: path })).value).toMatchObject({ success: true });
    }
    expect((await desk.call("listApps")).value.apps).toContain("com.example.installed");
  });

  test("a file that only calls itself an APK is not sent, one that the device refuses tells its reason", async () => {
    const text = `${desk.directory}/text.apk`;
    await Bun.write(text, "hello");
    expect((await desk.call("installApp", { artifactPath: text })).text).toContain("is no APK");
    const broken = `${desk.directory}/broken.apk`;
    await Bun.write(broken, "PK\u0003\u0004 and nothing more");
    expect((await desk.call("installApp", { artifactPath: broken })).text).toContain(
      "The device refused the app: INSTALL_",
    );
  });
});
