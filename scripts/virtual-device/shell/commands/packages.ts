import { isRuntimePermission } from "../../system/packages.ts";
import { type Command, type CommandRun, err, out, print } from "../process.ts";
import { install, installCommit, installCreate, installWrite, sessionsOf, uninstall } from "./install.ts";
import { list } from "./list-packages.ts";
import { exception, pmOptions, refuseUser } from "./pm-options.ts";
import { resolveActivity } from "./resolve-activities.ts";

const path: CommandRun = (args, process) => {
  const { flags, operands } = pmOptions(args, ["--user"]);
  const refused = refuseUser(flags, "path", process);
  if (refused !== null) return refused;
  const record = process.machine.system.packages.get(operands[0] ?? "");
  if (!record) return 1;
  out(process, `package:${record.apkPath}\n`);
  return 0;
};

const clear: CommandRun = (args, process) => {
  const { flags, operands } = pmOptions(args, ["--user"]);
  const refused = refuseUser(flags, "clear", process);
  if (refused !== null) return refused;
  const [packageName] = operands;
  if (packageName === undefined) {
    err(process, "Error: no package specified\n");
    return 1;
  }
  const { machine } = process;
  if (machine.system.faults.has("pm-clear-refused")) {
    out(
      process,
      `Error: java.lang.SecurityException: PID ${process.pid} does not have permission android.permission.CLEAR_APP_USER_DATA to clear data of package ${packageName}\n`,
    );
    return 255;
  }
  if (!machine.system.packages.get(packageName)) {
    out(process, "Failed\n");
    return 1;
  }
  machine.ui.forceStop(packageName);
  machine.system.packages.clear(packageName);
  out(process, "Success\n");
  return 0;
};

const changePermission =
  (operation: "grant" | "revoke"): CommandRun =>
  (args, process) => {
    const { operands } = pmOptions(args, ["--user"]);
    const [packageName = "", permission = ""] = operands;
    const { machine } = process;
    const record = machine.system.packages.get(packageName);
    const fail = (text: string): number =>
      exception(
        process,
        operation,
        `${text}\n\tat com.android.server.pm.permission.PermissionManagerServiceImpl.${operation}RuntimePermissionInternal(PermissionManagerServiceImpl.java:1400)`,
      );
    if (!record) return fail(`java.lang.IllegalArgumentException: Unknown package: ${packageName}`);
    if (!record.permissions.includes(permission)) {
      return fail(
        `java.lang.SecurityException: Package ${packageName} has not requested permission ${permission}`,
      );
    }
    if (!isRuntimePermission(permission, machine.system.sdk)) {
      return fail(
        `java.lang.SecurityException: Permission ${permission} requested by ${packageName} is not a changeable permission type`,
      );
    }
    machine.system.services.grant(packageName, permission, operation === "grant");
    // Taking a permission away kills the app.
    if (operation === "revoke") machine.ui.forceStop(packageName);
    return 0;
  };

const setEnabled =
  (state: number, word: string): CommandRun =>
  (args, process) => {
    const { operands } = pmOptions(args, ["--user"]);
    const record = process.machine.system.packages.get(operands[0] ?? "");
    if (!record)
      return exception(
        process,
        "enable",
        `java.lang.IllegalArgumentException: Unknown package: ${operands[0]}`,
      );
    record.enabled = state;
    if (state > 1) process.machine.ui.forceStop(record.packageName);
    out(process, `Package ${record.packageName} new state: ${word}\n`);
    return 0;
  };

const USAGE =
  "Package manager (package) commands:\n  help\n    Print this help text.\n\n  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-U] [--show-versioncode] [--user USER_ID] [FILTER]\n  path [--user USER_ID] PACKAGE\n  install [-rtdg] [PATH|-]\n  uninstall [-k] [--user USER_ID] PACKAGE\n  clear [--user USER_ID] PACKAGE\n  grant [--user USER_ID] PACKAGE PERMISSION\n  revoke [--user USER_ID] PACKAGE PERMISSION\n  enable | disable | disable-user [--user USER_ID] PACKAGE\n";

const SUBCOMMANDS: Record<string, CommandRun> = {
  list,
  path,
  clear,
  install,
  "install-create": installCreate,
  "install-write": installWrite,
  "install-commit": installCommit,
  "install-abandon": (args, process) => {
    sessionsOf(process).open.delete(Number(args[0]));
    out(process, "Success\n");
    return 0;
  },
  uninstall,
  grant: changePermission("grant"),
  revoke: changePermission("revoke"),
  enable: setEnabled(1, "enabled"),
  disable: setEnabled(2, "disabled"),
  "disable-user": setEnabled(3, "disabled-user"),
  "default-state": setEnabled(0, "default"),
  "resolve-activity": resolveActivity(false),
  "query-activities": resolveActivity(true),
  dump: (args, process) => process.run(["dumpsys", "package", ...args]),
  "get-install-location": (_, process) => print(process, "0[auto]\n"),
  "get-max-users": (_, process) => print(process, "Maximum supported users: 4\n"),
  "reset-permissions": (_, process) => {
    for (const record of process.machine.system.packages.list()) record.granted = [];
    return 0;
  },
  "trim-caches": () => 0,
  "set-app-links": () => 0,
  "wait-for-handler": (_, process) => print(process, "Success\n"),
  help: (_, process) => print(process, USAGE),
  "-h": (_, process) => print(process, USAGE),
};

/** `pm` and `cmd package`. */
export const packageManager: CommandRun = (args, process) => {
  const [name, ...rest] = args;
  if (name === undefined) {
    out(process, USAGE);
    return 255;
  }
  const run = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (run) return run(rest, process);
  out(process, `Unknown command: ${name}\n`);
  err(process, USAGE);
  return 255;
};

export const PACKAGE_COMMANDS: Command[] = [
  {
    name: "pm",
    group: "packages",
    modelled: Object.keys(SUBCOMMANDS)
      .filter((key) => !key.startsWith("-"))
      .join(", "),
    missing:
      "split APKs (only the base is installed), users other than 0, signatures, overlays, hidden packages",
    run: packageManager,
  },
];
