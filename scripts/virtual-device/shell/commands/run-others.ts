import { parseArguments } from "../arguments.ts";
import { findCommand } from "../launch.ts";
import { at, type CommandRun, err, out } from "../process.ts";
import { runFromStdin } from "../run-script.ts";
import { decode } from "../streams.ts";

/** `sh [-OPTIONS] [-c SCRIPT | FILE] [ARGUMENTS]` */
export const sh: CommandRun = async (args, process) => {
  const options: string[] = [];
  let index = 0;
  while (/^[-+][a-z]/i.test(args[index] ?? "") && args[index] !== "-c") options.push(args[index++] as string);
  const bundled = options.findIndex((option) => /^-[a-z]*c[a-z]*$/.test(option));
  if (args[index] === "-c" || bundled >= 0) {
    if (args[index] === "-c") index++;
    const script = args[index];
    if (script === undefined) {
      err(process, "sh: -c requires an argument\n");
      return 1;
    }
    const prefix = options.map((option) => option.replace("c", "")).filter((option) => option.length > 1);
    const setup = prefix.length > 0 ? `set ${prefix.join(" ")}\n` : "";
    return process.shell(setup + script, { name: args[index + 1] ?? "sh", args: args.slice(index + 2) });
  }
  const file = args[index];
  if (file !== undefined) {
    const { files } = process.machine.system;
    if (!files.exists(at(process, file), process.who)) {
      err(process, `sh: ${file}: No such file or directory\n`);
      return 127;
    }
    return process.shell(decode(files.read(at(process, file), process.who)), {
      name: file,
      args: args.slice(index + 1),
    });
  }
  return runFromStdin({ ...process, name: "sh" }, null);
};

/** `timeout DURATION COMMAND`; status 124 when the time is over. */
export const timeout: CommandRun = async (args, process) => {
  const { flags, values, operands } = parseArguments(args.slice(0, optionsEnd(args)), "fk:s:v");
  const [limit = "0", ...command] = [...operands, ...args.slice(optionsEnd(args))];
  const factor = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[limit.slice(-1)] ?? 1000;
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  process.signal.addEventListener("abort", abort);
  const timer = setTimeout(abort, Number.parseFloat(limit) * factor);
  const expired = new Promise<number>((resolve) =>
    controller.signal.addEventListener("abort", () => resolve(124)),
  );
  try {
    return await Promise.race([
      process.run(command, { signal: controller.signal }).catch(() => 124),
      expired,
    ]);
  } finally {
    clearTimeout(timer);
    process.signal.removeEventListener("abort", abort);
    void flags;
    void values;
  }
};

function optionsEnd(args: readonly string[]): number {
  let index = 0;
  while (args[index]?.startsWith("-")) index += /^-[ks]$/.test(args[index] as string) ? 2 : 1;
  return index;
}

/** `toybox COMMAND ARGUMENTS` */
export const toybox: CommandRun = (args, process) => {
  const [name, ...rest] = args;
  if (name === undefined) {
    out(
      process,
      `${[...process.machine.commands.keys()]
        .filter((key) => isToy(key))
        .sort()
        .join(" ")}\n`,
    );
    return 0;
  }
  if (name === "--version") {
    out(process, "toybox 0.8.11-android\n");
    return 0;
  }
  const command = findCommand(process.machine, name);
  if (!command || !isToy(name)) {
    err(process, `toybox: Unknown command ${name}\n`);
    return 127;
  }
  return command.run(rest, process);
};

/** Android's own programs are not part of toybox. */
const isToy = (name: string): boolean =>
  !/^(am|pm|cmd|wm|ime|svc|input|content|settings|dumpsys|uiautomator|screencap|screenrecord|run-as|monkey|logcat|sh|toybox|reboot|awk|appops|bmgr|service|getprop|setprop|su)$/.test(
    name,
  );

/** `env [-i] [NAME=VALUE]... [COMMAND]` */
export const env: CommandRun = (args, process) => {
  const variables = new Map(args.includes("-i") ? [] : process.env);
  let index = args[0] === "-i" ? 1 : 0;
  for (; args[index]?.includes("="); index++) {
    const [name, ...rest] = (args[index] as string).split("=");
    variables.set(name as string, rest.join("="));
  }
  if (index < args.length) return process.run(args.slice(index), { env: variables });
  out(process, [...variables].map(([name, value]) => `${name}=${value}\n`).join(""));
  return 0;
};
