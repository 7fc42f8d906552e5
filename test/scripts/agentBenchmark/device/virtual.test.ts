import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stepDevice } from "../../../../scripts/agent-benchmark/device/command.ts";
import { discoverDevice } from "../../../../scripts/agent-benchmark/device/discover.ts";
import { captureScreen, type ScreenCapture } from "../../../../scripts/agent-benchmark/device/dump.ts";
import { readDeviceFingerprint } from "../../../../scripts/agent-benchmark/device/fingerprint.ts";
import { type PreflightRecord, runPreflight } from "../../../../scripts/agent-benchmark/device/preflight.ts";
import { RunError } from "../../../../scripts/agent-benchmark/errors.ts";
import type { Suite } from "../../../../scripts/agent-benchmark/suite/types.ts";
import { startVirtualDevice } from "../../../../scripts/virtual-device/index.ts";
import { type ApkInfo, buildApk } from "../../../../scripts/virtual-device/system/apk/manifest.ts";
import type {
  AndroidVersion,
  DeviceSnapshot,
  VirtualDevice,
} from "../../../../scripts/virtual-device/types.ts";
import { createAdbClient } from "../../../../src/android/adb/client.ts";
import { resolveAdbEndpoint } from "../../../../src/android/adb/endpoint.ts";
import type { AdbClient } from "../../../../src/android/adb/types.ts";
import { temporaryDirectory } from "../../../helpers/temp.ts";
import { suiteOf } from "./healthy-device.ts";

const PLAYGROUND = "dev.jasonpearson.automobile.playground";
let device: VirtualDevice;
let adb: AdbClient;
let fresh: DeviceSnapshot;

const clientOf = (one: VirtualDevice) =>
  createAdbClient({ endpoint: resolveAdbEndpoint({ ADB_SERVER_SOCKET: one.adbServerSocket }) });

beforeAll(async () => {
  device = await startVirtualDevice();
  adb = clientOf(device);
  fresh = device.snapshot();
});
afterAll(() => device.stop());

/** A suite on the Bug Reproduction screen, onboarding and login done. */
function bugRepro(preflight: Partial<Suite["preflight"]> = {}, apkPath: string | null = null): Suite {
  const suite = suiteOf({
    preflight: {
      launchUri: "automobile://playground/demos/bugs/repro",
      startScreenIncludes: ["Expected count: 0"],
      sharedPreferences: {
        onboarding_prefs: { onboarding_completed: { type: "boolean", value: true } },
        auth_prefs: { is_guest_mode: { type: "boolean", value: true } },
      },
      ...preflight,
    },
  });
  return { ...suite, app: { packageName: PLAYGROUND, apkPath } };
}

async function withFaults<T>(faults: string[], work: () => Promise<T>): Promise<T> {
  for (const fault of faults) device.setFault(fault, true);
  try {
    return await work();
  } finally {
    for (const fault of faults) device.setFault(fault, false);
    device.restore(fresh);
  }
}

const preflight = (suite: Suite, runDirectory: string, client = adb): Promise<PreflightRecord> =>
  runPreflight({
    adb: client,
    serial: device.serial,
    suite,
    runDirectory,
    pace: { secondLookMs: 1, quietMs: 1 },
  });

async function problemOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RunError)) throw new Error(`expected a RunError, got ${error}`);
  return error.problem;
}

async function preflightProblem(faults: string[], suite = bugRepro()) {
  using dir = temporaryDirectory();
  return await withFaults(faults, () => problemOf(preflight(suite, dir.path)));
}

