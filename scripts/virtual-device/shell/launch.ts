import { absolutePath, FileError } from "../system/file-nodes.ts";
import type { Command, Machine, Process } from "./process.ts";
import { runScript } from "./run-script.ts";
import type { Context } from "./state.ts";
import { decode, encode, Killed, lineReader } from "./streams.ts";

/** The command behind a name of /system/bin, as far as the faults leave it there. */
export function findCommand(machine: Machine, name: string): Command | null {
  if (name === "sha256sum" && machine.system.faults.has("no-sha256sum")) return null;
  return machine.commands.get(name) ?? null;
}

type Program =
  | { kind: "command"; command: Command }
  | { kind: "script"; text: string }
  | { kind: "refused"; text: string; status: number };

function resolve(name: string, context: Context): Program {
  const { machine } = context;
  if (!name.includes("/")) {
    const command = findCommand(machine, name);
    if (command) return { kind: "command", command };
    return { kind: "refused", text: "inaccessible or not found", status: 127 };
  }
  const { files } = machine.system;
  try {
    const path = files.realPath(absolutePath(context.state.cwd, name), context.who);
    const command = path.startsWith("/system/bin/") ? findCommand(machine, path.slice(12)) : null;
    if (command) return { kind: "command", command };
    const node = files.lookup(path, context.who);
    const runnable = node.kind === "file" && (node.mode & 0o111) !== 0 && files.can(path, context.who, 5);
    if (!runnable) return { kind: "refused", text: "can't execute: Permission denied", status: 126 };
    const text = decode(node.data);
    if (text.startsWith("\u007fELF")) {
      return { kind: "refused", text: "not executable: 64-bit ELF file", status: 126 };
    }
    return { kind: "script", text };
  } catch (error) {
    if (error instanceof FileError)
      return { kind: "refused", text: "inaccessible or not found", status: 127 };
    throw error;
  }
}

/** Starts a program by its argv and waits for it; the exit status. */
export async function launch(
  argv: readonly string[],
  context: Context,
  env: ReadonlyMap<string, string>,
): Promise<number> {
  const name = argv[0] ?? "";
  const program = resolve(name, context);
  if (program.kind === "refused") {
    context.stderr.write(encode(`${context.state.name}: ${name}: ${program.text}\n`));
    return program.status;
  }
  const { machine } = context;
  const pid = machine.system.nextPid();
  const controller = new AbortController();
  let signalled = 9;
  const abort = (): void => controller.abort();
  if (context.signal.aborted) throw new Killed();
  context.signal.addEventListener("abort", abort);
  machine.processes.set(pid, {
    pid,
    ppid: context.pid,
    uid: context.who.uid,
    name: name.slice(name.lastIndexOf("/") + 1),
    kill(signal) {
      signalled = signal;
      controller.abort();
    },
  });
  const process: Process = {
    machine,
    who: context.who,
    pid,
    cwd: context.state.cwd,
    env,
    stdin: context.stdin,
    stdout: context.stdout,
    stderr: context.stderr,
    signal: controller.signal,
    run: (words, overrides = {}) => {
      const { cwd, env: variables, stdin, ...rest } = overrides;
      return launch(
        words,
        {
          ...context,
          pid,
          signal: controller.signal,
          ...rest,
          ...(stdin ? { stdin: lineReader(stdin) } : {}),
          state: { ...context.state, cwd: cwd ?? context.state.cwd },
        },
        variables ?? env,
      );
    },
    shell: (script, overrides = {}) => runScript(script, { ...process, ...overrides }, context.depth + 1),
  };
  try {
    const result =
      program.kind === "command"
        ? program.command.run(argv.slice(1), process)
        : runScript(program.text, { ...process, name, args: argv.slice(1) }, context.depth + 1);
    if (typeof result === "number") return result;
    return await Promise.race([result, killed(controller.signal, () => signalled)]);
  } catch (error) {
    if (error instanceof FileError) {
      context.stderr.write(encode(`${name}: ${error.message}\n`));
      return 1;
    }
    throw error;
  } finally {
    context.signal.removeEventListener("abort", abort);
    machine.processes.delete(pid);
  }
}

function killed(signal: AbortSignal, number: () => number): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Killed(number())), { once: true });
  });
}
