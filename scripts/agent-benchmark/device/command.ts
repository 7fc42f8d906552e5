import { randomBytes } from "node:crypto";
import { type AdbClient, AdbError, type ShellResult } from "../../../src/android/adb/types.ts";
import { reasonOf } from "../errors.ts";
import type { RecordCommand } from "./command-log.ts";
import { decode } from "./parse/text.ts";

export interface DeviceContext {
  adb: AdbClient;
  serial: string;
  record: RecordCommand;
  signal?: AbortSignal | undefined;
  /** Before the first retry of a command, in milliseconds, growing; default 250. */
  retryPauseMs?: number;
}

export interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  /** This command's own limit in milliseconds, inside the step's deadline. */
  timeoutMs?: number;
  /** Tries in all, for a command that may run twice. Default 3; 1 for one that may not. */
  attempts?: number;
  stdin?: string | Uint8Array;
  /** The output holds what should not stand in the log: only its size is recorded. */
  quiet?: boolean;
}

/** The device within one step: every command shares the step's deadline and is recorded under its name. */
export interface StepDevice {
  readonly step: string;
  readonly serial: string;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds left; throws AdbError TIMEOUT when there are none. */
  remainingMs(): number;
  /** Runs a decisive command: it counts as done only when its sentinel came back. */
  run(command: string, options?: CommandOptions): Promise<CommandResult>;
  /** Raw bytes of a command, without an exit code. */
  exec(command: string, timeoutMs?: number): Promise<Uint8Array>;
  push(content: Uint8Array, remotePath: string): Promise<void>;
  install(apk: Uint8Array, args: string[]): Promise<string>;
  /** Waits, ending early with the run. */
  wait(milliseconds: number): Promise<void>;
}

const RETRY_PAUSE_MS = 250;

/** The device as one step sees it. `deadlineMs` is the whole step's limit. */
export function stepDevice(context: DeviceContext, step: string, deadlineMs: number): StepDevice {
  const endsAt = performance.now() + deadlineMs;
  const { adb, serial, signal } = context;

  const remainingMs = () => {
    throwIfAborted(signal);
    const left = endsAt - performance.now();
    if (left <= 0)
      throw new AdbError("TIMEOUT", `the step did not end within ${Math.round(deadlineMs / 1000)} s`);
    return left;
  };

  async function recorded<T>(
    command: string,
    work: () => Promise<T>,
    describe: (value: T) => { exitCode: number | null; output: string },
  ): Promise<T> {
    const startedAt = Date.now();
    const started = performance.now();
    const entry = { step, command, startedAt };
    try {
      const value = await work();
      context.record({ ...entry, durationMs: performance.now() - started, error: null, ...describe(value) });
      return value;
    } catch (error) {
      const message = reasonOf(error);
      context.record({
        ...entry,
        durationMs: performance.now() - started,
        exitCode: null,
        output: "",
        error: message,
      });
      throw error;
    }
  }

  const wait = async (milliseconds: number) => sleep(Math.min(milliseconds, remainingMs()), signal);

  return {
    step,
    serial,
    signal,
    remainingMs,
    wait,
    async run(command, options = {}) {
      const attempts = options.attempts ?? 3;
      for (let attempt = 1; ; attempt++) {
        const mark = `__RC_${randomBytes(4).toString("hex")}`;
        const timeoutMs = Math.min(options.timeoutMs ?? Number.POSITIVE_INFINITY, remainingMs());
        try {
          return await recorded(
            command,
            async () =>
              readResult(
                await adb.shell(serial, `${command}; echo "${mark}:$?"`, {
                  timeoutMs,
                  ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
                  ...(signal ? { signal } : {}),
                }),
                mark,
              ),
            (result) => ({
              exitCode: result.exitCode,
              output: options.quiet
                ? `(${result.stdout.length} characters, ${result.stderr.length} on stderr: not recorded)`
                : [result.stdout.trimEnd(), result.stderr.trimEnd()].filter((text) => text !== "").join("\n"),
            }),
          );
        } catch (error) {
          throwIfAborted(signal);
          if (!(error instanceof AdbError) || !error.retryable || attempt >= attempts) throw error;
          await wait((context.retryPauseMs ?? RETRY_PAUSE_MS) * attempt);
        }
      }
    },
    async exec(command, timeoutMs = Number.POSITIVE_INFINITY) {
      const limit = Math.min(timeoutMs, remainingMs());
      return recorded(
        `${command}   (raw bytes)`,
        () => adb.exec(serial, command, { timeoutMs: limit, ...(signal ? { signal } : {}) }),
        (bytes) => ({ exitCode: null, output: `(${bytes.length} bytes)` }),
      );
    },
    async push(content, remotePath) {
      return recorded(
        `push ${content.length} bytes to ${remotePath}`,
        () => adb.push(serial, content, remotePath, { mode: 0o644, timeoutMs: remainingMs() }),
        () => ({ exitCode: 0, output: "" }),
      );
    },
    async install(apk, args) {
      return recorded(
        `install ${args.join(" ")} (${apk.length} bytes)`,
        () => adb.install(serial, apk, args, { timeoutMs: remainingMs() }),
        (output) => ({ exitCode: null, output }),
      );
    },
  };
}

/** The result of a command that was sent with its sentinel; AdbError CLOSED when the sentinel did not come back. */
export function readResult(result: ShellResult, mark: string): CommandResult {
  const stdout = decode(result.stdout);
  const at = stdout.lastIndexOf(`${mark}:`);
  const code = at < 0 ? undefined : /^(\d{1,3})\s*$/.exec(stdout.slice(at + mark.length + 1))?.[1];
  if (code === undefined) {
    throw new AdbError("CLOSED", "the connection ended before the command's end was seen");
  }
  return { exitCode: Number(code), stdout: stdout.slice(0, at), stderr: decode(result.stderr) };
}

/** Resolves after `milliseconds`; rejects with the signal's reason when the run is interrupted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", end, { once: true });
  });
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason;
}
