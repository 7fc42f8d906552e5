import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { buildApk } from "../../../scripts/virtual-device/system/apk/manifest.ts";
import { startTestDevice, type TestDevice } from "./support/test-device.ts";

const APP = "dev.jasonpearson.automobile.playground";
/** 2026-03-01 12:34:56.789 UTC */
const NOW = Date.UTC(2026, 2, 1, 12, 34, 56, 789);

let device: TestDevice;
beforeAll(async () => {
  device = await startTestDevice({ now: () => NOW });
});
afterAll(() => device.stop());

const ok = (stdout: string) => ({ stdout, stderr: "", exitCode: 0 });
const out = async (command: string): Promise<string> => (await device.sh(command)).stdout;

describe("packages", () => {
  test("pm lists, finds and counts", async () => {
    expect(await out("pm list packages -3")).toBe(`package:${APP}\n`);
    expect(await out("pm list packages playground --show-versioncode")).toBe(
      `package:${APP} versionCode:42\n`,
    );
    expect(await out(`pm path ${APP}`)).toMatch(
      /^package:\/data\/app\/~~[\w-]+==\/dev\.jasonpearson\.automobile\.playground-[\w-]+==\/base\.apk\n$/,
    );
    expect(await device.sh("pm path no.such.app")).toEqual({ stdout: "", stderr: "", exitCode: 1 });
    expect(await out("pm list users")).toBe("Users:\n\tUserInfo{0:Owner:4c13} running\n");
    expect(await device.sh("pm nonsense")).toMatchObject({
      exitCode: 255,
      stdout: "Unknown command: nonsense\n",
    });
  });

  test("the APK on the device can be read, hashed and pulled", async () => {
    const path = (await out(`pm path ${APP}`)).trim().slice("package:".length);
    const bytes = await device.exec(`cat '${path}'`);
    const hash = createHash("sha256").update(bytes).digest("hex");
    expect(await out(`sha256sum '${path}'`)).toBe(`${hash}  ${path}\n`);
    expect(await out(`toybox sha256sum '${path}'`)).toBe(`${hash}  ${path}\n`);
    expect(bytes.subarray(0, 2).toString()).toBe("PK");
  });

  test("pm clear empties the app's directory and takes its permissions away", async () => {
    await device.sh(`run-as ${APP} sh -c 'mkdir shared_prefs; echo x > shared_prefs/a.xml'`);
    await device.sh(`pm grant ${APP} android.permission.POST_NOTIFICATIONS`);
    expect(await out(`dumpsys package ${APP} | grep POST_NOTIFICATIONS`)).toContain("granted=true");
    expect(await device.sh(`pm clear ${APP}`)).toEqual(ok("Success\n"));
    expect(await out(`run-as ${APP} ls`)).toBe("cache\ncode_cache\n");
    expect(await out(`dumpsys package ${APP} | grep POST_NOTIFICATIONS:`)).toContain("granted=false");
    expect(await device.sh("pm clear no.such.app")).toMatchObject({ stdout: "Failed\n", exitCode: 1 });
  });

  test("permissions that can't be granted are refused with the framework's exceptions", async () => {
    const grant = await device.sh(`pm grant ${APP} android.permission.CAMERA`);
    expect(grant.stderr).toContain(
      `java.lang.SecurityException: Package ${APP} has not requested permission android.permission.CAMERA`,
    );
    expect(grant.exitCode).toBe(255);
    expect((await device.sh(`pm grant ${APP} android.permission.INTERNET`)).stderr).toContain(
      "not a changeable permission type",
    );
    expect((await device.sh("pm grant no.such.app android.permission.CAMERA")).stderr).toContain(
      "Unknown package: no.such.app",
    );
  });

  test("users other than the first are out of reach", async () => {
    expect((await device.sh("pm list packages --user 10")).exitCode).not.toBe(0);
    expect((await device.sh("am start --user 10 -n a/.B")).stderr).toContain(
      "Shell does not have permission to access user 10",
    );
  });

  test("activities resolve by their filters", async () => {
    expect(await out(`cmd package resolve-activity --brief ${APP}`)).toBe(
      `priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n${APP}/.MainActivity\n`,
    );
    expect(
      await out(
        "cmd package query-activities --components -a android.intent.action.MAIN -c android.intent.category.LAUNCHER",
      ),
    ).toContain(`${APP}/.MainActivity\n`);
    expect(
      await out("cmd package resolve-activity -a android.intent.action.VIEW -d https://example.org/"),
    ).toBe("No activity found\n");
  });
});

