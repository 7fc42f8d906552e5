import { FileError } from "../../system/files.ts";
import { type InstallOptions, isRuntimePermission, type PackageRecord } from "../../system/packages.ts";
import { at, type Command, type CommandRun, err, out, type Process, print } from "../process.ts";
import { concat } from "../streams.ts";

/** Options in pm's style: flags anywhere, some with a value. */
export function pmOptions(
  args: readonly string[],
  valued: readonly string[],
): { flags: Map<string, string>; operands: string[] } {
  const flags = new Map<string, string>();
  const operands: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string;
    if (!arg.startsWith("-") || arg === "-") operands.push(arg);
    else if (valued.includes(arg)) flags.set(arg, args[++index] ?? "");
    else flags.set(arg, "");
  }
  return { flags, operands };
}

/** What the framework prints when a shell command throws; exit status 255. */
export function exception(process: Process, operation: string, text: string): number {
  err(process, `\nException occurred while executing '${operation}':\n${text}\n`);
  return 255;
}

const ALL_USERS = /^(0|all|current|-1|-2)$/;

/** Refuses users that are not there; null when the user is fine. */
function refuseUser(flags: Map<string, string>, operation: string, process: Process): number | null {
  const { currentUser } = process.machine.system.state;
  const user = flags.get("--user") ?? (currentUser === 0 ? "0" : "all");
  if (flags.has("--user") && ALL_USERS.test(user)) return null;
  if (!flags.has("--user") && currentUser === 0) return null;
  const id = flags.has("--user") ? user : String(currentUser);
  if (Number(id) === currentUser || !flags.has("--user")) {
    return exception(
      process,
      operation,
      `java.lang.SecurityException: Shell does not have permission to access user ${id}\n\tat com.android.server.am.UserController.handleIncomingUser(UserController.java:2892)`,
    );
  }
  err(process, `Error: user ${id} does not exist\n`);
  return 1;
}

const list: CommandRun = (args, process) => {
  const { system } = process.machine;
  const [kind = "packages", ...rest] = args;
  const { flags, operands } = pmOptions(rest, ["--user", "--uid"]);
  switch (kind) {
    case "packages":
    case "package": {
      const refused = refuseUser(flags, "list", process);
      if (refused !== null) return refused;
      const rows = system.packages.list().filter((record) => {
        if (flags.has("-3") && record.system) return false;
        if (flags.has("-s") && !record.system) return false;
        const disabled = record.enabled > 1;
        if (flags.has("-d") && !disabled) return false;
        if (flags.has("-e") && disabled) return false;
        if (flags.has("--uid") && record.uid !== Number(flags.get("--uid"))) return false;
        return operands[0] === undefined || record.packageName.includes(operands[0]);
      });
      for (const record of rows) {
        const path = flags.has("-f") ? `${record.apkPath}=` : "";
        const code = flags.has("--show-versioncode") ? ` versionCode:${record.versionCode}` : "";
        const uid = flags.has("-U") ? ` uid:${record.uid}` : "";
        const installer = flags.has("-i") ? `  installer=${record.installer}` : "";
        out(process, `package:${path}${record.packageName}${code}${installer}${uid}\n`);
      }
      return 0;
    }
    case "features":
      out(
        process,
        [
          "reqGlEsVersion=0x30000",
          "android.hardware.audio.output",
          "android.hardware.camera",
          "android.hardware.location",
          "android.hardware.screen.landscape",
          "android.hardware.screen.portrait",
          "android.hardware.sensor.accelerometer",
          "android.hardware.touchscreen",
          "android.hardware.touchscreen.multitouch",
          "android.hardware.wifi",
          "android.software.app_widgets",
          "android.software.input_methods",
          "android.software.webview",
        ]
          .map((name) => `feature:${name}\n`)
          .join(""),
      );
      return 0;
    case "users":
      out(process, `Users:\n\tUserInfo{0:Owner:4c13} running\n`);
      if (system.state.currentUser !== 0)
        out(process, `\tUserInfo{${system.state.currentUser}:Second user:410} running\n`);
      return 0;
    case "libraries":
      out(process, "library:android.test.base\nlibrary:org.apache.http.legacy\n");
      return 0;
    case "permission-groups":
      out(
        process,
        ["CAMERA", "LOCATION", "MICROPHONE", "NOTIFICATIONS", "STORAGE"]
          .map((name) => `permission group:android.permission-group.${name}\n`)
          .join(""),
      );
      return 0;
    case "instrumentation":
      return 0;
    default:
      err(process, `Error: unknown list type '${kind}'\n`);
      return 255;
  }
};

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

