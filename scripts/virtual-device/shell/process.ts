import { absolutePath, type Credentials } from "../system/file-nodes.ts";
import type { DeviceNetwork } from "../system/network.ts";
import type { System } from "../system/system.ts";
import type { UiRuntime } from "../system/types.ts";
import { encode, type Sink, type Source } from "./streams.ts";

/** A process of the shell that can be listed and killed. */
interface RunningProcess {
  pid: number;
  ppid: number;
  uid: number;
  name: string;
  kill(signal: number): void;
}

/** The device as its commands see it. */
export interface Machine {
  readonly system: System;
  readonly ui: UiRuntime;
  readonly commands: ReadonlyMap<string, Command>;
  readonly network: DeviceNetwork;
  readonly processes: Map<number, RunningProcess>;
  /** Ends every connection; the device comes back after a moment. */
  reboot(mode: string): void;
}

/** What a running command may touch. */
export interface Process {
  readonly machine: Machine;
  readonly who: Credentials;
  readonly pid: number;
  readonly cwd: string;
  /** Exported variables. */
  readonly env: ReadonlyMap<string, string>;
  readonly stdin: Source;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly signal: AbortSignal;
  /** Runs another command by its argv; 127 when it is not there. */
  run(argv: string[], overrides?: ProcessOverrides): Promise<number>;
  /** Runs a script with the device's shell; `name` is $0. */
  shell(script: string, overrides?: ProcessOverrides & { name?: string; args?: string[] }): Promise<number>;
}

type ProcessOverrides = Partial<
  Pick<Process, "who" | "cwd" | "env" | "stdin" | "stdout" | "stderr" | "signal">
>;

/** Returns the exit status. */
export type CommandRun = (args: string[], process: Process) => number | Promise<number>;

export type CommandGroup =
  | "files"
  | "text"
  | "processes"
  | "packages"
  | "activities"
  | "settings"
  | "screen"
  | "device";

/** One row of the command table, from which the reference is generated. */
export interface Command {
  name: string;
  group: CommandGroup;
  /** What works, in a line. */
  modelled: string;
  /** What does not. */
  missing?: string;
  run: CommandRun;
}

/** Writes text or bytes to standard output. */
export function out(process: Process, content: string | Uint8Array): void {
  process.stdout.write(typeof content === "string" ? encode(content) : content);
}

/** Writes text to standard error. */
export function err(process: Process, text: string): void {
  process.stderr.write(encode(text));
}

/** A path argument as an absolute path. */
export function at(process: Process, path: string): string {
  return absolutePath(process.cwd, path);
}

/** Waits, but not longer than the process lives. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });
}

/** Prints and succeeds. */
export function print(process: Process, text: string): 0 {
  out(process, text);
  return 0;
}

/** Complains on standard error and fails with status 1. */
export function refuse(process: Process, text: string): 1 {
  err(process, text);
  return 1;
}
