import type { SettingsNamespace } from "../../system/types.ts";
import { type Command, type CommandRun, err, type Machine, out, type Process } from "../process.ts";
import { pmOptions } from "./packages.ts";

const isNamespace = (text: string | undefined): text is SettingsNamespace =>
  text === "system" || text === "secure" || text === "global";

/** Applies what a changed setting does to the device. */
export function applySetting(machine: Machine, namespace: SettingsNamespace, key: string): void {
  const { settings, state } = machine.system;
  if (namespace === "system" && (key === "user_rotation" || key === "accelerometer_rotation")) {
    if (settings.get("system", "accelerometer_rotation") === "0") {
      const rotation = Number(settings.get("system", "user_rotation") ?? 0) & 3;
      if (rotation !== state.rotation) {
        machine.system.rotate(rotation);
        machine.ui.setRotation(rotation);
      }
    } else if (state.rotation !== 0 && !machine.system.faults.has("rotated")) {
      machine.system.rotate(0);
      machine.ui.setRotation(0);
    }
    return;
  }
  if (
    key === "font_scale" ||
    key === "ui_night_mode" ||
    key === "system_locales" ||
    key === "navigation_mode"
  ) {
    machine.ui.configurationChanged();
  }
}

/** Reads, writes or removes one setting; shared by `settings` and `content`. */
export const settingsCommand: CommandRun = (args, process) => {
  const { flags, operands } = pmOptions(args, ["--user"]);
  const [verb, namespace, key, value] = operands;
  const { machine } = process;
  void flags;
  if (verb === undefined) {
    err(process, "Settings provider (settings) commands:\n  help\n");
    return 255;
  }
  if (!["get", "put", "delete", "list", "reset"].includes(verb)) {
    err(process, `Invalid command: ${verb}\n`);
    return 255;
  }
  if (!isNamespace(namespace)) {
    err(process, `Invalid namespace '${namespace ?? ""}'\n`);
    return 255;
  }
  if (verb === "list") {
    out(
      process,
      machine.system.settings
        .list(namespace)
        .map(([name, text]) => `${name}=${text}\n`)
        .join(""),
    );
    return 0;
  }
  if (verb === "reset") return 0;
  if (key === undefined) {
    err(process, "Bad arguments\n");
    return 255;
  }
  switch (verb) {
    case "get":
      out(process, `${machine.system.settings.get(namespace, key) ?? "null"}\n`);
      return 0;
    case "put":
      if (value === undefined) {
        err(process, "Bad arguments\n");
        return 255;
      }
      machine.system.settings.put(namespace, key, value);
      applySetting(machine, namespace, key);
      return 0;
    default: {
      const present = machine.system.settings.get(namespace, key) !== null;
      machine.system.settings.put(namespace, key, null);
      if (present) applySetting(machine, namespace, key);
      out(process, `Deleted ${present ? 1 : 0} rows\n`);
      return 0;
    }
  }
};

const getprop: CommandRun = (args, process) => {
  const { properties } = process.machine.system;
  const [name, fallback] = args.filter((arg) => !arg.startsWith("-"));
  if (name === undefined) {
    const rows = [...properties].sort(([a], [b]) => (a < b ? -1 : 1));
    out(process, rows.map(([key, value]) => `[${key}]: [${value}]\n`).join(""));
  } else out(process, `${properties.get(name) || (fallback ?? "")}\n`);
  return 0;
};

const setprop: CommandRun = (args, process) => {
  const [name, value = ""] = args;
  if (name === undefined) {
    err(process, 'setprop: Need 2 arguments (see "setprop --help")\n');
    return 1;
  }
  const { properties } = process.machine.system;
  const allowed = /^(debug|log|persist\.log|sys\.powerctl)\b|^debug\./.test(name) || process.who.uid === 0;
  if (name.startsWith("ro.") || !allowed) {
    err(process, `Failed to set property '${name}' to '${value}'.\nSee dmesg for error reason.\n`);
    return 1;
  }
  properties.set(name, value);
  return 0;
};