describe("preflight on the virtual device", () => {
  test.each(["10", "13", "15", "16"] as AndroidVersion[])(
    "Android %s reaches the start screen, everything known",
    async (androidVersion) => {
      using dir = temporaryDirectory();
      const one = await startVirtualDevice({ androidVersion });
      try {
        const client = clientOf(one);
        expect((await discoverDevice({ adb: client, platform: "linux" })).serial).toBe(one.serial);
        const record = await preflight(bugRepro(), dir.path, client);
        expect(record.startScreen?.outcome).toBe("observed");
        expect(record.deviceFingerprint.digest).toMatch(/^[0-9a-f]{16}$/);
        expect(record.appBuild.versionName).not.toBeNull();
        expect(record.appBuild.lastUpdateTime).not.toBeNull();
        expect(readFileSync(join(dir.path, "preflight.log"), "utf8")).toContain("[clear]");
      } finally {
        await one.stop();
      }
    },
  );

  test("without the preferences the app redirects, and the run stops before Claude", async () => {
    const problem = await preflightProblem([], bugRepro({ sharedPreferences: {} }));
    expect(problem.code).toBe("START_SCREEN_MISSING_TEXT");
    expect(problem.message).toContain('"Expected count: 0"');
  });

  test("typed values of every kind arrive in the app's own file, byte for byte", async () => {
    using dir = temporaryDirectory();
    const suite = bugRepro();
    suite.preflight.sharedPreferences["odd name's"] = {
      "it's & <that>": { type: "string", value: "a\nb\t'\"$HOME;`id`😀" },
      long: { type: "long", value: Number.MAX_SAFE_INTEGER },
      float: { type: "float", value: 0.1 },
      set: { type: "string-set", value: ["x", "y"] },
    };
    await preflight(suite, dir.path);
    const written = await adb.exec(device.serial, `run-as ${PLAYGROUND} cat "shared_prefs/odd name's.xml"`);
    expect(Buffer.from(written).toString()).toBe(
      readFileSync(join(dir.path, "preflight", "odd name's.xml"), "utf8"),
    );
    device.restore(fresh);
  });

  test("a left-over backup does not replace the seeded file", async () => {
    using dir = temporaryDirectory();
    await adb.shell(
      device.serial,
      `run-as ${PLAYGROUND} sh -c 'mkdir -p shared_prefs; echo "<map />" > shared_prefs/onboarding_prefs.xml.bak'`,
    );
    const record = await preflight(bugRepro({ clearAppData: false }), dir.path);
    expect(record.startScreen?.outcome).toBe("observed");
    device.restore(fresh);
  });

  test("a link with every hostile character arrives whole", async () => {
    using dir = temporaryDirectory();
    const launchUri = "automobile://playground/demos/bugs/repro?a=1&b=2;reboot $HOME `id` 'x' \"y\" é日本";
    await preflight(bugRepro({ launchUri, startScreenIncludes: [] }), dir.path);
    expect(device.requests.some((request) => request.includes("reboot $HOME"))).toBe(true);
    expect((await discoverDevice({ adb, platform: "linux" })).serial).toBe(device.serial);
    device.restore(fresh);
  });
});

describe("faults, one by one", () => {
  test.each([
    ["offline", "DEVICE_NONE_ONLINE", "Wait until it has booted"],
    ["unauthorized", "DEVICE_NONE_ONLINE", "accept the USB debugging prompt"],
  ])("%s: discovery", async (fault, code, words) => {
    const problem = await withFaults([fault], () => problemOf(discoverDevice({ adb, platform: "linux" })));
    expect(problem.code).toBe(code);
    expect(problem.hint).toContain(words);
  });

  test("secondary-user: discovery", async () => {
    const problem = await withFaults(["secondary-user"], () =>
      problemOf(discoverDevice({ adb, platform: "linux" })),
    );
    expect(problem.code).toBe("DEVICE_SECONDARY_USER");
    expect(problem.hint).toContain("am switch-user 0");
  });

  test.each([
    ["pm-clear-refused", "APP_CLEAR_REFUSED", "clear", "USB debugging (Security settings)"],
    ["not-debuggable", "RUN_AS_REFUSED", "preferences", "debug variant"],
    ["torn-connection", "DEVICE_CONNECTION", "app-build", "unstable"],
    ["offline", "DEVICE_LOST", "app-build", "went away"],
    ["unauthorized", "DEVICE_UNAUTHORIZED", "app-build", "USB debugging prompt"],
  ])("%s: the step is named, with the remedy", async (fault, code, step, hint) => {
    const problem = await preflightProblem([fault]);
    expect(problem.code).toBe(code);
    expect(problem.where).toBe(`preflight step "${step}" on emulator-5554`);
    expect(problem.hint).toContain(hint);
  });

  test.each([
    ["keyguard", "START_SCREEN_MISSING_TEXT", "The lock screen was showing."],
    ["permission-dialog", "START_SCREEN_MISSING_TEXT", "covered by a permission dialog"],
    ["anr-dialog", "START_SCREEN_MISSING_TEXT", "not-responding dialog"],
  ])("%s: what covers the app is named", async (fault, code, words) => {
    using dir = temporaryDirectory();
    const problem = await withFaults([], async () => {
      await preflight(bugRepro({ startScreenIncludes: [] }), dir.path);
      device.setFault(fault, true);
      try {
        return await problemOf(preflight(bugRepro({ launchUri: null, clearAppData: false }), dir.path));
      } finally {
        device.setFault(fault, false);
      }
    });
    expect(problem.code).toBe(code);
    expect(problem.message).toContain(words);
    expect(existsSync(join(dir.path, "start-screen.xml"))).toBe(true);
  });
});

