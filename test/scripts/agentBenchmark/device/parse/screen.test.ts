import { describe, expect, test } from "bun:test";
import {
  firstLocale,
  navigationName,
  parseNavigationOverlay,
} from "../../../../../scripts/agent-benchmark/device/parse/props.ts";
import {
  normaliseScale,
  normaliseServices,
  parseSetting,
} from "../../../../../scripts/agent-benchmark/device/parse/settings.ts";
import {
  classifyDumpOutput,
  cutPng,
} from "../../../../../scripts/agent-benchmark/device/parse/uiautomator.ts";
import {
  parseUimodeDump,
  parseUimodeNight,
} from "../../../../../scripts/agent-benchmark/device/parse/uimode.ts";
import {
  dialogOfTitle,
  parseFocus,
  parseKeyguard,
  parseWakefulness,
} from "../../../../../scripts/agent-benchmark/device/parse/window.ts";
import {
  parseInputRotation,
  parseRotation,
  parseWmDensity,
  parseWmSize,
} from "../../../../../scripts/agent-benchmark/device/parse/wm.ts";

describe("wm", () => {
  test("an override wins, unknown is null", () => {
    expect(parseWmSize("Physical size: 1080x2340\nOverride size: 540x1170\n")).toBe("540x1170");
    expect(parseWmSize("Physical size: 1080x2340")).toBe("1080x2340");
    expect(parseWmDensity("Physical density: 420\nOverride density: 360")).toBe("360");
    expect(parseWmDensity("Physical density: unknown")).toBeNull();
    expect(parseWmSize("Physical size: ۱۰۸۰x۲۳۴۰")).toBe("1080x2340");
  });

  test("rotation in its spellings from Android 8 to 16", () => {
    expect(parseRotation("  mCurrentRotation=ROTATION_90")).toBe("1");
    expect(parseRotation("  mRotation=3 mAltOrientation=false")).toBe("3");
    expect(parseRotation("user_rotation=1")).toBeNull();
    expect(parseInputRotation("SurfaceOrientation: 1")).toBe("1");
    expect(parseInputRotation("InputDeviceOrientation: Rotation0")).toBe("0");
    expect(
      parseInputRotation(
        "OrientationAware: true\nOrientation: 0\nViewport INTERNAL: displayId=0, orientation=2, logicalFrame=[0]",
      ),
    ).toBe("2");
  });
});

describe("settings", () => {
  test("unset, set and unreadable are three things", () => {
    expect(parseSetting("null\n", 0)).toEqual({ status: "unset" });
    expect(parseSetting("1.0\n", 0)).toEqual({ status: "set", value: "1.0" });
    expect(
      parseSetting("Exception occurred while executing 'get':\njava.lang.SecurityException", 255),
    ).toEqual({ status: "unreadable" });
    expect(parseSetting("Invalid namespace 'x'", 0)).toEqual({ status: "unreadable" });
  });

  test("scales compare as numbers", () => {
    expect(normaliseScale("1.0")).toBe(normaliseScale("1"));
    expect(normaliseScale("0,5")).toBe("0.5");
    expect(normaliseScale("fast")).toBeNull();
  });

  test("the order of accessibility services means nothing", () => {
    expect(normaliseServices("b/.B:a/.A:b/.B")).toBe("a/.A:b/.B");
    expect(normaliseServices(":")).toBe("none");
  });

  test("locale and navigation", () => {
    expect(firstLocale("pt_BR,en-US")).toBe("pt-BR");
    expect(firstLocale("zh-Hant-TW")).toBe("zh-Hant-TW");
    expect(firstLocale("")).toBeNull();
    expect(navigationName("2")).toBe("gestures");
    expect(
      parseNavigationOverlay(
        "[ ] com.android.internal.systemui.navbar.threebutton\n[x] com.android.internal.systemui.navbar.gestural\n",
      ),
    ).toBe("gestures");
    expect(parseNavigationOverlay("nothing")).toBeNull();
  });

  test("night mode says dark, light, or that it does not know", () => {
    expect(parseUimodeNight("Night mode: yes")).toBe("dark");
    expect(parseUimodeNight("Night mode: no")).toBe("light");
    expect(parseUimodeNight("Night mode: custom_bedtime")).toBe("auto");
    expect(parseUimodeNight("Unknown command: uimode")).toBeNull();
    expect(parseUimodeDump("  mNightMode=0 (auto) mComputedNightMode=true")).toBe("dark");
    expect(parseUimodeDump("mNightMode=1")).toBe("light");
    expect(parseUimodeDump("")).toBeNull();
  });
});

