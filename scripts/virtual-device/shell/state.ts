import type { Credentials } from "../system/file-nodes.ts";
import type { Machine } from "./process.ts";
import type { LineReader, Sink } from "./streams.ts";

/** What a subshell gets a copy of. */
export interface ShellState {
  variables: Map<string, string>;
  exported: Set<string>;
  readOnly: Set<string>;
  functions: Map<string, unknown>;
  parameters: string[];
  /** $0 */
  name: string;
  status: number;
  cwd: string;
  options: Set<string>;
  lastBackground: number | null;
  traps: Map<string, string>;
}

/** A shell at work: its state and where its streams go. */
export interface Context {
  machine: Machine;
  who: Credentials;
  pid: number;
  state: ShellState;
  stdin: LineReader;
  stdout: Sink;
  stderr: Sink;
  signal: AbortSignal;
  depth: number;
  /** Loops around the command, for `break`. */
  loops: number;
  /** Conditions do not trigger `set -e`. */
  tested: boolean;
  /** Background jobs of this shell, for `wait`. */
  jobs: Map<number, Promise<number>>;
  /** Runs the body of `$(...)`; its output. */
  substitute(body: unknown, context: Context): Promise<Uint8Array>;
}

/** An error that ends the script: printed after the shell's name. */
export class ShellFailure extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** `exit`. */
export class ExitShell extends Error {
  readonly status: number;
  constructor(status: number) {
    super("exit");
    this.status = status;
  }
}

/** `break`, `continue` and `return`. */
export class Jump extends Error {
  readonly kind: "break" | "continue" | "return";
  levels: number;
  readonly status: number;
  constructor(kind: "break" | "continue" | "return", levels: number, status = 0) {
    super(kind);
    this.kind = kind;
    this.levels = levels;
    this.status = status;
  }
}

/** A copy for a subshell. */
export function forkState(state: ShellState): ShellState {
  return {
    ...state,
    variables: new Map(state.variables),
    exported: new Set(state.exported),
    readOnly: new Set(state.readOnly),
    functions: new Map(state.functions),
    parameters: [...state.parameters],
    options: new Set(state.options),
    traps: new Map(),
  };
}

/** The variables that commands inherit. */
export function environment(state: ShellState): Map<string, string> {
  const env = new Map<string, string>();
  for (const name of state.exported) {
    const value = state.variables.get(name);
    if (value !== undefined) env.set(name, value);
  }
  return env;
}