describe("installing", () => {
  const info = {
    packageName: "org.example.app",
    versionCode: 10,
    versionName: "1.0",
    minSdk: 21,
    targetSdk: 35,
    label: "App",
    debuggable: false,
    testOnly: false,
    permissions: ["android.permission.CAMERA"],
    activities: [],
  };
  const install = async (change: Partial<typeof info>, flags = ""): Promise<string> => {
    await device.sh("cat > /data/local/tmp/x.apk", { stdin: buildApk({ ...info, ...change }) });
    return out(`pm install ${flags} /data/local/tmp/x.apk`);
  };

  test("replaces, refuses downgrades and remembers the first time", async () => {
    expect(await install({})).toBe("Success\n");
    expect(await install({ versionCode: 11, versionName: "1.1" })).toBe("Success\n");
    expect(await out("dumpsys package org.example.app | grep -E 'versionName|versionCode'")).toBe(
      "    versionCode=11 minSdk=21 targetSdk=35\n    versionName=1.1\n",
    );
    expect(await install({ versionCode: 5 })).toBe(
      "Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code 5 is older than current 11]\n",
    );
    expect(await install({}, "-R")).toContain("INSTALL_FAILED_ALREADY_EXISTS");
    expect((await device.sh("ls /data/app")).stderr).toBe("ls: /data/app: Permission denied\n");
    expect(await out("pm uninstall org.example.app")).toBe("Success\n");
  });

  test("names what is wrong with an APK", async () => {
    expect(await install({ testOnly: true })).toContain("INSTALL_FAILED_TEST_ONLY");
    expect(await install({ testOnly: true }, "-t -g")).toBe("Success\n");
    expect(await out("dumpsys package org.example.app | grep CAMERA:")).toContain("granted=true");
    expect(await install({ packageName: "org.example.new", minSdk: 99 })).toContain(
      "INSTALL_FAILED_OLDER_SDK",
    );
    expect((await device.sh("pm install /data/local/tmp/none.apk")).exitCode).toBe(255);
    expect(await out("pm uninstall no.such.app")).toBe("Failure [DELETE_FAILED_INTERNAL_ERROR]\n");
  });

  test("in sessions", async () => {
    const apk = buildApk(info);
    await device.sh("cat > /data/local/tmp/x.apk", { stdin: apk });
    const id = /\[(\d+)\]/.exec(await out("pm install-create -r"))?.[1];
    expect(await out(`pm install-write -S ${apk.length} ${id} base.apk /data/local/tmp/x.apk`)).toBe(
      `Success: streamed ${apk.length} bytes\n`,
    );
    expect(await out(`pm install-commit ${id}`)).toContain("Success\n");
  });
});

