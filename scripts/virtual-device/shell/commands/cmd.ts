import { type CommandRun, err, out, type Process, print } from "../process.ts";
import { activityManager } from "./activities.ts";
import { localeManager, overlayManager, uimode } from "./configuration.ts";
import { packageManager } from "./packages.ts";
import { pmOptions } from "./pm-options.ts";
import { serviceList } from "./service-list.ts";
import { settingsCommand } from "./settings.ts";

/** `appops get|set|reset` */
export const appops: CommandRun = (args, process) => {
  const { state, packages } = process.machine.system;
  const { operands } = pmOptions(args, ["--user", "--uid"]);
  const [verb, packageName = "", operation, mode] = operands;
  if (verb === "reset") {
    state.appOps = {};
    out(process, "Reset all modes to default\n");
    return 0;
  }
  if (!packages.get(packageName)) {
    err(process, `Error: No UID for ${packageName} in user 0\n`);
    return 255;
  }
  const operations = state.appOps[packageName] ?? {};
  if (verb === "set" && operation !== undefined && mode !== undefined) {
    operations[operation] = mode;
    state.appOps[packageName] = operations;
    return 0;
  }
  const rows = Object.entries(operations).filter(([name]) => operation === undefined || name === operation);
  out(
    process,
    rows.length === 0
      ? operation === undefined
        ? "No operations.\n"
        : `No operations.\nDefault mode: allow\n`
      : rows.map(([name, value]) => `${name}: ${value}\n`).join(""),
  );
  return 0;
};

const statusbar = (args: string[], process: Process): number => {
  const { ui } = process.machine;
  if (args[0] === "expand-notifications" || args[0] === "expand-settings") ui.expandNotifications(true);
  else if (args[0] === "collapse") ui.expandNotifications(false);
  return 0;
};

export const SERVICES: Record<string, CommandRun> = {
  activity: activityManager,
  appops,
  audio: () => 0,
  content: (args, process) => process.run(["content", ...args]),
  device_config: (args, process) => print(process, args[0] === "get" ? "null\n" : ""),
  display: (args, process) => {
    const display = process.machine.system.services.display();
    if (args[0] === "get-displays") {
      out(
        process,
        `Displays:\nDisplay id 0: DisplayInfo{"Built-in Screen", displayId 0, state ON, type INTERNAL, uniqueId "local:4619827259835644672", app ${display.width} x ${display.height}, real ${display.width} x ${display.height}, largest app ${display.height} x ${display.height}, smallest app ${display.width} x ${display.width}}, isValid=true\n`,
      );
    }
    return 0;
  },
  input: (args, process) => process.run(["input", ...args]),
  input_method: (args, process) => process.run(["ime", ...args]),
  locale: localeManager,
  notification: () => 0,
  overlay: overlayManager,
  package: packageManager,
  power: () => 0,
  settings: settingsCommand,
  statusbar,
  uimode,
  wifi: () => 0,
  window: (args, process) => process.run(["wm", ...args]),
};

/** `cmd SERVICE ARGUMENTS`; status 20 when there is no such service. */
export const cmd: CommandRun = (args, process) => {
  const [name, ...rest] = args;
  if (name === "-l") {
    out(process, serviceList(Object.keys(SERVICES)));
    return 0;
  }
  if (name === undefined) {
    err(
      process,
      "cmd: No service specified; use -l to list all running services. Use -w to start and wait for a service.\n",
    );
    return 20;
  }
  const service = Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined;
  if (!service) {
    err(process, `cmd: Can't find service: ${name}\n`);
    return 20;
  }
  return service(rest, process);
};
