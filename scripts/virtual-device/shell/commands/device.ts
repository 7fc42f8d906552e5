import { type Command, type CommandRun, err, out } from "../process.ts";
import { appops, cmd, SERVICES } from "./cmd.ts";
import { log, logcat } from "./logcat.ts";
import { pmOptions } from "./pm-options.ts";
import { runAs } from "./run-as.ts";

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