describe("an APK of the suite", () => {
  const info: ApkInfo = {
    packageName: "org.example.probe",
    versionCode: 3,
    versionName: "1.3",
    minSdk: 26,
    targetSdk: 35,
    label: "Probe",
    debuggable: true,
    testOnly: true,
    activities: [
      {
        name: "org.example.probe.Main",
        exported: true,
        filters: [
          {
            actions: ["android.intent.action.MAIN"],
            categories: ["android.intent.category.LAUNCHER"],
            schemes: [],
            hosts: [],
          },
        ],
      },
    ],
    permissions: [],
  };

  async function install(packageName: string, faults: string[] = [], apk = buildApk(info)) {
    using dir = temporaryDirectory();
    const apkPath = join(dir.path, "probe.apk");
    writeFileSync(apkPath, apk);
    const suite = { ...suiteOf({ preflight: { launchUri: null } }), app: { packageName, apkPath } };
    return await withFaults(faults, () =>
      preflight(suite, dir.path).then(
        (record) => ({ record, problem: null }),
        (error: unknown) => {
          if (error instanceof RunError) return { record: null, problem: error.problem };
          throw error;
        },
      ),
    );
  }

  test("is installed, compared and identified by its digest", async () => {
    const { record } = await install("org.example.probe");
    expect(record?.appBuild).toMatchObject({ versionName: "1.3", versionCode: 3, lastUpdateTime: null });
    expect(record?.appBuild.apkSha256).toMatch(/^[0-9a-f]{16}$/);
  });

  test("of another package is told from the suite's, installed or not", async () => {
    expect((await install("org.example.other")).problem?.code).toBe("APK_OTHER_PACKAGE");
    expect((await install(PLAYGROUND)).problem?.code).toBe("APK_MISMATCH");
  });

  test("can't be compared without sha256sum", async () => {
    expect((await install("org.example.probe", ["no-sha256sum"])).problem?.code).toBe("APK_HASH_UNAVAILABLE");
  });

  test("that is broken is refused by the device", async () => {
    const problem = (
      await install("org.example.probe", [], new TextEncoder().encode("PK\u0003\u0004 broken"))
    ).problem;
    expect(problem?.code).toBe("APK_INSTALL_REFUSED");
    expect(problem?.hint).toContain("signed APK");
  });
});

describe("the fingerprint", () => {
  const fingerprint = (faults: string[] = []) =>
    withFaults(faults, () =>
      readDeviceFingerprint(
        stepDevice({ adb, serial: device.serial, record: () => {} }, "fingerprint", 10_000),
      ),
    );

  test.each([
    ["large-font", ["fontScale"]],
    ["rtl-locale", ["locale"]],
    ["rotated", ["rotation"]],
  ])("%s changes %p only", async (fault, changed) => {
    const [before, after] = [await fingerprint(), await fingerprint([fault])];
    expect(after.digest).not.toBe(before.digest);
    expect(Object.keys(before.parts).filter((part) => before.parts[part] !== after.parts[part])).toEqual(
      changed,
    );
  });

  test.each([
    ["screenSize", "wm size 540x1170"],
    ["screenDensity", "wm density 360"],
    ["windowAnimationScale", "settings put global window_animation_scale 0"],
    ["transitionAnimationScale", "settings put global transition_animation_scale 0.5"],
    ["animatorDurationScale", "settings put global animator_duration_scale 0"],
    ["theme", "cmd uimode night yes"],
    ["accessibilityServices", "settings put secure enabled_accessibility_services a.b/.Reader"],
    ["navigationMode", "settings put secure navigation_mode 0"],
    ["inputMethod", "settings put secure default_input_method a.b/.Keys"],
    ["clockFormat", "settings put system time_12_24 24"],
  ])("%s follows %s, and nothing else does", async (part, command) => {
    const before = await fingerprint();
    expect(await adb.shell(device.serial, command)).toMatchObject({ exitCode: 0 });
    const after = await fingerprint();
    device.restore(fresh);
    expect(Object.keys(before.parts).filter((name) => before.parts[name] !== after.parts[name])).toEqual([
      part,
    ]);
  });
});

