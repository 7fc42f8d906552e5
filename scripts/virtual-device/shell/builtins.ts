import { toInteger } from "./arithmetic.ts";
import {
  type Builtin,
  cd,
  command,
  complain,
  echo,
  exportNames,
  read,
  say,
  set,
  source,
  type,
  wait,
} from "./builtin-commands.ts";
import { runStatements } from "./interpreter.ts";
import { launch } from "./launch.ts";
import { printf } from "./printf.ts";
import { type Context, ExitShell, environment, Jump, ShellFailure } from "./state.ts";
import { parseScript } from "./syntax.ts";
import { testWords } from "./test-expression.ts";

const number = (text: string | undefined, fallback: number): number =>
  text === undefined ? fallback : Number(toInteger(text));

/** Status 0 or 1, or 2 when the expression makes no sense: that does not end the script. */
function tested(words: readonly string[], context: Context): number {
  try {
    return testWords(words, context) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ShellFailure)) throw error;
    complain(context, error.message);
    return 2;
  }
}

/** Commands that the shell itself runs, in its own state. */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  [":", () => 0],
  ["true", () => 0],
  ["false", () => 1],
  ["echo", echo],
  [
    "printf",
    (args, context) => {
      const { text, error } = printf(args[0] ?? "", args.slice(1));
      say(context, text);
      return error ? complain(context, `printf: ${error}`) : 0;
    },
  ],
  [
    "print",
    (args, context) => {
      const raw = args[0] === "-r" || args[0] === "-nr" || args[0] === "-rn";
      const newline = !/^-n?r?n?$/.test(args[0] ?? "") || !args[0]?.includes("n");
      const words = /^-[nr]+$/.test(args[0] ?? "") ? args.slice(1) : args;
      return echo([...(newline ? [] : ["-n"]), raw ? "-E" : "-e", ...words], context);
    },
  ],
  ["cd", cd],
  [
    "pwd",
    (_, context) => {
      say(context, `${context.state.cwd}\n`);
      return 0;
    },
  ],
  ["export", exportNames],
  ["set", set],
  ["read", read],
  ["command", command],
  [".", source],
  [
    "source",
    // Unlike `.` it is no special builtin: a missing file does not end the script.
    (args, context) =>
      source(args, context).catch((error: unknown) => {
        if (!(error instanceof ShellFailure)) throw error;
        return complain(context, error.message.replace(".:", "source:"));
      }),
  ],
  ["type", type],
  ["wait", wait],
  ["test", (args, context) => tested(args, context)],
  [
    "[",
    (args, context) => {
      if (args[args.length - 1] !== "]") {
        complain(context, "[: missing ]");
        return 2;
      }
      return tested(args.slice(0, -1), context);
    },
  ],
  [
    "exit",
    (args, context) => {
      if (args[0] !== undefined && !/^-?\d+$/.test(args[0])) {
        throw new ShellFailure(`exit: bad number: ${args[0]}`, 1);
      }
      throw new ExitShell(number(args[0], context.state.status) & 255);
    },
  ],
  [
    "return",
    (args, context) => {
      throw new Jump("return", 1, number(args[0], context.state.status) & 255);
    },
  ],
  [
    "break",
    (args, context) => {
      if (context.loops === 0) return complain(context, "break: can't break") - 1;
      throw new Jump("break", number(args[0], 1));
    },
  ],
  [
    "continue",
    (args, context) => {
      if (context.loops === 0) return complain(context, "continue: can't continue") - 1;
      throw new Jump("continue", number(args[0], 1));
    },
  ],
  ["eval", (args, context) => runStatements(parseScript(args.join(" ")), context)],
  [
    "exec",
    async (args, context) => {
      if (args.length === 0) return 0;
      throw new ExitShell(await launch(args, context, environment(context.state)));
    },
  ],
  [
    "shift",
    (args, context) => {
      const count = number(args[0], 1);
      if (count > context.state.parameters.length) {
        throw new ShellFailure("shift: nothing to shift", 1);
      }
      context.state.parameters = context.state.parameters.slice(count);
      return 0;
    },
  ],
  [
    "unset",
    (args, context) => {
      for (const name of args) {
        context.state.variables.delete(name);
        context.state.exported.delete(name);
        if (args[0] === "-f") context.state.functions.delete(name);
      }
      return 0;
    },
  ],
  [
    "local",
    (args, context) => {
      for (const arg of args) {
        const [name, ...rest] = arg.split("=");
        if (rest.length > 0 || !context.state.variables.has(name as string)) {
          context.state.variables.set(name as string, rest.join("="));
        }
      }
      return 0;
    },
  ],
  [
    "readonly",
    (args, context) => {
      for (const arg of args) {
        const [name, ...rest] = arg.split("=");
        if (rest.length > 0) context.state.variables.set(name as string, rest.join("="));
        context.state.readOnly.add(name as string);
      }
      return 0;
    },
  ],
  [
    "let",
    (args, context) =>
      Promise.resolve(runStatements(parseScript(args.map((arg) => `(( ${arg} ))`).join(";")), context)),
  ],
  [
    "trap",
    (args, context) => {
      const [action, ...signals] = args;
      for (const signal of signals) {
        const name = signal === "0" ? "EXIT" : signal.replace(/^SIG/, "");
        if (action === "-" || action === undefined) context.state.traps.delete(name);
        else context.state.traps.set(name, action);
      }
      return 0;
    },
  ],
  [
    "umask",
    (args, context) => {
      if (args.length === 0) say(context, "000\n");
      return 0;
    },
  ],
  ["ulimit", () => 0],
  ["alias", () => 0],
  ["unalias", () => 0],
  ["jobs", () => 0],
]);
