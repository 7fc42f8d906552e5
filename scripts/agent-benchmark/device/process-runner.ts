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

/** The real thing: no shell, nothing on stdin, killed at the deadline. */
export const runProcess: RunProcess = async (command, args, options) => {
  try {
    const child = Bun.spawn([command, ...args], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      timeout: options.timeoutMs,
      killSignal: "SIGKILL",
      ...(options.env ? { env: options.env } : {}),
    });
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    const exitCode = await child.exited;
    if (child.signalCode !== null)
      return { exitCode: null, stdout, stderr, error: `did not end within ${options.timeoutMs / 1000} s` };
    return { exitCode, stdout, stderr, error: null };
  } catch (error) {
    return {
      exitCode: null,
      stdout: "",
      stderr: "",
      error: error instanceof Error ? error.message : String(error),
    };
  }
};