const wm: CommandRun = (args, process) => {
  const { machine } = process;
  const { state } = machine.system;
  const { operands } = pmOptions(args, ["-d", "--display"]);
  const [verb, value] = operands;
  const physical = state.physical;
  switch (verb) {
    case "size": {
      if (value === undefined) {
        out(process, `Physical size: ${physical.width}x${physical.height}\n`);
        if (state.sizeOverride)
          out(process, `Override size: ${state.sizeOverride.width}x${state.sizeOverride.height}\n`);
        return 0;
      }
      const match = /^(\d+)(dp)?x(\d+)(dp)?$/.exec(value);
      if (value !== "reset" && !match) {
        err(process, `Error: bad size '${value}'\n`);
        return 255;
      }
      const scale = match?.[2] ? (state.densityOverride ?? physical.density) / 160 : 1;
      state.sizeOverride = match
        ? { width: Math.round(Number(match[1]) * scale), height: Math.round(Number(match[3]) * scale) }
        : null;
      machine.ui.configurationChanged();
      return 0;
    }
    case "density": {
      if (value === undefined) {
        out(process, `Physical density: ${physical.density}\n`);
        if (state.densityOverride !== null) out(process, `Override density: ${state.densityOverride}\n`);
        return 0;
      }
      if (value !== "reset" && !/^\d+$/.test(value)) {
        err(process, `Error: bad number ${value}\n`);
        return 255;
      }
      if (value !== "reset" && Number(value) < 72) {
        err(process, "Error: density must be >= 72\n");
        return 255;
      }
      state.densityOverride = value === "reset" ? null : Number(value);
      machine.ui.configurationChanged();
      return 0;
    }
    case "user-rotation": {
      if (value === undefined) {
        const locked = machine.system.settings.get("system", "accelerometer_rotation") === "0";
        out(process, locked ? `lock ${machine.system.settings.get("system", "user_rotation")}\n` : "free\n");
        return 0;
      }
      machine.system.settings.put("system", "accelerometer_rotation", value === "free" ? "1" : "0");
      if (value === "lock") machine.system.settings.put("system", "user_rotation", operands[2] ?? "0");
      applySetting(machine, "system", "user_rotation");
      return 0;
    }
    case "dismiss-keyguard":
      machine.ui.setKeyguard(false);
      return 0;
    case "fixed-to-user-rotation":
    case "set-ignore-orientation-request":
    case "reset":
      return 0;
    default:
      err(
        process,
        "Window manager (window) commands:\n  help\n      Print this help text.\n  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]\n  density [reset|DENSITY] [-d DISPLAY_ID]\n  user-rotation [-d DISPLAY_ID] [free|lock] [rotation]\n  dismiss-keyguard\n",
      );
      return 255;
  }
};

const CONTENT_URI = /^content:\/\/settings\/(system|secure|global)(?:\/([^/]+))?$/;

function binds(args: readonly string[]): Map<string, string> {
  return new Map(
    args.flatMap((arg, index): [string, string][] => {
      if (arg !== "--bind") return [];
      const match = /^([^:]+):[a-z]:(.*)$/s.exec(args[index + 1] ?? "");
      return match ? [[match[1] as string, match[2] as string]] : [];
    }),
  );
}

