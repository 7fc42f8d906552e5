import { err, out, type Process } from "../process.ts";
import { pmOptions } from "./pm-options.ts";

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
  return 0;
}