describe("windows", () => {
  test("the focus of the last display that has one", () => {
    const output = `  mFocusedApp=ActivityRecord{14d88c3 u0 com.android.systemui/.subscreen.SubHomeActivity t9}
    mCurrentFocus=null
    mCurrentFocus=Window{5e9b13b u0 com.example/com.example.main.MainActivity}}
`;
    expect(parseFocus(output)).toBe("com.example/com.example.main.MainActivity");
    expect(parseFocus("mCurrentFocus=Window{4330b6c0 u0 com.example/.Main paused=false}")).toBe(
      "com.example/.Main",
    );
    expect(parseFocus("mCurrentFocus=Window{9 u0 Application Not Responding: com.example}")).toBe(
      "Application Not Responding: com.example",
    );
    expect(parseFocus("mCurrentFocus=null\nmFocusedApp=ActivityRecord{d7 u0 a.b/.C t4}")).toBe("a.b/.C");
    expect(parseFocus("mCurrentFocus=null")).toBeNull();
  });

  test("a not-responding or crash window is a dialog", () => {
    expect(dialogOfTitle("Application Not Responding: com.example")).toContain("Not Responding");
    expect(dialogOfTitle("com.example/.Main")).toBeNull();
    expect(dialogOfTitle(null)).toBeNull();
  });

  test("lock screen and wakefulness, where printed", () => {
    expect(parseKeyguard("KeyguardController:\n  mKeyguardShowing=true\n")).toBe(true);
    expect(parseKeyguard("    mIsShowing=false")).toBe(false);
    expect(parseKeyguard("nothing")).toBeNull();
    expect(parseWakefulness("  mWakefulness=Dozing\n")).toBe("Dozing");
    expect(parseWakefulness("  mWakefulnessRaw=Awake\n")).toBe("Awake");
  });
});

describe("uiautomator", () => {
  test.each([
    ["ERROR: null root node returned by UiTestAutomationBridge.", 0, "null-root"],
    ["ERROR: could not get idle state.", 0, "not-idle"],
    ["java.lang.IllegalStateException: UiAutomationService x already registered!", 1, "already-registered"],
    ["Killed \n", 137, "killed"],
    ["", 1, "crashed"],
    ["java.lang.NullPointerException", 1, "crashed"],
    ["UI hierchary dumped to: /data/local/tmp/x.xml", 0, "missing-file"],
    ["UI hierarchy dumped to: /data/local/tmp/x.xml", 0, "missing-file"],
    ["/system/bin/sh: uiautomator: inaccessible or not found", 127, "unsupported"],
    ["something else", 3, "unknown"],
  ] as const)("%p (exit %p)", (text, code, failure) => {
    const outcome = classifyDumpOutput(text, code);
    expect(outcome.failure).toBe(failure);
    expect(outcome.message.length).toBeGreaterThan(15);
  });

  test("a picture is cut from the warning before it", () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2);
    const warned = new Uint8Array([
      ...new TextEncoder().encode("[Warning] Multiple displays were found\n"),
      ...png,
    ]);
    expect(cutPng(warned)).toEqual(png);
    expect(cutPng(new TextEncoder().encode("no picture"))).toBeNull();
  });
});