/** Installs bytes and prints pm's answer. */
export function installBytes(apk: Uint8Array, flags: Map<string, string>, process: Process): number {
  const { machine } = process;
  const options: InstallOptions = {
    // Streamed installs of a current adb replace by default: `pm install` without -r is what -R asks for.
    replace: !flags.has("-R"),
    downgrade: flags.has("-d"),
    allowTest: flags.has("-t"),
    grantAll: flags.has("-g"),
    installer: flags.get("-i") ?? null,
  };
  const outcome = machine.system.packages.install(apk, options);
  if (!outcome.ok) {
    out(process, `Failure [${outcome.failure}]\n`);
    return 1;
  }
  machine.system.logs.add({
    uid: 1000,
    pid: 612,
    tid: 640,
    priority: "I",
    tag: "PackageManager",
    message: `Package ${outcome.packageName} installed`,
    buffer: "main",
  });
  out(process, "Success\n");
  return 0;
}

const VALUED_INSTALL = [
  "-S",
  "-i",
  "--user",
  "--install-location",
  "--abi",
  "-p",
  "--pkg",
  "--dexopt-compiler-filter",
  "--originating-uri",
  "--referrer",
  "--install-reason",
  "--fastdeploy",
];

async function readExactly(size: number, process: Process): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let left = size;
  while (left > 0) {
    const chunk = await process.stdin.read();
    if (!chunk) break;
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
  }
  return concat(chunks);
}

const install: CommandRun = async (args, process) => {
  const { flags, operands } = pmOptions(args, VALUED_INSTALL);
  const size = flags.get("-S");
  const [file] = operands;
  if (size !== undefined && (file === undefined || file === "-")) {
    return installBytes(await readExactly(Number(size), process), flags, process);
  }
  if (file === undefined) {
    out(process, "Error: either a package file or a size must be specified\n");
    return 1;
  }
  try {
    // system_server opens the file with the caller's identity.
    return installBytes(process.machine.system.files.read(at(process, file), process.who), flags, process);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    out(process, `Error: Unable to open file: ${file}\nConsider using a file under /data/local/tmp/\n`);
    err(process, `Error: failed to read file: ${file}: ${error.text}\n`);
    return 255;
  }
};

interface Session {
  flags: Map<string, string>;
  splits: Map<string, Uint8Array>;
}
const sessions = new WeakMap<object, { next: number; open: Map<number, Session> }>();
function sessionsOf(process: Process): { next: number; open: Map<number, Session> } {
  const known = sessions.get(process.machine);
  if (known) return known;
  const created = { next: 1_000_001, open: new Map<number, Session>() };
  sessions.set(process.machine, created);
  return created;
}

const installCreate: CommandRun = (args, process) => {
  const table = sessionsOf(process);
  const id = table.next++;
  table.open.set(id, { flags: pmOptions(args, VALUED_INSTALL).flags, splits: new Map() });
  out(process, `Success: created install session [${id}]\n`);
  return 0;
};

const installWrite: CommandRun = async (args, process) => {
  const { flags, operands } = pmOptions(args, ["-S"]);
  const [id, name = "base.apk", file] = operands;
  const session = sessionsOf(process).open.get(Number(id));
  if (!session) {
    err(process, `Error: Invalid session ID ${id}\n`);
    return 1;
  }
  const bytes =
    file === undefined || file === "-"
      ? await readExactly(Number(flags.get("-S") ?? 0), process)
      : process.machine.system.files.read(at(process, file), process.who);
  session.splits.set(name, bytes);
  out(process, `Success: streamed ${bytes.length} bytes\n`);
  return 0;
};

const installCommit: CommandRun = (args, process) => {
  const table = sessionsOf(process);
  const id = Number(pmOptions(args, ["--staged-ready-timeout"]).operands[0]);
  const session = table.open.get(id);
  const [base] = session?.splits.values() ?? [];
  table.open.delete(id);
  if (!session || !base) {
    out(process, `Failure [INSTALL_FAILED_INVALID_APK: Session ${id} has nothing to install]\n`);
    return 1;
  }
  return installBytes(base, session.flags, process);
};

