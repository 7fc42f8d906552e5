import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runPreflight } from "../../../../scripts/agent-benchmark/device/preflight.ts";
import { RunError } from "../../../../scripts/agent-benchmark/errors.ts";
import type { Suite } from "../../../../scripts/agent-benchmark/suite/types.ts";
import { AdbError } from "../../../../src/android/adb/types.ts";
import { temporaryDirectory } from "../../../helpers/temp.ts";
import { APK, healthyDevice, PACKAGE, screenOf, sha256, suiteOf } from "./healthy-device.ts";

type Device = ReturnType<typeof healthyDevice>;

async function run(device: Device, suite: Suite, directory: string, signal?: AbortSignal) {
  return runPreflight({
    adb: device.adb,
    serial: "emulator-5554",
    suite,
    runDirectory: directory,
    pace: { secondLookMs: 1, quietMs: 1 },
    ...(signal ? { signal } : {}),
  });
}

async function problemOf(device: Device, suite = suiteOf()) {
  using dir = temporaryDirectory();
  const error = await run(device, suite, dir.path).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RunError)) throw new Error(`expected a RunError, got ${error}`);
  return error.problem;
}

async function withApk<T>(work: (path: string) => Promise<T>): Promise<T> {
  using dir = temporaryDirectory();
  const path = join(dir.path, "shop.apk");
  writeFileSync(path, APK);
  return work(path);
}

describe("a healthy device", () => {
  test("goes through every step in order, and each is in preflight.log", async () => {
    using dir = temporaryDirectory();
    const device = healthyDevice();
    const suite = suiteOf({
      preflight: {
        sharedPreferences: { onboarding_prefs: { done: { type: "boolean", value: true } } },
        startScreenIncludes: ["Shop"],
      },
    });
    const record = await run(device, suite, dir.path);
    expect(record.appBuild).toEqual({
      packageName: PACKAGE,
      versionName: "1.2",
      versionCode: 7,
      lastUpdateTime: "2026-10-09 12:00:03",
      apkSha256: null,
    });
    expect(record.steps.map(({ name }) => name)).toEqual([
      "app-build",
      "stop",
      "clear",
      "preferences",
      "open",
      "settle",
      "start-screen",
      "fingerprint",
    ]);
    expect(record.startScreen?.outcome).toBe("observed");
    expect(record.deviceFingerprint.digest).toMatch(/^[0-9a-f]{16}$/);
    const log = readFileSync(join(dir.path, "preflight.log"), "utf8");
    for (const [step, command] of [
      ["app-build", `dumpsys package '${PACKAGE}'`],
      ["stop", `am force-stop --user 0 '${PACKAGE}'`],
      ["clear", `pm clear --user 0 '${PACKAGE}'`],
      ["preferences", `run-as '${PACKAGE}' cp /data/local/tmp/`],
      ["open", `am start -W --user 0 -a android.intent.action.VIEW -d 'shop://item/1' -p '${PACKAGE}'`],
      ["start-screen", "uiautomator dump /data/local/tmp/"],
      ["fingerprint", "wm density"],
    ]) {
      expect(log).toMatch(
        new RegExp(`\\[${step}\\] \\d+ ms, exit 0\\n\\$ ${command?.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}`),
      );
    }
    expect(readFileSync(join(dir.path, "preflight", "onboarding_prefs.xml"), "utf8")).toContain(
      '<boolean name="done" value="true" />',
    );
    expect(readFileSync(join(dir.path, "start-screen.xml"), "utf8")).toBe(screenOf("Shop"));
    expect(existsSync(join(dir.path, "start-screen.png"))).toBe(true);
  });

  test("clearing, preferences and the start screen check can be off; without a link the launcher opens", async () => {
    using dir = temporaryDirectory();
    const device = healthyDevice();
    const record = await run(
      device,
      suiteOf({ preflight: { clearAppData: false, launchUri: null } }),
      dir.path,
    );
    expect(record.steps.map(({ name }) => name)).toEqual([
      "app-build",
      "stop",
      "open",
      "settle",
      "fingerprint",
    ]);
    expect(device.adb.commands.some((command) => command.startsWith("pm clear"))).toBe(false);
    expect(device.adb.commands).toContain(
      `am start -W --user 0 -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n '${PACKAGE}/.MainActivity'`,
    );
  });

  test("an interruption ends it with its own reason", async () => {
    using dir = temporaryDirectory();
    const controller = new AbortController();
    const device = healthyDevice([
      [/^pm clear/, () => controller.abort(new Error("interrupted by SIGINT")) ?? "Success\n"],
    ]);
    await expect(run(device, suiteOf(), dir.path, controller.signal)).rejects.toThrow(
      "interrupted by SIGINT",
    );
    expect(device.adb.commands.some((command) => command.startsWith("am start"))).toBe(false);
  });

  test("a device that goes away is named with the step", async () => {
    const gone = healthyDevice([
      [
        /^pm clear/,
        () => {
          throw new AdbError("DEVICE_UNAUTHORIZED", "adb: device unauthorized.");
        },
      ],
    ]);
    expect(await problemOf(gone)).toEqual({
      code: "DEVICE_UNAUTHORIZED",
      message: "adb: device unauthorized.",
      hint: "Unlock the device and accept the USB debugging prompt.",
      where: 'preflight step "clear" on emulator-5554',
    });
  });
});

