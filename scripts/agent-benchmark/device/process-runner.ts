import { spawn } from "node:child_process";
import { processGroup } from "../claude/process-group.ts";

/** What a host command did. `exitCode` null: it was stopped at the deadline or could not be started. */
export interface ProcessResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** Why there is no exit code. */
  error: string | null;
}

/** Runs a host command; injectable, so that macOS-only checks are tested anywhere. Never rejects. */
export type RunProcess = (
  command: string,
  args: readonly string[],
  options: { timeoutMs: number; env?: Record<string, string | undefined> },
) => Promise<ProcessResult>;

/** After a command ended, what it left in its pipes is read for at most this long (milliseconds). */
const DRAIN_MS = 200;

/**
 * The real thing: no shell, nothing on stdin, a process group of its own that is ended with the command. A grandchild that
 * keeps the pipes open does not keep the caller.
 */
export const runProcess: RunProcess = (command, args, options) =>
  new Promise((resolve) => {
    const child = spawn(command, [...args], {
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      windowsHide: true,
      ...(options.env ? { env: options.env as NodeJS.ProcessEnv } : {}),
    });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        output[name] += text;
      });
    }
    const closed = new Promise<void>((done) => child.once("close", () => done()));
    const group = child.pid === undefined ? null : processGroup(child.pid);
    const atExit = () => void group?.kill();
    process.once("exit", atExit);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      void group?.kill();
    }, options.timeoutMs);
    const finish = (exitCode: number | null, error: string | null) => {
      clearTimeout(timer);
      process.off("exit", atExit);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ exitCode, ...output, error });
    };
    child.once("error", (error) => finish(null, error.message));
    child.once("exit", async (code, signal) => {
      await Promise.race([closed, new Promise((done) => setTimeout(done, DRAIN_MS))]);
      if (group?.alive()) await group.kill();
      const stopped = late ? `did not end within ${options.timeoutMs / 1000} s` : `was ended by ${signal}`;
      finish(code, code === null ? stopped : null);
    });
  });
