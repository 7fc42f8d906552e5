import { runProcess } from "../device/index.ts";
import type { ServerUnderTest } from "./server.ts";

/**
 * Stops the run's private daemon with the server's own management command, in the same namespace. Resolves with what
 * went wrong in one sentence, or null.
 */
export async function stopRunDaemon(
  server: ServerUnderTest,
  environment: Readonly<Record<string, string>>,
): Promise<string | null> {
  const result = await runProcess(process.execPath, [server.entry, "--daemon", "stop"], {
    timeoutMs: 15_000,
    env: environment,
  });
  if (result.exitCode === 0) return null;
  const words = (result.error ?? result.stderr.trim()) || `exit code ${result.exitCode}`;
  return `The run's daemon could not be stopped: ${words.slice(0, 300)}.`;
}
