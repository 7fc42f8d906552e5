import { z } from "zod";
import { parseFocus } from "../android/screen/focus.ts";
import { ask } from "./action.ts";
import { defineTool } from "./define.ts";

/** Tells what the device is and how it is. */
export const getDeviceState = defineTool({
  name: "getDeviceState",
  description:
    "Describe the device: model, Android version, screen size, density, locale, whether it is awake and locked, whether the keyboard is shown, and which app is in front.",
  input: z.strictObject({}),
  deviceAware: true,
  enabledByDefault: true,
  readOnly: true,
  async run(_args, context) {
    const [
      model,
      release,
      sdk,
      locale,
      locales,
      factoryLocale,
      size,
      density,
      power,
      windows,
      policy,
      input,
      battery,
    ] = await Promise.all(COMMANDS.map((command) => ask(context, command)));
    const focus = parseFocus(windows!);
    const wakefulness = /mWakefulness=(\w+)/.exec(power!)?.[1] ?? null;
    const locked = keyguard(policy!);
    return {
      ok: true,
      value: {
        message: `${model || "Android"}, Android ${release || "of unknown version"}.`,
        deviceId: context.serial,
        platform: "android",
        model: model || null,
        androidVersion: release || null,
        sdk: integer(sdk!),
        locale: locale || firstLocale(locales!) || factoryLocale || null,
        screenSize: lastSize(size!),
        density: integer(/(\d+)\s*$/.exec(density!)?.[1] ?? ""),
        rotation: rotationOf(windows!),
        wakefulness,
        deviceLock: locked === null ? null : { locked, keyguardShowing: locked },
        keyboardShown: /mInputShown=(true|false)/.exec(input!)?.[1] === "true",
        batteryLevel: integer(/^\s*level: (\d+)/m.exec(battery!)?.[1] ?? ""),
        activeWindow: focus && { appId: focus.packageName, activityName: focus.activity },
      },
    };
  },
});

/** A service that a device lacks leaves its keys null. */
const COMMANDS = [
  "getprop ro.product.model",
  "getprop ro.build.version.release",
  "getprop ro.build.version.sdk",
  "getprop persist.sys.locale",
  "settings get system system_locales",
  "getprop ro.product.locale",
  "wm size",
  "wm density",
  "dumpsys power",
  "dumpsys window displays",
  "dumpsys window policy",
  "dumpsys input_method",
  "dumpsys battery",
];

/** `en-US,de-DE`; the shell prints `null` for a setting that was never made. */
function firstLocale(text: string): string | null {
  const first = text.split(",")[0]!.trim();
  return first === "null" ? null : first;
}

/** Physical and, when set, override size: the last line counts. */
function lastSize(text: string): { width: number; height: number } | null {
  const found = [...text.matchAll(/size: (\d+)x(\d+)/g)].at(-1);
  return found ? { width: Number(found[1]), height: Number(found[2]) } : null;
}

function keyguard(text: string): boolean | null {
  const found =
    /(?:^|\s)(?:showing|isStatusBarKeyguard|mShowingLockscreen|isKeyguardShowing|mDreamingLockscreen)=(true|false)/m.exec(
      text,
    );
  return found ? found[1] === "true" : null;
}

/** `mCurrentRotation=ROTATION_90` in newer releases, `mRotation=1` in older ones: quarter turns either way. */
function rotationOf(text: string): number | null {
  const degrees = integer(/mCurrentRotation=ROTATION_(\d+)/.exec(text)?.[1] ?? "");
  return degrees === null ? integer(/mRotation=(\d)\b/.exec(text)?.[1] ?? "") : degrees / 90;
}

function integer(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}