describe("the dump", () => {
  const capture = async (faults: string[], directory: string): Promise<ScreenCapture> =>
    withFaults(faults, () =>
      captureScreen({
        adb,
        serial: device.serial,
        path: join(directory, "screen.xml"),
        pauseMs: 1,
        attempts: 2,
      }),
    );

  test("of a healthy screen has a picture beside it", async () => {
    using dir = temporaryDirectory();
    const screen = await capture([], dir.path);
    expect(screen).toMatchObject({ outcome: "observed", attempts: 1, failures: [] });
    expect(screen.state).toMatchObject({
      keyguard: false,
      wakefulness: "Awake",
      dialog: null,
      obstruction: null,
    });
    expect(screen.state.focus).toContain("/");
    expect(readFileSync(join(dir.path, "screen.xml"), "utf8")).toEndWith("</hierarchy>");
    expect([...readFileSync(join(dir.path, "screen.png")).subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    expect((await adb.exec(device.serial, "ls /data/local/tmp")).toString()).not.toContain("agent-benchmark");
  });

  test.each([
    ["never-idle", "never came to rest"],
    ["null-root", "no root view"],
    ["dump-killed", "killed uiautomator"],
    ["stale-dump", "said it wrote the dump"],
    ["truncated-dump", "ends before </hierarchy>"],
    ["torn-connection", "connection ended"],
  ])("%s is unobservable, with its reason, and leaves no dump", async (fault, words) => {
    using dir = temporaryDirectory();
    const screen = await capture([fault], dir.path);
    if (screen.outcome !== "unobservable") throw new Error("expected no screen");
    expect(screen.reason).toContain(words);
    expect(screen.attempts).toBe(2);
    expect(screen.failures).toHaveLength(2);
    expect(existsSync(join(dir.path, "screen.xml"))).toBe(false);
  });

  test.each(["unauthorized", "offline"])("%s", async (fault) => {
    using dir = temporaryDirectory();
    const screen = await capture([fault], dir.path);
    expect(screen).toMatchObject({ outcome: "unobservable", screenshot: null });
  });

  test("a slow device runs into the step's own deadline", async () => {
    await withFaults(["slow-shell"], async () => {
      const step = stepDevice({ adb, serial: device.serial, record: () => {} }, "clear", 100);
      await expect(step.run("true")).rejects.toMatchObject({ code: "TIMEOUT" });
    });
  });

  test("a host that can't keep the dump is no unreadable screen", async () => {
    await expect(
      captureScreen({ adb, serial: device.serial, path: "/nonexistent/screen.xml" }),
    ).rejects.toMatchObject({ problem: { code: "ARTIFACT_UNWRITABLE" } });
  });

  test.each(["keyboard-covering", "split-screen"])(
    "%s is observed, without an obstruction",
    async (fault) => {
      using dir = temporaryDirectory();
      const screen = await capture([fault], dir.path);
      expect(screen).toMatchObject({ outcome: "observed", state: { obstruction: null } });
    },
  );

  test("illegal characters are no obstacle", async () => {
    using dir = temporaryDirectory();
    expect((await capture(["illegal-characters"], dir.path)).outcome).toBe("observed");
  });

  test.each([
    ["keyguard", { keyguard: true }, "The lock screen was showing."],
    ["permission-dialog", {}, "The screen was covered by a permission dialog"],
    ["anr-dialog", {}, "The screen was covered by a crash or not-responding dialog"],
  ])("%s is recorded beside it", async (fault, state, obstruction) => {
    using dir = temporaryDirectory();
    const screen = await capture([fault], dir.path);
    expect(screen.state).toMatchObject(state);
    expect(screen.state.obstruction).toStartWith(obstruction);
  });

  test("a screen that is off is said to be off", async () => {
    using dir = temporaryDirectory();
    await adb.shell(device.serial, "input keyevent KEYCODE_SLEEP");
    const screen = await capture([], dir.path);
    expect(screen.state.obstruction).not.toBeNull();
  });

  test("an interruption ends it at once", async () => {
    using dir = temporaryDirectory();
    const signal = AbortSignal.abort(new Error("interrupted by SIGINT"));
    await expect(
      captureScreen({ adb, serial: device.serial, path: join(dir.path, "screen.xml"), signal }),
    ).rejects.toThrow("interrupted by SIGINT");
  });
});
