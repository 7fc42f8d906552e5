import { describe, expect, test } from "bun:test";
import { stepDevice } from "../../../../scripts/agent-benchmark/device/command.ts";
import {
  FINGERPRINT_PARTS,
  fingerprintOf,
  readDeviceFingerprint,
} from "../../../../scripts/agent-benchmark/device/fingerprint.ts";
import { AdbError } from "../../../../src/android/adb/types.ts";
import type { Answer } from "./fake-adb.ts";
import { healthyDevice } from "./healthy-device.ts";

type Replies = [RegExp, Answer | string | (() => Answer | string)][];

const read = (replies: Replies = [], deadlineMs = 5000) =>
  readDeviceFingerprint(
    stepDevice(
      { adb: healthyDevice(replies).adb, serial: "x", record: () => {}, retryPauseMs: 1 },
      "fingerprint",
      deadlineMs,
    ),
  );
const part = async (name: string, replies: Replies) => (await read(replies)).parts[name];

describe("device fingerprint", () => {
  test("has every part, and one digest over them", async () => {
    const fingerprint = await read();
    expect(Object.keys(fingerprint.parts)).toEqual([...FINGERPRINT_PARTS]);
    expect(Object.values(fingerprint.parts)).not.toContain(null);
    expect(fingerprint.digest).toMatch(/^[0-9a-f]{16}$/);
    expect((await read()).digest).toBe(fingerprint.digest);
  });

  test.each([
    ["sdk", /^getprop ro.build.version.sdk/, "36\n"],
    ["model", /^getprop ro.product.model/, "Pixel 10\n"],
    ["buildId", /^getprop ro.build.display.id/, "BP1A\n"],
    ["timeZone", /^getprop persist.sys.timezone/, "Asia/Tokyo\n"],
    ["locale", /^getprop persist.sys.locale/, "fa-IR\n"],
  ] as const)("%s changes alone", async (name, command, answer) => {
    const [before, after] = [await read(), await read([[command, answer]])];
    expect(after.digest).not.toBe(before.digest);
    expect(FINGERPRINT_PARTS.filter((one) => before.parts[one] !== after.parts[one])).toEqual([name]);
  });

  test("scales that are unset are the platform's default, however it is spelled", async () => {
    const spelled: Replies = [[/^settings get (system font|global \w+_scale)/, "1.0\n"]];
    expect((await read(spelled)).digest).toBe((await read()).digest);
  });

  test("the locale is found where this release keeps it", async () => {
    const none: Replies[number] = [/^getprop persist.sys.locale/, "\n"];
    expect(
      await part("locale", [
        none,
        [/^getprop persist.sys.language/, "pt\n"],
        [/^getprop persist.sys.country/, "BR\n"],
      ]),
    ).toBe("pt-BR");
    expect(await part("locale", [none, [/^settings get system system_locales/, "de-DE,en-US\n"]])).toBe(
      "de-DE",
    );
    expect(await part("locale", [none, [/^getprop ro.product.locale/, "en-GB\n"]])).toBe("en-GB");
    expect(await part("locale", [none])).toBeNull();
  });

  test("Android 8: no uimode command, no navigation mode, rotation from the input dump", async () => {
    const oreo: Replies = [
      [/^getprop ro.build.version.sdk/, "26\n"],
      [/^cmd uimode/, { stdout: "Unknown command: night\n", code: 255 }],
      [/^dumpsys uimode/, "  mNightMode=1 mComputedNightMode=false\n"],
      [/^settings get secure navigation_mode/, "null\n"],
      [/^cmd overlay/, { stdout: "cmd: Can't find service: overlay\n", code: 20 }],
      [/^dumpsys window displays/, ""],
      [/^dumpsys input/, "  SurfaceOrientation: 1\n"],
    ];
    const { parts, digest } = await read(oreo);
    expect(parts).toMatchObject({ theme: "light", navigationMode: "buttons", rotation: "1" });
    expect(digest).not.toBeNull();
  });

  test("a theme that follows a schedule says what is shown now", async () => {
    const auto: Replies[number] = [/^cmd uimode/, "Night mode: custom_bedtime\n"];
    expect(await part("theme", [auto, [/^dumpsys uimode/, "mComputedNightMode=true"]])).toBe(
      "dark (follows a schedule)",
    );
    expect(await part("theme", [auto])).toBeNull();
  });

  test("navigation by overlay, where the setting is missing", async () => {
    const unset: Replies[number] = [/^settings get secure navigation_mode/, "null\n"];
    expect(
      await part("navigationMode", [
        unset,
        [/^cmd overlay/, "[x] com.android.internal.systemui.navbar.gestural\n"],
      ]),
    ).toBe("gestures");
    expect(await part("navigationMode", [unset])).toBeNull();
  });

  test("what can't be read is unknown, and leaves no digest", async () => {
    const refused: Replies = [[/^settings get/, { stderr: "java.lang.SecurityException: no", code: 255 }]];
    const { parts, digest } = await read(refused);
    expect(digest).toBeNull();
    expect(parts.fontScale).toBeNull();
    expect(parts.accessibilityServices).toBeNull();
    expect(parts.clockFormat).toBeNull();
    expect(parts.sdk).toBe("35");
  });

  test("one command that fails leaves the other parts", async () => {
    const broken: Replies = [
      [
        /^wm size/,
        () => {
          throw new AdbError("CLOSED", "closed");
        },
      ],
    ];
    const { parts } = await read(broken);
    expect(Object.entries(parts).filter(([, value]) => value === null)).toEqual([["screenSize", null]]);
  });

  test("a null part is not an empty one", () => {
    expect(fingerprintOf({ a: "", b: "x" }).digest).not.toBeNull();
    expect(fingerprintOf({ a: null, b: "x" }).digest).toBeNull();
  });
});
