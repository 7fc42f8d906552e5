import type { LogBuffer, LogRecord } from "../../system/log.ts";
import { appCredentials } from "../../system/users.ts";
import { deviceDate, formatDate } from "../device-time.ts";
import { type Command, type CommandRun, err, out, type Process, print } from "../process.ts";
import { activityManager } from "./activities.ts";
import { packageManager, pmOptions } from "./packages.ts";
import { localeManager, overlayManager, settingsCommand, uimode } from "./settings.ts";

const runAs: CommandRun = async (args, process) => {
  const { machine, who } = process;
  const { system } = machine;
  const fail = (text: string): number => {
    err(process, `run-as: ${text}\n`);
    return 1;
  };
  if (who.uid !== 2000 && who.uid !== 0) return fail("only 'shell' or 'root' users can run this program");
  const [packageName, ...rest] = args;
  if (packageName === undefined) {
    return fail("usage: run-as <package-name> [--user <uid>] <command> [<args>]\n");
  }
  let command = rest;
  if (rest[0] === "--user") {
    const user = Number(rest[1]);
    if (!(user < 21474)) return fail(`user id too big: ${rest[1]}`);
    if (user !== 0 && user !== system.state.currentUser) return fail(`unknown package: ${packageName}`);
    command = rest.slice(2);
  }
  const record = system.packages.get(packageName);
  if (!record) return fail(`unknown package: ${packageName}`);
  if (record.uid < 10000) return fail(`package not an application: ${packageName}`);
  if (!record.debuggable || system.faults.has("not-debuggable"))
    return fail(`package not debuggable: ${packageName}`);
  const app = appCredentials(record.uid);
  const cwd = `/data/user/0/${packageName}`;
  const env = new Map(process.env);
  env.set("HOME", cwd);
  env.set("PWD", cwd);
  const overrides = { who: app, cwd: `/data/data/${packageName}`, env };
  if (command.length === 0) return process.run(["sh"], overrides);
  const [name = ""] = command;
  const known =
    machine.commands.has(name.slice(name.lastIndexOf("/") + 1)) &&
    !(name === "sha256sum" && system.faults.has("no-sha256sum"));
  if (!name.includes("/") && !known) {
    return fail(`exec failed for ${name}: No such file or directory`);
  }
  return process.run(command, overrides);
};

const BUFFERS: LogBuffer[] = ["main", "system", "crash", "events"];
const LEVELS = "VDIWEFS";

function showRecord(record: LogRecord, format: string, modifiers: Set<string>, process: Process): string {
  const date = deviceDate(record.time, process.machine, modifiers.has("UTC"));
  const day = modifiers.has("epoch")
    ? `${Math.floor(record.time / 1000)}.${String(record.time % 1000).padStart(3, "0")}`
    : formatDate(date, `${modifiers.has("year") ? "%Y-" : ""}%m-%d %H:%M:%S.%3N`) +
      (modifiers.has("zone") ? formatDate(date, " %z") : "");
  const { priority, tag, pid, tid } = record;
  const line = (message: string): string => {
    switch (format) {
      case "brief":
        return `${priority}/${tag.padEnd(8)}(${String(pid).padStart(5)}): ${message}`;
      case "process":
        return `${priority}(${String(pid).padStart(5)}) ${message}  (${tag})`;
      case "tag":
        return `${priority}/${tag.padEnd(8)}: ${message}`;
      case "raw":
        return message;
      case "time":
        return `${day} ${priority}/${tag.padEnd(8)}(${String(pid).padStart(5)}): ${message}`;
      case "long":
        return `[ ${day} ${String(pid).padStart(5)}:${String(tid).padStart(5)} ${priority}/${tag.padEnd(8)} ]\n${message}\n`;
      default:
        return `${day} ${modifiers.has("uid") ? `${record.uid} ` : ""}${String(pid).padStart(5)} ${String(tid).padStart(5)} ${priority} ${tag.padEnd(8)}: ${message}`;
    }
  };
  return record.message
    .split("\n")
    .map((message) => `${line(message)}\n`)
    .join("");
}

