import { absolutePath, FileError } from "../system/file-nodes.ts";
import { BUILTINS } from "./builtins.ts";
import { runStatements } from "./interpreter.ts";
import { findCommand, launch } from "./launch.ts";
import { printf } from "./printf.ts";
import { type Context, environment, Jump, ShellFailure } from "./state.ts";
import { decode, encode } from "./streams.ts";
import { parseScript } from "./syntax.ts";

export type Builtin = (args: string[], context: Context) => number | Promise<number>;

/** Prints to the shell's standard output. */
export const say = (context: Context, text: string): void => context.stdout.write(encode(text));

/** Prints `NAME: text` to standard error; status 1. */
export const complain = (context: Context, text: string): number => {
  context.stderr.write(encode(`${context.state.name}: ${text}\n`));
  return 1;
};

/** `echo [-n] [-e] [-E]`: escapes are read by default. */
export function echo(args: string[], context: Context): number {
  let newline = true;
  // mksh reads escapes unless told otherwise, unlike bash.
  let escapes = true;
  let at = 0;
  for (; /^-[neE]+$/.test(args[at] ?? ""); at++) {
    if (args[at]?.includes("n")) newline = false;
    if (args[at]?.includes("E")) escapes = false;
    if (args[at]?.includes("e")) escapes = true;
  }
  const text = args.slice(at).join(" ");
  say(context, (escapes ? printf("%b", [text]).text : text) + (newline ? "\n" : ""));
  return 0;
}

/** `cd [DIRECTORY|-]`; status 2 when it can't be entered. */
export function cd(args: string[], context: Context): number {
  const { state, machine, who } = context;
  const target =
    args[0] === "-"
      ? (state.variables.get("OLDPWD") ?? "/")
      : (args[0] ?? state.variables.get("HOME") ?? "/");
  try {
    const path = machine.system.files.realPath(absolutePath(state.cwd, target), who);
    const node = machine.system.files.lookup(path, who);
    if (node.kind !== "directory") throw new FileError("ENOTDIR", target);
    if (!machine.system.files.can(path, who, 1)) throw new FileError("EACCES", target);
    state.variables.set("OLDPWD", state.cwd);
    state.cwd = path;
    if (args[0] === "-") say(context, `${path}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    complain(context, `cd: ${target}: ${error.text}`);
    return 2;
  }
}

/** `export NAME[=VALUE]...`, or lists what is exported. */
export function exportNames(args: string[], context: Context): number {
  const { state } = context;
  for (const arg of args) {
    if (arg === "-p") continue;
    const [name, ...rest] = arg.split("=");
    if (rest.length > 0) state.variables.set(name as string, rest.join("="));
    state.exported.add(name as string);
  }
  if (args.length === 0 || args[0] === "-p") {
    for (const [name, value] of environment(state)) say(context, `export ${name}=${value}\n`);
  }
  return 0;
}

/** `set [-eufxa] [-o NAME] [--] [ARGUMENTS]` */
export function set(args: string[], context: Context): number {
  const { state } = context;
  const LONG: Record<string, string> = {
    errexit: "e",
    nounset: "u",
    xtrace: "x",
    noglob: "f",
    allexport: "a",
  };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg === "--") {
      state.parameters = args.slice(at + 1);
      return 0;
    }
    if (!/^[-+]./.test(arg)) {
      state.parameters = args.slice(at);
      return 0;
    }
    const on = arg.startsWith("-");
    const names = arg[1] === "o" ? [LONG[args[++at] ?? ""] ?? args[at] ?? ""] : [...arg.slice(1)];
    for (const name of names) {
      if (on) state.options.add(name);
      else state.options.delete(name);
    }
  }
  if (args.length === 0) for (const [name, value] of state.variables) say(context, `${name}=${value}\n`);
  return 0;
}

/** `read [-r] NAME...`: one line of standard input, split at IFS; status 1 at its end. */
export async function read(args: string[], context: Context): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith("-"));
  const raw = args.includes("-r");
  const line = await context.stdin.line();
  const separators = context.state.variables.get("IFS") ?? " \t\n";
  const text = raw ? (line?.text ?? "") : (line?.text ?? "").replace(/\\(.)/g, "$1");
  const targets = names.length > 0 ? names : ["REPLY"];
  let rest = separators === "" ? text : trim(text, separators);
  for (const [index, name] of targets.entries()) {
    let value = rest;
    if (index < targets.length - 1) {
      const end = [...rest].findIndex((char) => separators.includes(char));
      value = end < 0 ? rest : rest.slice(0, end);
      rest = end < 0 ? "" : trim(rest.slice(end + 1), separators, true);
    }
    context.state.variables.set(name, value);
  }
  return line?.complete ? 0 : 1;
}

function trim(text: string, separators: string, startOnly = false): string {
  const blank = [...separators].filter((char) => " \t\n".includes(char)).join("");
  if (blank === "") return text;
  let from = 0;
  let to = text.length;
  while (from < to && blank.includes(text[from] as string)) from++;
  while (!startOnly && to > from && blank.includes(text[to - 1] as string)) to--;
  return text.slice(from, to);
}

/** `command [-v] NAME [ARGUMENTS]`: past functions. */
export async function command(args: string[], context: Context): Promise<number> {
  if (args[0] === "-v" || args[0] === "-V") {
    for (const name of args.slice(1)) {
      if (context.state.functions.has(name) || BUILTINS.has(name)) say(context, `${name}\n`);
      else if (findCommand(context.machine, name)) say(context, `/system/bin/${name}\n`);
      else return 1;
    }
    return 0;
  }
  const builtin = BUILTINS.get(args[0] ?? "");
  if (builtin) return builtin(args.slice(1), context);
  return args.length > 0 ? launch(args, context, environment(context.state)) : 0;
}

/** `. FILE`: runs a file in this shell. */
export async function source(args: string[], context: Context): Promise<number> {
  try {
    const path = absolutePath(context.state.cwd, args[0] ?? "");
    const text = decode(context.machine.system.files.read(path, context.who));
    return await runStatements(parseScript(text), context);
  } catch (error) {
    // A special builtin that fails ends the script.
    if (error instanceof FileError) throw new ShellFailure(`.: ${args[0]}: ${error.text}`, 1);
    if (error instanceof Jump && error.kind === "return") return error.status;
    throw error;
  }
}

/** `type NAME...`: what a name stands for. */
export function type(args: string[], context: Context): number {
  let status = 0;
  for (const name of args) {
    if (context.state.functions.has(name)) say(context, `${name} is a function\n`);
    else if (BUILTINS.has(name)) say(context, `${name} is a shell builtin\n`);
    else if (findCommand(context.machine, name)) say(context, `${name} is /system/bin/${name}\n`);
    else {
      say(context, `${name} not found\n`);
      status = 1;
    }
  }
  return status;
}

/** `wait [PID]`: for background jobs. */
export async function wait(args: string[], context: Context): Promise<number> {
  if (args.length === 0) {
    await Promise.all(context.jobs.values());
    context.jobs.clear();
    return 0;
  }
  const job = context.jobs.get(Number(args[0]));
  return job ? await job : 127;
}