describe("activities", () => {
  test("am start -W tells how the start went", async () => {
    await device.sh(`am force-stop ${APP}`);
    expect(
      await device.sh(`am start -W -a android.intent.action.VIEW -d automobile://playground/demos ${APP}`),
    ).toEqual(
      ok(
        `Starting: Intent { act=android.intent.action.VIEW dat=automobile://playground/... pkg=${APP} }\nStatus: ok\nLaunchState: COLD\nActivity: ${APP}/.MainActivity\nTotalTime: 321\nWaitTime: 324\nComplete\n`,
      ),
    );
    expect(device.ui.calls).toContain(`start ${APP}/${APP}.MainActivity automobile://playground/demos`);
    const again = await out(`am start -W -n ${APP}/.MainActivity`);
    expect(again).toContain(
      "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n",
    );
    expect(again).not.toContain("TotalTime");
    expect(await out(`pidof ${APP}`)).toMatch(/^\d+\n$/);
    await device.sh(`am force-stop ${APP}`);
    expect(await device.sh(`pidof ${APP}`)).toMatchObject({ stdout: "", exitCode: 1 });
    expect(await out(`dumpsys package ${APP} | grep stopped=`)).toContain("stopped=true");
  });

  test("an ampersand outside quotes cuts the deep link", async () => {
    await device.sh(`am start -a android.intent.action.VIEW -d automobile://playground/x?a=1&b=2`);
    const wanted = `start ${APP}/${APP}.MainActivity automobile://playground/x?a=1`;
    // The part before the ampersand runs in the background.
    while (!device.ui.calls.includes(wanted)) await Bun.sleep(1);
  });

  test("errors go where the version puts them", async () => {
    const missing = "am start -W -n no.such/.Thing";
    expect(await device.sh(missing)).toEqual({
      stdout:
        "Starting: Intent { cmp=no.such/.Thing }\nError type 3\nError: Activity class {no.such/no.such.Thing} does not exist.\n",
      stderr: "",
      exitCode: 1,
    });
    expect(await device.sh("am start -a android.intent.action.VIEW -d nope://x/y")).toEqual({
      stdout: "Starting: Intent { act=android.intent.action.VIEW dat=nope://x/... }\n",
      stderr:
        "Error: Activity not started, unable to resolve Intent { act=android.intent.action.VIEW dat=nope://x/... flg=0x10000000 }\n",
      exitCode: 1,
    });
    const old = await startTestDevice({ androidVersion: "10" });
    expect(await old.sh(missing)).toEqual({
      stdout: "Starting: Intent { cmp=no.such/.Thing }\n",
      stderr: "Error type 3\nError: Activity class {no.such/no.such.Thing} does not exist.\n",
      exitCode: 0,
    });
    await old.stop();
  });

  test("monkey starts an app", async () => {
    expect(await out(`monkey -p ${APP} -c android.intent.category.LAUNCHER 1`)).toContain(
      "Events injected: 1\n",
    );
    expect((await device.sh("monkey -p no.such.app 1")).stderr).toContain(
      "No activities found to run, monkey aborted.",
    );
  });

  test("users, broadcasts, unknown commands", async () => {
    expect(await out("am get-current-user")).toBe("0\n");
    expect(await out("am broadcast -a org.example.PING --es k v")).toBe(
      "Broadcasting: Intent { act=org.example.PING flg=0x400000 (has extras) }\nBroadcast completed: result=0\n",
    );
    expect((await device.sh("am nonsense")).exitCode).toBe(255);
  });
});