const content: CommandRun = (args, process) => {
  const [verb] = args;
  const { flags } = pmOptions(args.slice(1), [
    "--uri",
    "--bind",
    "--where",
    "--projection",
    "--user",
    "--method",
    "--arg",
    "--extra",
    "--sort",
  ]);
  const uri = flags.get("--uri") ?? "";
  const match = CONTENT_URI.exec(uri);
  const { settings } = process.machine.system;
  if (!match) {
    err(
      process,
      `[ERROR] Error while accessing provider:${/^content:\/\/([^/]*)/.exec(uri)?.[1] ?? ""}\njava.lang.IllegalStateException: Could not find provider: ${/^content:\/\/([^/]*)/.exec(uri)?.[1] ?? ""}\n`,
    );
    return 1;
  }
  const namespace = match[1] as SettingsNamespace;
  const values = binds(args);
  const name =
    values.get("name") ?? match[2] ?? /name\s*=\s*["']?([^"']+)/.exec(flags.get("--where") ?? "")?.[1];
  if (verb === "query") {
    const rows = settings.list(namespace).filter(([key]) => name === undefined || key === name);
    out(
      process,
      rows.length === 0
        ? "No result found.\n"
        : rows
            .map(
              ([key, value], index) =>
                `Row: ${index} _id=${index + 1}, name=${key}, value=${value}, is_preserved_in_restore=0\n`,
            )
            .join(""),
    );
    return 0;
  }
  if ((verb === "insert" || verb === "update") && name !== undefined) {
    settings.put(namespace, name, values.get("value") ?? "");
    applySetting(process.machine, namespace, name);
    return 0;
  }
  if (verb === "delete" && name !== undefined) {
    settings.put(namespace, name, null);
    applySetting(process.machine, namespace, name);
    return 0;
  }
  err(process, `[ERROR] Unsupported operation: ${verb}\n`);
  return 1;
};

/** `cmd uimode`. */
export function uimode(args: string[], process: Process): number {
  const { machine } = process;
  const { state, services } = machine.system;
  const [verb, value] = args;
  if (verb === "night") {
    if (value !== undefined) {
      if (!/^(yes|no|auto|custom_schedule|custom_bedtime|custom)$/.test(value)) {
        err(
          process,
          "Error: mode must be 'yes', 'no', or 'auto', or 'custom_schedule', or 'custom_bedtime'\n",
        );
        return 255;
      }
      state.nightAuto = value === "auto" ? "auto" : value.startsWith("custom") ? "custom" : null;
      if (value === "yes" || value === "no") services.setNightMode(value === "yes");
      machine.ui.configurationChanged();
    }
    const shown =
      state.nightAuto === "custom"
        ? "custom_schedule"
        : (state.nightAuto ?? (services.nightMode() ? "yes" : "no"));
    out(process, `Night mode: ${shown}\n`);
    return 0;
  }
  if (verb === "car") {
    out(process, `Car mode: ${value ?? "no"}\n`);
    return 0;
  }
  err(process, `Unknown command: ${verb}\n`);
  return 255;
}

/** `cmd locale`, from Android 13 on. */
export function localeManager(args: string[], process: Process): number {
  const { state, sdk } = process.machine.system;
  const { flags, operands } = pmOptions(args, ["--user", "--locales", "--delegate"]);
  const [verb, packageName = ""] = operands;
  if (sdk < 33) {
    err(process, "cmd: Can't find service: locale\n");
    return 20;
  }
  if (verb === "set-app-locales") {
    const locales = flags.get("--locales") ?? "";
    if (locales === "") delete state.appLocales[packageName];
    else state.appLocales[packageName] = locales;
    process.machine.ui.configurationChanged();
    return 0;
  }
  if (verb === "get-app-locales") {
    out(process, `Locales for ${packageName} for user 0 are [${state.appLocales[packageName] ?? ""}]\n`);
    return 0;
  }
  err(process, `Unknown command: ${verb}\n`);
  return 255;
}

const NAVIGATION: [overlay: string, mode: string][] = [
  ["com.android.internal.systemui.navbar.threebutton", "0"],
  ["com.android.internal.systemui.navbar.twobutton", "1"],
  ["com.android.internal.systemui.navbar.gestural", "2"],
];

/** `cmd overlay`: the navigation mode. */
export function overlayManager(args: string[], process: Process): number {
  const { settings } = process.machine.system;
  const { operands } = pmOptions(args, ["--user"]);
  const [verb, name = ""] = operands;
  const mode = settings.get("secure", "navigation_mode") ?? "2";
  if (verb === "list") {
    out(
      process,
      `com.android.systemui\n${NAVIGATION.map(([overlay, number]) => `${number === mode ? "[x]" : "[ ]"} ${overlay}\n`).join("")}\n`,
    );
    return 0;
  }
  const known = NAVIGATION.find(([overlay]) => overlay === name);
  if (!known) {
    err(process, `Error: Failed to ${verb === "disable" ? "disable" : "enable"} overlay ${name}\n`);
    return 1;
  }
  if (verb === "enable" || verb === "enable-exclusive") settings.put("secure", "navigation_mode", known[1]);
  else if (verb === "disable" && known[1] === mode) settings.put("secure", "navigation_mode", "0");
  applySetting(process.machine, "secure", "navigation_mode");
  return 0;
}

export const SETTINGS_COMMANDS: Command[] = [
  {
    name: "settings",
    group: "settings",
    modelled: "get, put, delete, list; `null` for what is not set",
    missing: "reset, defaults, per-user values",
    run: settingsCommand,
  },
  {
    name: "getprop",
    group: "settings",
    modelled: "one, one with a default, all",
    missing: "-T, -Z",
    run: getprop,
  },
  {
    name: "setprop",
    group: "settings",
    modelled: "debug.* and log.*; the rest is refused as by SELinux",
    run: setprop,
  },
  {
    name: "wm",
    group: "settings",
    modelled: "size and density with overrides, user-rotation, dismiss-keyguard",
    missing: "several displays, overscan, letterboxing",
    run: wm,
  },
  {
    name: "content",
    group: "settings",
    modelled: "query, insert, update, delete of content://settings",
    missing: "every other provider",
    run: content,
  },
];
