import type { SettingsNamespace } from "../../system/types.ts";
import { type Command, type CommandRun, err, out } from "../process.ts";
import { content } from "./content.ts";
import { pmOptions } from "./pm-options.ts";

const isNamespace = (text: string | undefined): text is SettingsNamespace =>
  text === "system" || text === "secure" || text === "global";

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
      return 0;
    default: {
      const present = machine.system.settings.get(namespace, key) !== null;
      machine.system.settings.put(namespace, key, null);
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