describe("settings and properties", () => {
  test("settings get, put and delete", async () => {
    expect(await out("settings get system no_such_key")).toBe("null\n");
    await device.sh("settings put system no_such_key 'a b'");
    expect(await out("settings get system no_such_key")).toBe("a b\n");
    expect(await out("settings delete system no_such_key")).toBe("Deleted 1 rows\n");
    expect((await device.sh("settings get nowhere key")).stderr).toBe("Invalid namespace 'nowhere'\n");
    await device.sh(
      "content insert --uri content://settings/system --bind name:s:user_rotation --bind value:i:1",
    );
    expect(await out("settings get system user_rotation")).toBe("1\n");
    expect(
      await out("content query --uri content://settings/system --where \"name='user_rotation'\""),
    ).toContain("name=user_rotation, value=1");
    await device.sh("settings put system user_rotation 0");
  });

  test("a locked rotation turns the display", async () => {
    await device.sh("settings put system accelerometer_rotation 0; settings put system user_rotation 1");
    expect(await out("dumpsys window displays | grep mCurrentRotation")).toBe(
      "  mCurrentRotation=ROTATION_90\n",
    );
    expect(await out("dumpsys input | grep InputDeviceOrientation")).toBe(
      "      InputDeviceOrientation: 1\n",
    );
    await device.sh("settings put system user_rotation 0; settings put system accelerometer_rotation 1");
    expect(await out("dumpsys window displays | grep -o ROTATION_0 | head -n1")).toBe("ROTATION_0\n");
  });

  test("getprop and setprop", async () => {
    expect(await out("getprop ro.build.version.sdk")).toBe("35\n");
    expect(await out("getprop no.such.prop")).toBe("\n");
    expect(await out("getprop no.such.prop fallback")).toBe("fallback\n");
    expect(await out("getprop | grep release")).toBe("[ro.build.version.release]: [15]\n");
    expect((await device.sh("setprop ro.build.id x")).exitCode).toBe(1);
    expect(await out("setprop debug.x 1; getprop debug.x")).toBe("1\n");
  });

  test("wm shows overrides and takes them back", async () => {
    expect(await out("wm size; wm density")).toBe("Physical size: 1080x2400\nPhysical density: 420\n");
    expect(await out("wm size 540x1200; wm density 210; wm size; wm density")).toBe(
      "Physical size: 1080x2400\nOverride size: 540x1200\nPhysical density: 420\nOverride density: 210\n",
    );
    expect(await out("wm size reset; wm density reset; wm size")).toBe("Physical size: 1080x2400\n");
  });

  test("dark theme, app locale, navigation mode, input method", async () => {
    expect(await out("cmd uimode night")).toBe("Night mode: no\n");
    expect(await out("cmd uimode night yes; cmd uimode night auto; cmd uimode night no")).toBe(
      "Night mode: yes\nNight mode: auto\nNight mode: no\n",
    );
    await device.sh(`cmd locale set-app-locales ${APP} --locales fr-FR`);
    expect(await out(`cmd locale get-app-locales ${APP}`)).toBe(
      `Locales for ${APP} for user 0 are [fr-FR]\n`,
    );
    await device.sh("cmd overlay enable com.android.internal.systemui.navbar.threebutton");
    expect(await out("settings get secure navigation_mode")).toBe("0\n");
    expect(await out("cmd overlay list | grep threebutton")).toBe(
      "[x] com.android.internal.systemui.navbar.threebutton\n",
    );
    await device.sh("cmd overlay enable com.android.internal.systemui.navbar.gestural");
    expect(await out("ime list -s")).toBe(
      "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME\n",
    );
    expect(await device.sh("cmd nonsense")).toMatchObject({
      stderr: "cmd: Can't find service: nonsense\n",
      exitCode: 20,
    });
  });
});

describe("run-as", () => {
  test.each([
    ["no.such.app ls", "run-as: unknown package: no.such.app\n"],
    ["com.android.settings ls", "run-as: package not an application: com.android.settings\n"],
    ["com.android.systemui ls", "run-as: package not debuggable: com.android.systemui\n"],
    [`${APP} --user 99999 ls`, "run-as: user id too big: 99999\n"],
    [`${APP} nosuch`, "run-as: exec failed for nosuch: No such file or directory\n"],
  ])("%s", async (args, stderr) => {
    expect(await device.sh(`run-as ${args}`)).toEqual({ stdout: "", stderr, exitCode: 1 });
  });

  test("the error takes the payload's place over exec", async () => {
    expect((await device.exec("run-as no.such.app cat x")).toString()).toBe(
      "run-as: unknown package: no.such.app\n",
    );
  });

  test("works in the app's directory as the app", async () => {
    expect(await out(`run-as ${APP} pwd; run-as ${APP} whoami; run-as ${APP} --user 0 id -u`)).toBe(
      `/data/data/${APP}\nu0_a94\n10094\n`,
    );
    const xml = "<map>\n</map>\n";
    await device.sh(`run-as ${APP} sh -c 'mkdir -p shared_prefs; cat > shared_prefs/p.xml'`, { stdin: xml });
    expect(await out(`run-as ${APP} cat shared_prefs/p.xml`)).toBe(xml);
    expect((await device.sh(`run-as ${APP} run-as ${APP} ls`)).stderr).toContain(
      "only 'shell' or 'root' users",
    );
  });
});