const logcat: CommandRun = async (args, process) => {
  const { logs } = process.machine.system;
  const { flags, operands } = pmOptions(
    args.filter((arg) => arg !== ""),
    [
      "-b",
      "--buffer",
      "-v",
      "--format",
      "-t",
      "-T",
      "-n",
      "-r",
      "-f",
      "-e",
      "--regex",
      "-m",
      "--max-count",
      "--pid",
      "--uid",
      "-G",
    ],
  );
  const many = (names: string[]): string[] =>
    args.flatMap((arg, index) =>
      names.includes(arg)
        ? (args[index + 1] ?? "").split(/[,\s]+/)
        : names.some((name) => arg.startsWith(`${name}=`))
          ? arg.slice(arg.indexOf("=") + 1).split(",")
          : [],
    );
  const chosen = many(["-b", "--buffer"]);
  const buffers =
    chosen.length === 0 || chosen.includes("default")
      ? (["main", "system", "crash"] as LogBuffer[])
      : chosen.includes("all")
        ? BUFFERS
        : BUFFERS.filter((buffer) => chosen.includes(buffer));
  if (flags.has("-c") || flags.has("--clear")) {
    logs.clear(buffers);
    return 0;
  }
  if (flags.has("-g") || flags.has("--buffer-size")) {
    out(
      process,
      buffers
        .map(
          (buffer) =>
            `${buffer}: ring buffer is 256 KiB (${logs.records([buffer]).length} KiB consumed, 14 KiB readable), max entry is 5120 B, max payload is 4068 B\n`,
        )
        .join(""),
    );
    return 0;
  }
  if (flags.has("-G") || flags.has("-P") || flags.has("-S")) return 0;
  const formats = many(["-v", "--format"]);
  const format =
    formats.find((name) => /^(brief|process|tag|raw|time|long|threadtime)$/.test(name)) ?? "threadtime";
  const modifiers = new Set(formats);
  const pid = [...flags.keys()].find((flag) => flag.startsWith("--pid="))?.slice(6) ?? flags.get("--pid");
  const filters =
    operands.length > 0
      ? operands
      : (process.env.get("ANDROID_LOG_TAGS") ?? "")
          .split(/\s+/)
          .filter((filter) => filter !== "" && filter !== "''");
  const silent = flags.has("-s");
  const expression = flags.get("-e") ?? flags.get("--regex");
  const regex = expression === undefined ? null : new RegExp(expression);
  const accepts = (record: LogRecord): boolean => {
    if (!buffers.includes(record.buffer)) return false;
    if (pid !== undefined && record.pid !== Number(pid)) return false;
    if (regex && !regex.test(record.message)) return false;
    let threshold = silent ? "S" : "V";
    for (const filter of filters) {
      const [tag, level = "V"] = filter.split(":");
      if (tag === "*") threshold = level.toUpperCase() || "V";
    }
    for (const filter of filters) {
      const [tag, level = "V"] = filter.split(":");
      if (tag === record.tag) threshold = level.toUpperCase() || "V";
    }
    return LEVELS.indexOf(record.priority) >= LEVELS.indexOf(threshold) && threshold !== "S";
  };
  let records = logs.records(buffers).filter(accepts);
  const last = flags.get("-t") ?? flags.get("-T");
  if (last !== undefined) {
    if (/^\d+$/.test(last)) records = records.slice(-Number(last));
    else {
      const year = deviceDate(process.machine.system.now(), process.machine).year;
      const since = Date.parse(`${/^\d{4}-/.test(last) ? last : `${year}-${last}`}Z`);
      if (!Number.isNaN(since)) records = records.filter(({ time }) => time >= since);
    }
  }
  const max = flags.get("-m") ?? flags.get("--max-count");
  if (max !== undefined) records = records.slice(0, Number(max));
  const shown = new Set<LogBuffer>();
  const show = (record: LogRecord): string => {
    const heading =
      shown.has(record.buffer) || format === "raw" ? "" : `--------- beginning of ${record.buffer}\n`;
    shown.add(record.buffer);
    return heading + showRecord(record, format, modifiers, process);
  };
  out(process, records.map(show).join(""));
  if (flags.has("-d") || flags.has("-t") || max !== undefined) return 0;
  await new Promise<void>((resolve, reject) => {
    const stop = logs.follow((record) => {
      if (!accepts(record)) return;
      try {
        out(process, show(record));
      } catch (error) {
        stop();
        reject(error);
      }
    });
    process.signal.addEventListener(
      "abort",
      () => {
        stop();
        resolve();
      },
      { once: true },
    );
  });
  return 0;
};

const log: CommandRun = (args, process) => {
  const { flags, operands } = pmOptions(args, ["-p", "-t"]);
  const priority = (flags.get("-p") ?? "i").toUpperCase();
  process.machine.system.logs.add({
    uid: process.who.uid,
    pid: process.pid,
    tid: process.pid,
    priority: /^[VDIWEF]$/.test(priority) ? (priority as "I") : "I",
    tag: flags.get("-t") ?? "log",
    message: operands.join(" "),
    buffer: "main",
  });
  return 0;
};

