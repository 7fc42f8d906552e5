import type { Credentials } from "../system/file-nodes.ts";
import { userName } from "../system/users.ts";
import { guarded, runStatements, substitute } from "./interpreter.ts";
import type { Machine, Process } from "./process.ts";
import { type Context, ShellFailure, type ShellState } from "./state.ts";
import { lineReader } from "./streams.ts";
import { parseScript } from "./syntax.ts";

/** What a shell is started with. */
export interface ShellStart
  extends Pick<Process, "machine" | "who" | "cwd" | "env" | "stdin" | "stdout" | "stderr" | "signal"> {
  /** $0; default /system/bin/sh. */
  name?: string;
  args?: string[];
  pid?: number;
}

/** The environment of a shell that adbd starts. */
export function loginEnvironment(machine: Machine, who: Credentials): Map<string, string> {
  return new Map(
    Object.entries({
      ANDROID_DATA: "/data",
      ANDROID_ROOT: "/system",
      ANDROID_STORAGE: "/storage",
      EXTERNAL_STORAGE: "/sdcard",
      HOME: "/",
      HOSTNAME: machine.system.properties.get("ro.product.device") ?? "localhost",
      LOGNAME: userName(who.uid),
      PATH: "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/system_ext/bin:/system/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin",
      SHELL: "/bin/sh",
      TERM: "xterm",
      TMPDIR: "/data/local/tmp",
      USER: userName(who.uid),
    }),
  );
}

/** A shell that can run several scripts in the same state. */
function createShell(start: ShellStart, depth = 0): Context {
  const state: ShellState = {
    variables: new Map(start.env),
    exported: new Set(start.env.keys()),
    readOnly: new Set(),
    functions: new Map(),
    parameters: start.args ?? [],
    name: start.name ?? "/system/bin/sh",
    status: 0,
    cwd: start.cwd,
    options: new Set(),
    lastBackground: null,
    traps: new Map(),
  };
  const context: Context = {
    machine: start.machine,
    who: start.who,
    pid: start.pid ?? start.machine.system.nextPid(),
    state,
    stdin: lineReader(start.stdin),
    stdout: start.stdout,
    stderr: start.stderr,
    signal: start.signal,
    depth,
    loops: 0,
    tested: false,
    jobs: new Map(),
    substitute,
  };
  return context;
}

/** Runs one script to its end; its exit status. */
export function runScript(script: string, start: ShellStart, depth = 0): Promise<number> {
  const context = createShell(start, depth);
  return guarded(context, () => runStatements(parseScript(script), context));
}

/** Runs scripts line by line from standard input, as `sh` without an argument does. */
export async function runFromStdin(
  start: ShellStart,
  prompt: ((context: Context) => void) | null,
): Promise<number> {
  const context = createShell(start);
  let status = 0;
  let script = "";
  for (;;) {
    if (script === "") prompt?.(context);
    const line = await context.stdin.line();
    if (!line) break;
    script += `${line.text}\n`;
    if (!isComplete(script)) continue;
    const source = script;
    script = "";
    const outcome = await runGuardedLine(source, context);
    status = outcome.status;
    if (outcome.exited) return status;
  }
  if (script.trim() !== "") status = (await runGuardedLine(script, context)).status;
  return status;
}

async function runGuardedLine(
  script: string,
  context: Context,
): Promise<{ status: number; exited: boolean }> {
  let exited = false;
  const status = await guarded(context, async () => {
    try {
      return await runStatements(parseScript(script), context);
    } catch (error) {
      // A failed line does not end a shell that reads commands; anything else that was thrown does.
      exited = !(error instanceof ShellFailure);
      throw error;
    }
  });
  context.state.status = status;
  return { status, exited };
}

function isComplete(script: string): boolean {
  try {
    parseScript(script);
    return !/<<-?\s*['"]?(\w+)['"]?[^\n]*\n/.test(script) || heredocsClosed(script);
  } catch {
    return !/(unexpected EOF|no closing quote)|\\\n$/.test(errorText(script));
  }
}

function errorText(script: string): string {
  try {
    parseScript(script);
    return "";
  } catch (error) {
    return String(error);
  }
}

function heredocsClosed(script: string): boolean {
  return [...script.matchAll(/<<-?\s*['"]?(\w+)['"]?/g)].every(([, word]) =>
    new RegExp(`^\\t*${word}$`, "m").test(script.slice(script.indexOf("\n"))),
  );
}