describe("the screen's commands", () => {
  test("input reaches the screen", async () => {
    const from = device.ui.calls.length;
    await device.sh("input tap 10 20; input touchscreen swipe 1 2 30 40 200; input swipe 5 5 5 5 800");
    await device.sh(
      "input text 'a%sb'; input keyevent KEYCODE_BACK 66; input keyevent --longpress POWER; input draganddrop 1 2 3 4 500",
    );
    await device.sh("input motionevent DOWN 7 8; input motionevent UP 7 8; input keycombination 113 29");
    expect(device.ui.calls.slice(from)).toEqual([
      "tap 10 20",
      "swipe 1 2 30 40 200",
      "longPress 5 5 800",
      "text a b",
      "key 4",
      "key 66",
      "key 26 long",
      "drag 1 2 3 4 500",
      "tap 7 8",
      "keys 113+29",
    ]);
    expect((await device.sh("input text ä")).stderr).toContain("NullPointerException");
    expect((await device.sh("input tap a b")).stderr).toContain("NumberFormatException");
    expect((await device.sh("input")).exitCode).toBe(255);
  });

  test("uiautomator dump puts the status line where Android does", async () => {
    expect(await device.sh("uiautomator dump")).toEqual(
      ok("UI hierchary dumped to: /sdcard/window_dump.xml\n"),
    );
    const xml = await out("cat /sdcard/window_dump.xml");
    expect(xml).toStartWith("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=");
    expect((await device.exec("uiautomator dump /dev/tty")).toString()).toBe(
      `${xml}UI hierchary dumped to: /dev/tty\n`,
    );
    // An unwritable path is announced as success; only the log knows.
    expect(await device.sh("uiautomator dump /system/x.xml")).toEqual(
      ok("UI hierchary dumped to: /system/x.xml\n"),
    );
    expect((await device.sh("cat /system/x.xml")).exitCode).toBe(1);
    expect(await out("logcat -d -s AccessibilityNodeInfoDumper")).toContain("EROFS (Read-only file system)");
  });

  test("screencap writes a PNG to standard output or a file", async () => {
    const png = await device.exec("screencap -p");
    await device.sh("screencap -p /sdcard/s.png");
    expect((await device.exec("cat /sdcard/s.png")).equals(png)).toBe(true);
  });
});

describe("the clock", () => {
  test("is the one it was given, in the device's zone", async () => {
    expect(await out("date +%s%z; date; date -u +%Y-%m-%dT%H:%M:%S")).toBe(
      "1772368496+0000\nSun Mar  1 12:34:56 UTC 2026\n2026-03-01T12:34:56\n",
    );
    expect(await out(`dumpsys package ${APP} | grep lastUpdateTime`)).toBe(
      "    lastUpdateTime=2026-09-01 12:00:00\n",
    );
    expect(await out("date -d @0 +%F")).toBe("1970-01-01\n");
  });
});

describe("versions", () => {
  test.each([
    ["10", "29", /userId=\d+\n[\s\S]*?applicationInfo=/, "mResumedActivity:"],
    ["13", "33", /appId=\d+\n[\s\S]*?firstInstallTime=/, "topResumedActivity="],
    ["16", "36", /lastUpdateTime=2026-09-01 12:00:00\.000/, "topResumedActivity="],
  ] as const)("Android %s has its own formats", async (androidVersion, sdk, format, resumed) => {
    const other = await startTestDevice({ androidVersion, now: () => NOW });
    expect((await other.sh("getprop ro.build.version.sdk")).stdout).toBe(`${sdk}\n`);
    expect((await other.sh(`dumpsys package ${APP}`)).stdout).toMatch(format);
    await other.sh(`am start -n ${APP}/.MainActivity`);
    expect((await other.sh("dumpsys activity activities")).stdout).toContain(resumed);
    await other.stop();
  });

  test("a version that is not modelled is refused", async () => {
    await expect(startTestDevice({ androidVersion: "9" as "10" })).rejects.toThrow(
      "Known versions: 10, 13, 15, 16",
    );
  });
});