describe("install", () => {
  const install = (device: Device) => withApk((apkPath) => problemOf(device, suiteOf({ apkPath })));

  test("records the APK's digest instead of the install time", async () => {
    using dir = temporaryDirectory();
    const device = healthyDevice();
    const record = await withApk((apkPath) => run(device, suiteOf({ apkPath }), dir.path));
    expect(record.appBuild).toMatchObject({ lastUpdateTime: null, apkSha256: sha256(APK).slice(0, 16) });
    expect(device.adb.commands).toContain("install -r -t --user 0");
  });

  test("a device whose only sha256sum is toybox's will do", async () => {
    using dir = temporaryDirectory();
    const device = healthyDevice([
      [/^sha256sum '\/data\/app/, { stderr: "sh: sha256sum: inaccessible or not found", code: 127 }],
      [/^toybox sha256sum/, `${sha256(APK)}  x\n`],
    ]);
    expect((await withApk((apkPath) => run(device, suiteOf({ apkPath }), dir.path))).steps[0]?.name).toBe(
      "install",
    );
  });

  const refused = "Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]";
  const noHash: [RegExp, { stderr: string; code: number }] = [
    /sha256sum/,
    { stderr: "not found", code: 127 },
  ];
  test.each([
    [
      "APK_INSTALL_REFUSED",
      () => healthyDevice([], { install: () => refused }),
      "INSTALL_FAILED_USER_RESTRICTED",
      "Install via USB",
    ],
    [
      "APK_OTHER_PACKAGE",
      () => healthyDevice([[/^pm path/, { code: 1 }]]),
      "holds another package",
      "app.packageName",
    ],
    [
      "APK_MISMATCH",
      () => healthyDevice([[/^sha256sum/, `${"0".repeat(64)}  x\n`]]),
      "0000000000000000…",
      "app.packageName",
    ],
    [
      "APK_SPLITS",
      () =>
        healthyDevice([
          [/^pm path/, "package:/data/app/b/base.apk\npackage:/data/app/b/split_config.en.apk\n"],
        ]),
      "1 split",
      "universal APK",
    ],
    ["APK_HASH_UNAVAILABLE", () => healthyDevice([noHash]), "no sha256sum", "remove app.apkPath"],
  ] as const)("%s has its own message and remedy", async (code, device, words, remedy) => {
    const problem = await install(device());
    expect(problem.code).toBe(code);
    expect(problem.message).toContain(words);
    expect(problem.hint).toContain(remedy);
    expect(problem.where).toBe('preflight step "install" on emulator-5554');
  });

  test("no file, and a file that is no APK", async () => {
    expect((await problemOf(healthyDevice(), suiteOf({ apkPath: "/nonexistent/a.apk" }))).code).toBe(
      "APK_UNREADABLE",
    );
    using dir = temporaryDirectory();
    const apkPath = join(dir.path, "a.apk");
    writeFileSync(apkPath, "text");
    expect((await problemOf(healthyDevice(), suiteOf({ apkPath }))).code).toBe("APK_INVALID");
  });
});

describe("app build", () => {
  test.each([
    ["APP_NOT_INSTALLED", `Unable to find package: ${PACKAGE}\n`],
    [
      "APP_NOT_INSTALLED",
      `Packages:\n  Package [${PACKAGE}] (1):\n    versionCode=1\n    User 0: installed=false\n`,
    ],
    [
      "APP_DISABLED",
      `Packages:\n  Package [${PACKAGE}] (1):\n    versionCode=1\n    User 0: installed=true enabled=3\n`,
    ],
  ])("%s", async (code, output) => {
    expect((await problemOf(healthyDevice([[/^dumpsys package/, output]]))).code).toBe(code);
  });
});

describe("stop and clear", () => {
  test("waits until the process is gone", async () => {
    using dir = temporaryDirectory();
    let left = 2;
    const device = healthyDevice([[/^ps -A/, () => `  PID NAME\n${left-- > 0 ? ` 4711 ${PACKAGE}\n` : ""}`]]);
    await run(device, suiteOf(), dir.path);
    expect(device.adb.commands.filter((command) => command.startsWith("am force-stop"))).toHaveLength(3);
  });

  test("a device without that ps is asked with pidof", async () => {
    using dir = temporaryDirectory();
    let left = 1;
    const device = healthyDevice([
      [/^ps -A/, { stderr: "ps: bad -A", code: 1 }],
      [/^pidof/, () => (left-- > 0 ? "4711\n" : { code: 1 })],
    ]);
    await run(device, suiteOf(), dir.path);
    expect(device.adb.commands.filter((command) => command.startsWith("am force-stop"))).toHaveLength(2);
  });

  test("a refusal to stop", async () => {
    const device = healthyDevice([
      [/^am force-stop/, { stderr: "java.lang.SecurityException: no", code: 255 }],
    ]);
    expect((await problemOf(device)).code).toBe("APP_STOP_REFUSED");
  });

  test("a refusal to clear names the setting that lifts it", async () => {
    const device = healthyDevice([
      [
        /^pm clear/,
        {
          stderr:
            "Error: java.lang.SecurityException: PID 1 does not have permission android.permission.CLEAR_APP_USER_DATA",
          code: 255,
        },
      ],
    ]);
    const problem = await problemOf(device);
    expect(problem.code).toBe("APP_CLEAR_REFUSED");
    expect(problem.hint).toContain("USB debugging (Security settings)");
  });
});

describe("preferences", () => {
  const seeded = (
    preferences: Suite["preflight"]["sharedPreferences"] = { prefs: { a: { type: "int", value: 1 } } },
  ) => suiteOf({ preflight: { sharedPreferences: preferences } });

  test("are written as the app, without a left-over backup, and the staging file is removed", async () => {
    using dir = temporaryDirectory();
    const device = healthyDevice();
    await run(
      device,
      seeded({ "my prefs": { "it's": { type: "string", value: "$HOME; reboot" } } }),
      dir.path,
    );
    const commands = device.adb.commands.filter(
      (command) => command.includes("run-as") || command.includes("/data/local/tmp/agent"),
    );
    const staged = /cp (\S+)/.exec(commands.join("\n"))?.[1];
    expect(commands).toEqual([
      `run-as '${PACKAGE}' mkdir -p shared_prefs`,
      `push ${staged}`,
      `run-as '${PACKAGE}' cp ${staged} 'shared_prefs/my prefs.xml'`,
      `run-as '${PACKAGE}' rm -f 'shared_prefs/my prefs.xml.bak'`,
      `run-as '${PACKAGE}' cat 'shared_prefs/my prefs.xml'`,
      `rm -f ${staged}`,
    ]);
  });

  test("go through the app's input where it may not read the shell's files", async () => {
    using dir = temporaryDirectory();
    const device = healthyDevice([
      [/^run-as \S+ cp/, { stderr: "cp: /data/local/tmp/x: Permission denied", code: 1 }],
    ]);
    await run(device, seeded(), dir.path);
    expect(new TextDecoder().decode(device.files.get("'shared_prefs/prefs.xml'"))).toContain(
      '<int name="a" value="1" />',
    );
  });

  test("a run-as refusal is explained", async () => {
    const device = healthyDevice([
      [/^run-as/, { stderr: "run-as: package not debuggable: org.example.shop", code: 1 }],
    ]);
    const problem = await problemOf(device, seeded());
    expect(problem.code).toBe("RUN_AS_REFUSED");
    expect(problem.hint).toContain("debug variant");
  });

  test("a full disk", async () => {
    const full = { stderr: "cp: xwrite: No space left on device", code: 1 };
    const device = healthyDevice([[/^run-as \S+ (cp|sh)/, full]]);
    expect((await problemOf(device, seeded())).code).toBe("PREFERENCE_WRITE_FAILED");
  });

  test("a file that does not read back as written", async () => {
    const device = healthyDevice([[/^run-as \S+ cat/, "<map />"]]);
    expect((await problemOf(device, seeded())).code).toBe("PREFERENCE_READBACK_DIFFERS");
  });

  test("values that Android could not store touch no device", async () => {
    const device = healthyDevice();
    const problem = await problemOf(
      device,
      seeded({ p: { a: { type: "float", value: 1e-60 }, b: { type: "string", value: "\u0000" } } }),
    );
    expect(problem.code).toBe("PREFERENCE_INVALID");
    expect(problem.message).toContain("p / a");
    expect(problem.message).toContain("p / b");
    expect(device.adb.commands.some((command) => command.startsWith("run-as"))).toBe(false);
  });
});

describe("deep link", () => {
  const open = (launchUri: string) => suiteOf({ preflight: { launchUri } });

  test.each([
    "shop://i?a=1&b=2;reboot",
    "shop://i?q=$HOME `id` $(id)",
    `shop://i?q='"x"'`,
    "shop://i/héé/日本語?x=%26",
    "shop://i?a=b c",
  ])("%s reaches the shell as one word", async (uri) => {
    using dir = temporaryDirectory();
    const device = healthyDevice();
    await run(device, open(uri), dir.path);
    const command = device.adb.commands.find((one) => one.startsWith("am start")) ?? "";
    const shell = Bun.spawnSync(["sh", "-c", command.replace(/^am start/, "printf '%s\\n'")]);
    expect(shell.stdout.toString().split("\n")).toContain(uri);
  });

  test("a control character is refused before the device is asked", async () => {
    expect((await problemOf(healthyDevice(), open("shop://i\nreboot"))).code).toBe("LAUNCH_URI_INVALID");
    expect((await problemOf(healthyDevice(), open(`shop://${"x".repeat(5000)}`))).code).toBe(
      "LAUNCH_URI_INVALID",
    );
  });

  const started = `Status: ok\nActivity: ${PACKAGE}/.MainActivity\nComplete\n`;
  test.each([
    [
      "LAUNCH_UNRESOLVED",
      {
        stdout: "Starting: Intent { }\n",
        stderr: "Error: Activity not started, unable to resolve Intent { }",
      },
    ],
    [
      "LAUNCH_NO_ACTIVITY",
      {
        stdout: "Starting: Intent { }\n",
        stderr: "Error type 3\nError: Activity class {a/b} does not exist.",
      },
    ],
    ["LAUNCH_NOT_ALLOWED", { stdout: "java.lang.SecurityException: Permission Denial", code: 255 }],
    ["LAUNCH_UNCONFIRMED", { stdout: "Starting: Intent { }\nStatus: ok\n" }],
    ["LAUNCH_FAILED", { stdout: "Error: Activity not started, unknown error code -96\n", code: 1 }],
    [
      "LAUNCH_OTHER_APP",
      { stdout: "Status: ok\nActivity: android/com.android.internal.app.ResolverActivity\nComplete\n" },
    ],
    [
      "LAUNCH_URI_LOST",
      { stdout: `Warning: Activity not started, its current task has been brought to the front\n${started}` },
    ],
    [
      "LAUNCH_URI_LOST",
      {
        stdout: started,
        stderr:
          "Warning: Activity not started, intent has been delivered to currently running top-most instance.",
      },
    ],
  ])("%s", async (code, answer) => {
    const problem = await problemOf(healthyDevice([[/^am start/, answer]]));
    expect(problem.code).toBe(code);
    expect(problem.where).toContain('"open"');
  });

  test("is sent once, and a torn answer is no success", async () => {
    const device = healthyDevice([[/^am start/, { stdout: started, torn: true }]]);
    expect((await problemOf(device)).code).toBe("DEVICE_CONNECTION");
    expect(device.adb.commands.filter((command) => command.startsWith("am start"))).toHaveLength(1);
  });

  test("Status: timeout goes on, with a note", async () => {
    using dir = temporaryDirectory();
    const device = healthyDevice([[/^am start/, started.replace("ok", "timeout")]]);
    expect((await run(device, suiteOf(), dir.path)).notes).toEqual([
      expect.stringContaining("Status: timeout"),
    ]);
  });

  test("an app without a launcher activity", async () => {
    const device = healthyDevice([[/^cmd package resolve-activity/, "No activity found\n"]]);
    expect((await problemOf(device, suiteOf({ preflight: { launchUri: null } }))).code).toBe(
      "APP_NO_LAUNCHER",
    );
  });
});

describe("start screen", () => {
  const expecting = (text: string) => suiteOf({ preflight: { startScreenIncludes: [text] } });

  test("a text that comes late is seen at the second look", async () => {
    using dir = temporaryDirectory();
    const device = healthyDevice([[/^rm -f/, () => device.show(screenOf("Checkout")) ?? ""]]);
    const record = await run(device, expecting("Checkout"), dir.path);
    expect(record.startScreen?.outcome).toBe("observed");
  });

  test("a missing text says what is there instead, and the dump stays", async () => {
    using dir = temporaryDirectory();
    const device = healthyDevice();
    const error = await run(device, expecting("Checkout"), dir.path).catch((reason: unknown) => reason);
    if (!(error instanceof RunError)) throw error;
    expect(error.problem.code).toBe("START_SCREEN_MISSING_TEXT");
    expect(error.problem.message).toContain('"Checkout"');
    expect(error.problem.message).toContain("org.example.shop/.MainActivity");
    expect(readFileSync(join(dir.path, "start-screen.xml"), "utf8")).toContain("Shop");
  });

  test("the same text in another app's window does not count", async () => {
    const device = healthyDevice();
    device.show(screenOf("Shop", "com.android.systemui"));
    expect((await problemOf(device, expecting("Shop"))).code).toBe("START_SCREEN_MISSING_TEXT");
  });

  test("what covers the app is named", async () => {
    const device = healthyDevice([
      [/^dumpsys window displays/, "mKeyguardShowing=true\nmCurrentFocus=Window{1 u0 NotificationShade}\n"],
    ]);
    device.show(screenOf("12:30", "com.android.systemui"));
    const problem = await problemOf(device, expecting("Shop"));
    expect(problem.message).toContain("The lock screen was showing.");
  });
});