const uninstall: CommandRun = (args, process) => {
  const { flags, operands } = pmOptions(args, ["--user", "--versionCode"]);
  const { machine } = process;
  const record = machine.system.packages.get(operands[0] ?? "");
  if (!record) {
    out(process, "Failure [DELETE_FAILED_INTERNAL_ERROR]\n");
    return 1;
  }
  if (record.system && !flags.has("--user")) {
    out(process, "Failure [DELETE_FAILED_INTERNAL_ERROR]\n");
    return 1;
  }
  machine.ui.forceStop(record.packageName);
  machine.system.packages.uninstall(record.packageName, { keepData: flags.has("-k") });
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

interface Query {
  action: string | null;
  data: string | null;
  categories: string[];
  packageName: string | null;
  component: string | null;
}

/** The intent arguments of `resolve-activity` and `query-activities`. */
function readQuery(args: readonly string[]): { query: Query; flags: Map<string, string> } {
  const { flags, operands } = pmOptions(args, [
    "-a",
    "-d",
    "-t",
    "-c",
    "-n",
    "-p",
    "-f",
    "--user",
    "--query-flags",
  ]);
  const categories = args.flatMap((arg, index) => (arg === "-c" ? [args[index + 1] ?? ""] : []));
  const bare = operands[operands.length - 1] ?? null;
  return {
    flags,
    query: {
      action: flags.get("-a") ?? null,
      data: flags.get("-d") ?? (bare?.includes(":") ? bare : null),
      categories,
      packageName: flags.get("-p") ?? (bare && !bare.includes(":") && !bare.includes("/") ? bare : null),
      component: flags.get("-n") ?? (bare?.includes("/") && !bare.includes(":") ? bare : null),
    },
  };
}

/** The activities whose filters match. */
export function queryActivities(
  query: Query,
  records: PackageRecord[],
): { record: PackageRecord; activity: string }[] {
  const scheme = query.data?.split(":")[0] ?? null;
  const host = /^[^:]+:\/\/([^/?#]*)/.exec(query.data ?? "")?.[1] ?? null;
  const bare = query.action === null && query.data === null && query.packageName !== null;
  const action = bare ? "android.intent.action.MAIN" : query.action;
  const categories = bare ? ["android.intent.category.LAUNCHER"] : query.categories;
  return records.flatMap((record) => {
    if (query.packageName !== null && record.packageName !== query.packageName) return [];
    if (record.enabled > 1) return [];
    return record.activities
      .filter(({ filters }) =>
        filters.some(
          (filter) =>
            (action === null || filter.actions.includes(action)) &&
            categories.every((category) => filter.categories.includes(category)) &&
            (scheme === null ? filter.schemes.length === 0 : filter.schemes.includes(scheme)) &&
            (host === null || filter.hosts.length === 0 || filter.hosts.includes(host)),
        ),
      )
      .map(({ name }) => ({ record, activity: name }));
  });
}

/** `package/.Activity` when the class is in the package. */
export function shortComponent(packageName: string, activity: string): string {
  return `${packageName}/${activity.startsWith(`${packageName}.`) ? activity.slice(packageName.length) : activity}`;
}

const resolveActivity =
  (all: boolean): CommandRun =>
  (args, process) => {
    const { query, flags } = readQuery(args);
    const hits = queryActivities(query, process.machine.system.packages.list());
    const shown = all ? hits : hits.slice(0, 1);
    if (shown.length === 0) {
      out(process, all ? "No activities found\n" : "No activity found\n");
      return 0;
    }
    const brief = flags.has("--brief") || flags.has("--components");
    if (all && !brief) out(process, `${shown.length} activities found:\n`);
    for (const [index, { record, activity }] of shown.entries()) {
      const component = shortComponent(record.packageName, activity);
      if (flags.has("--components")) out(process, `${component}\n`);
      else if (brief) {
        out(
          process,
          `${all ? "  " : ""}priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n${all ? "  " : ""}${component}\n`,
        );
      } else {
        const pad = all ? "    " : "";
        if (all) out(process, `  Activity #${index}:\n`);
        out(
          process,
          [
            "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true",
            "ActivityInfo:",
            `  name=${activity}`,
            `  packageName=${record.packageName}`,
            "  enabled=true exported=true directBootAware=false",
            "  ApplicationInfo:",
            `    packageName=${record.packageName}`,
            `    processName=${record.packageName}`,
            `    uid=${record.uid} flags=0x${record.debuggable ? "20a8be46" : "2088be44"}`,
            `    sourceDir=${record.apkPath}`,
            `    dataDir=/data/user/0/${record.packageName}`,
          ]
            .map((line) => `${pad}${line}\n`)
            .join(""),
        );
      }
    }
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