const svc: CommandRun = (args, process) => {
  const { machine } = process;
  const { settings } = machine.system;
  const [what, action, value] = args;
  const toggle = (key: string): number => {
    settings.put("global", key, action === "enable" ? "1" : "0");
    return 0;
  };
  if (what === "wifi") return toggle("wifi_on");
  if (what === "data") return toggle("mobile_data");
  if (what === "bluetooth") return toggle("bluetooth_on");
  if (what === "nfc" || what === "usb") return 0;
  if (what === "power") {
    if (action === "stayon") {
      settings.put(
        "global",
        "stay_on_while_plugged_in",
        value === "true" ? "15" : value === "false" ? "0" : "1",
      );
      return 0;
    }
    if (action === "reboot" || action === "shutdown") {
      machine.reboot(value ?? "");
      return 0;
    }
  }
  out(
    process,
    "Available commands:\n    help     Show information about the subcommands\n    power    Control the power manager\n    usb      Control Usb state\n    nfc      Control NFC functions\n    data     Control mobile data\n    wifi     Control the Wi-Fi manager\n    bluetooth Control Bluetooth service\n",
  );
  return 1;
};

const IME = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME";

const ime: CommandRun = (args, process) => {
  const { settings } = process.machine.system;
  const { flags, operands } = pmOptions(args, ["--user"]);
  const [verb, id = ""] = operands;
  const enabled = (settings.get("secure", "enabled_input_methods") ?? "")
    .split(":")
    .filter((name) => name !== "");
  if (verb === "list") {
    const shown = flags.has("-a") ? [...new Set([IME, ...enabled])] : enabled;
    out(
      process,
      shown
        .map((name) =>
          flags.has("-s")
            ? `${name}\n`
            : `${name}:\n  mId=${name} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true\n`,
        )
        .join(""),
    );
    return 0;
  }
  const known = id === IME || enabled.includes(id);
  if (verb === "reset") {
    settings.put("secure", "default_input_method", IME);
    out(process, "Reset current and enabled IMEs for user #0\n");
    return 0;
  }
  if (!known) {
    err(
      process,
      `Unknown input method ${id} cannot be ${verb === "set" ? "selected" : "enabled"} for user #0\n`,
    );
    return 255;
  }
  if (verb === "set") {
    settings.put("secure", "default_input_method", id);
    out(process, `Input method ${id} selected for user #0\n`);
    return 0;
  }
  const next = verb === "disable" ? enabled.filter((name) => name !== id) : [...new Set([...enabled, id])];
  out(
    process,
    verb === "enable" && enabled.includes(id)
      ? `Input method ${id}: already enabled for user #0\n`
      : `Input method ${id}: now ${verb}d for user #0\n`,
  );
  settings.put("secure", "enabled_input_methods", next.join(":"));
  return 0;
};

const appops: CommandRun = (args, process) => {
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

const SERVICES: Record<string, CommandRun> = {
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

const cmd: CommandRun = (args, process) => {
  const [name, ...rest] = args;
  if (name === "-l") {
    out(
      process,
      `Currently running services:\n${Object.keys(SERVICES)
        .map((service) => `  ${service}\n`)
        .join("")}`,
    );
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

const reboot: CommandRun = (args, process) => {
  process.machine.reboot(args[0] ?? "");
  return 0;
};

const service: CommandRun = (args, process) => {
  if (args[0] === "list") {
    const names = Object.keys(SERVICES);
    out(
      process,
      `Found ${names.length} services:\n${names.map((name, index) => `${index}\t${name}: [android.os.I${name}]\n`).join("")}`,
    );
    return 0;
  }
  if (args[0] === "check") {
    out(process, `Service ${args[1]}: ${Object.hasOwn(SERVICES, args[1] ?? "") ? "found" : "not found"}\n`);
    return 0;
  }
  out(process, "Result: Parcel(00000000    '....')\n");
  return 0;
};

export const DEVICE_COMMANDS: Command[] = [
  {
    name: "run-as",
    group: "device",
    modelled:
      "debuggable apps, --user 0, and every refusal: unknown, not an application, not debuggable, not the shell",
    missing: "SELinux",
    run: runAs,
  },
  {
    name: "logcat",
    group: "device",
    modelled: "-d, -c, -t, -T, -b, -v formats, -s, -e, -m, --pid, filters; follows until its connection ends",
    missing: "-f, statistics, binary output",
    run: logcat,
  },
  { name: "log", group: "device", modelled: "-p, -t", run: log },
  {
    name: "svc",
    group: "device",
    modelled: "wifi, data, bluetooth, power stayon and reboot",
    missing: "usb and nfc do nothing",
    run: svc,
  },
  {
    name: "ime",
    group: "device",
    modelled: "list, enable, disable, set, reset",
    missing: "input methods of installed apps",
    run: ime,
  },
  { name: "appops", group: "device", modelled: "get, set, reset: kept, without effect", run: appops },
  {
    name: "cmd",
    group: "device",
    modelled: Object.keys(SERVICES).join(", "),
    missing: "every other service: `Can't find service`, status 20",
    run: cmd,
  },
  {
    name: "service",
    group: "device",
    modelled: "list, check",
    missing: "call answers an empty parcel",
    run: service,
  },
  {
    name: "reboot",
    group: "device",
    modelled: "the device goes away and comes back",
    missing: "recovery, bootloader",
    run: reboot,
  },
];
