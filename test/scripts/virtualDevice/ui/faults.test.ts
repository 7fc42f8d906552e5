import { describe, expect, test } from "bun:test";
import { fakeSystem, nodes, openLink, PLAYGROUND, tapOn, texts } from "../helpers/services.ts";

function faulty(name: string) {
  const system = fakeSystem();
  openLink(system, "/demos/bugs/repro");
  system.faults.add(name);
  return system;
}

const rootPackage = (system: ReturnType<typeof fakeSystem>): string | undefined =>
  nodes(system)[0]?.packageName;

describe("faults of the screen", () => {
  test("keyguard: the dump shows the lock screen, which stays", () => {
    const system = faulty("keyguard");
    expect(rootPackage(system)).toBe("com.android.systemui");
    expect(texts(system)).toContain("Swipe up to unlock");
    system.ui.input.swipe(500, 2000, 500, 300, 200);
    expect(system.ui.keyguardShown()).toBe(true);
    system.faults.clear();
    expect(texts(system)).toContain("Expected count: 0");
  });

  test("permission dialog: its window is the one that is dumped", () => {
    const system = faulty("permission-dialog");
    expect(rootPackage(system)).toBe("com.google.android.permissioncontroller");
    expect(texts(system)).toContain("Allow AutoMobile Playground to send you notifications?");
  });

  test("ANR dialog: package android with aerr_ ids", () => {
    const system = faulty("anr-dialog");
    expect(rootPackage(system)).toBe("android");
    expect(nodes(system).map(({ id }) => id)).toEqual(
      expect.arrayContaining(["android:id/alertTitle", "android:id/aerr_close", "android:id/aerr_wait"]),
    );
  });

  test("keyboard covering: it is up without a field, and takes touches", () => {
    const system = faulty("keyboard-covering");
    expect(system.ui.keyboardShown()).toBe(true);
    expect(rootPackage(system)).toBe(PLAYGROUND);
    const keyboard = system.ui.windows().find(({ type }) => type === "input-method");
    expect(keyboard?.bounds[3]).toBe(2400);
    expect(keyboard?.bounds[1]).toBeGreaterThan(1500);
  });

  test("split screen: the active window is the upper half", () => {
    const system = faulty("split-screen");
    expect(nodes(system)[0]?.bounds).toEqual([0, 0, 1080, 1200]);
    expect(system.ui.windows().filter(({ type }) => type === "application")).toHaveLength(2);
  });

  test("right to left: rows are mirrored", () => {
    const system = fakeSystem({ locale: "ar-EG" });
    openLink(system, "/demos/bugs/repro");
    const left = (name: string): number => nodes(system).find(({ id }) => id === name)?.bounds[0] ?? -1;
    expect(left("bug_repro_toggle")).toBeLessThan(100);
    expect(left("bug_repro_back")).toBeGreaterThan(900);
  });

  test("a large font makes rows higher and pushes others off the screen", () => {
    const system = fakeSystem();
    openLink(system, "/demos/perf/list");
    const before = texts(system).length;
    system.services.settings.put("system", "font_scale", "1.3");
    system.ui.configurationChanged();
    expect(texts(system).length).toBeLessThan(before);
  });
});

describe("dialogs of the system", () => {
  test("a permission that is allowed is granted, one that is denied is not", () => {
    const system = fakeSystem();
    openLink(system, "/settings");
    tapOn(system, "settings_ask_notifications");
    tapOn(system, "Don’t allow");
    expect(system.services.isGranted(PLAYGROUND, "android.permission.POST_NOTIFICATIONS")).toBe(false);
    tapOn(system, "settings_ask_notifications");
    tapOn(system, "Allow");
    expect(system.services.isGranted(PLAYGROUND, "android.permission.POST_NOTIFICATIONS")).toBe(true);
    tapOn(system, "settings_ask_notifications");
    expect(rootPackage(system)).toBe(PLAYGROUND);
  });

  test("a location prompt offers the foreground and one time", () => {
    const system = fakeSystem();
    system.ui.setDialog({
      kind: "permission",
      packageName: PLAYGROUND,
      permission: "android.permission.ACCESS_FINE_LOCATION",
    });
    expect(texts(system)).toEqual(
      expect.arrayContaining(["While using the app", "Only this time", "Don’t allow"]),
    );
  });

  test("an app that blocks is reported after five seconds of real time; waiting keeps it", () => {
    const system = fakeSystem({ realTime: true });
    openLink(system, "/demos/bugs/repro");
    tapOn(system, "bug_repro_add");
    tapOn(system, "trigger_anr");
    expect(rootPackage(system)).toBe(PLAYGROUND);
    system.clock.now += 5000;
    expect(texts(system)).toContain("AutoMobile Playground isn't responding");
    tapOn(system, "android:id/aerr_wait");
    expect(texts(system)).toContain("Expected count: 1");
    tapOn(system, "trigger_anr");
    system.clock.now += 5000;
    tapOn(system, "android:id/aerr_close");
    expect(system.ui.pid(PLAYGROUND)).toBeNull();
  });

  test("a crash ends the process, is logged and shown", () => {
    const system = fakeSystem();
    openLink(system, "/demos/bugs/repro");
    tapOn(system, "trigger_crash");
    expect(system.ui.pid(PLAYGROUND)).toBeNull();
    expect(system.logs.join("\n")).toContain("FATAL EXCEPTION: main");
    expect(texts(system)).toContain("AutoMobile Playground keeps stopping");
    tapOn(system, "android:id/aerr_close");
    expect(rootPackage(system)).toBe("com.google.android.apps.nexuslauncher");
  });

  test("a locked device opens by a swipe upwards", () => {
    const system = fakeSystem();
    system.services.settings.put("secure", "lockscreen_disabled", "0");
    system.ui.setScreenOn(false);
    system.ui.setScreenOn(true);
    expect(rootPackage(system)).toBe("com.android.systemui");
    system.ui.input.swipe(500, 2000, 500, 300, 200);
    expect(rootPackage(system)).toBe("com.google.android.apps.nexuslauncher");
  });

  test("the shade's dark theme tile switches the theme", () => {
    const system = fakeSystem();
    system.ui.expandNotifications(true);
    tapOn(system, "Dark theme");
    expect(system.services.nightMode()).toBe(true);
    system.ui.input.keyEvent(4);
    expect(rootPackage(system)).toBe("com.google.android.apps.nexuslauncher");
  });

  test("buttons instead of gestures: back, home and overview can be touched", () => {
    const system = fakeSystem();
    system.services.settings.put("secure", "navigation_mode", "0");
    openLink(system, "/demos");
    const xml = system.ui.dumpXml({ compressed: false, windows: true }) ?? "";
    const [, left, top, right, bottom] =
      /content-desc="Home"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"/.exec(xml) ?? [];
    system.ui.input.tap((Number(left) + Number(right)) / 2, (Number(top) + Number(bottom)) / 2);
    expect(rootPackage(system)).toBe("com.google.android.apps.nexuslauncher");
  });
});
