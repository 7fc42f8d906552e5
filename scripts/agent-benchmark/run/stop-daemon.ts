import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { readPidRecord } from "../../../src/daemon/pid-record.ts";
import { stopDaemon } from "../../../src/daemon/stop-daemon.ts";
import { isSameProcess } from "../../../src/devices/process-identity.ts";
import { daemonNamespace, readEnvironment } from "../../../src/environment.ts";
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

/** Stops the daemon that a run's socket directory names, without the run's server: that of a benchmark that was killed. */
export async function stopPrivateDaemon(sockets: string): Promise<void> {
  const read = readEnvironment({ AUTOMOBILE_AUX_SOCKET_DIR: sockets }, tmpdir());
  if (read.ok) await stopDaemon(read.environment, 3000);
}

/** The same at once and synchronously, for a harness that is about to exit. Its own process only: proved by pid and start. */
export function killPrivateDaemon(sockets: string): void {
  const { socketPath, pidPath, lockPath } = daemonNamespace({ AUTOMOBILE_AUX_SOCKET_DIR: sockets });
  const record = readPidRecord(pidPath);
  if (record && record.pid !== process.pid && isSameProcess(record)) process.kill(record.pid, "SIGKILL");
  for (const path of [socketPath, pidPath, lockPath]) rmSync(path, { force: true });
}
