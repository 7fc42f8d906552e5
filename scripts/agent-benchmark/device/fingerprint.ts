import type { Fingerprint } from "../suite/types.ts";
import type { StepDevice } from "./command.ts";
import { digestOfParts } from "./digest.ts";
import { firstLocale, navigationName, parseNavigationOverlay, parseProp } from "./parse/props.ts";
import { normaliseScale, normaliseServices, parseSetting, type Setting } from "./parse/settings.ts";
import { parseUimodeDump, parseUimodeNight } from "./parse/uimode.ts";
import { parseInputRotation, parseRotation, parseWmDensity, parseWmSize } from "./parse/wm.ts";

/** Everything that hierarchy shape and timing depend on; the words stand in results and baselines. */
export const FINGERPRINT_PARTS = [
  "sdk",
  "model",
  "buildId",
  "locale",
  "screenSize",
  "screenDensity",
  "fontScale",
  "windowAnimationScale",
  "transitionAnimationScale",
  "animatorDurationScale",
  "theme",
  "accessibilityServices",
  "navigationMode",
  "inputMethod",
  "timeZone",
  "clockFormat",
  "rotation",
] as const;

type FingerprintPart = (typeof FINGERPRINT_PARTS)[number];

/** One part's reader: null is unknown. */
type Reader = (ask: Ask) => Promise<string | null>;

interface Ask {
  /** What a command printed on stdout; null when it failed or was not understood by the device. */
  text(command: string): Promise<string | null>;
  prop(name: string): Promise<string | null>;
  setting(namespace: "system" | "secure" | "global", key: string): Promise<Setting>;
}

/** The device's fingerprint; its digest is null when a part is unknown, because an unknown part could never be compared. */
export async function readDeviceFingerprint(device: StepDevice): Promise<Fingerprint> {
  const ask = askDevice(device);
  const values = await Promise.all(FINGERPRINT_PARTS.map((part) => READERS[part](ask)));
  device.remainingMs();
  return fingerprintOf(
    Object.fromEntries(FINGERPRINT_PARTS.map((part, index) => [part, values[index] ?? null])),
  );
}

/** The fingerprint of parts that were read; null parts leave it without a digest. */
export function fingerprintOf(parts: Record<string, string | null>): Fingerprint {
  const known = Object.values(parts).every((value) => value !== null);
  return { digest: known ? digestOfParts(parts) : null, parts };
}

function askDevice(device: StepDevice): Ask {
  const run = async (command: string) => {
    try {
      return await device.run(command, { attempts: 2, timeoutMs: 10_000 });
    } catch {
      if (device.signal?.aborted) throw device.signal.reason;
      return null;
    }
  };
  return {
    async text(command) {
      const result = await run(command);
      return result === null || result.exitCode !== 0 ? null : result.stdout;
    },
    async prop(name) {
      const result = await run(`getprop ${name}`);
      return result === null ? null : parseProp(result.stdout);
    },
    async setting(namespace, key) {
      const result = await run(`settings get ${namespace} ${key}`);
      return result === null
        ? { status: "unreadable" }
        : parseSetting(`${result.stdout}${result.stderr}`, result.exitCode);
    },
  };
}

/** A scale setting; unset is the platform's default 1. */
const scale =
  (namespace: "system" | "global", key: string): Reader =>
  async (ask) => {
    const setting = await ask.setting(namespace, key);
    if (setting.status === "unset") return "1";
    return setting.status === "set" ? normaliseScale(setting.value) : null;
  };

const READERS: Record<FingerprintPart, Reader> = {
  sdk: async (ask) => {
    const value = await ask.prop("ro.build.version.sdk");
    return value !== null && /^\d{1,3}$/.test(value) ? value : null;
  },
  model: (ask) => ask.prop("ro.product.model"),
  buildId: async (ask) => (await ask.prop("ro.build.display.id")) ?? (await ask.prop("ro.build.id")),
  locale: async (ask) => {
    const persisted = await ask.prop("persist.sys.locale");
    if (persisted !== null) return firstLocale(persisted);
    const language = await ask.prop("persist.sys.language");
    if (language !== null) {
      const country = await ask.prop("persist.sys.country");
      return firstLocale(country === null ? language : `${language}-${country}`);
    }
    const list = await ask.setting("system", "system_locales");
    if (list.status === "set") return firstLocale(list.value);
    const built = await ask.prop("ro.product.locale");
    return built === null ? null : firstLocale(built);
  },
  screenSize: async (ask) => parseWmSize((await ask.text("wm size")) ?? ""),
  screenDensity: async (ask) => parseWmDensity((await ask.text("wm density")) ?? ""),
  fontScale: scale("system", "font_scale"),
  windowAnimationScale: scale("global", "window_animation_scale"),
  transitionAnimationScale: scale("global", "transition_animation_scale"),
  animatorDurationScale: scale("global", "animator_duration_scale"),
  theme: async (ask) => {
    const night = parseUimodeNight((await ask.text("cmd uimode night")) ?? "");
    if (night === "dark" || night === "light") return night;
    const shown = parseUimodeDump((await ask.text("dumpsys uimode")) ?? "");
    if (shown === null) return null;
    return night === "auto" ? `${shown} (follows a schedule)` : shown;
  },
  accessibilityServices: async (ask) => {
    const setting = await ask.setting("secure", "enabled_accessibility_services");
    if (setting.status === "unset") return "none";
    return setting.status === "set" ? normaliseServices(setting.value) : null;
  },
  navigationMode: async (ask) => {
    const setting = await ask.setting("secure", "navigation_mode");
    if (setting.status === "set") return navigationName(setting.value);
    const overlay = parseNavigationOverlay((await ask.text("cmd overlay list --user 0")) ?? "");
    if (overlay !== null) return overlay;
    // Gesture navigation came with Android 10 (SDK 29).
    const sdk = Number(await ask.prop("ro.build.version.sdk"));
    return setting.status === "unset" && sdk > 0 && sdk < 29 ? "buttons" : null;
  },
  inputMethod: async (ask) => {
    const setting = await ask.setting("secure", "default_input_method");
    if (setting.status === "unset") return "none";
    return setting.status === "set" ? setting.value : null;
  },
  timeZone: (ask) => ask.prop("persist.sys.timezone"),
  clockFormat: async (ask) => {
    const setting = await ask.setting("system", "time_12_24");
    if (setting.status === "unset") return "the locale's";
    return setting.status === "set" ? setting.value : null;
  },
  rotation: async (ask) =>
    parseRotation((await ask.text("dumpsys window displays")) ?? "") ??
    parseInputRotation((await ask.text("dumpsys input")) ?? ""),
};
