import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildId, serverVersion } from "../build-info.ts";
import { readClaim } from "../devices/claim-file.ts";
import { ensurePrivateDirectory } from "../devices/private-directory.ts";
import { isSameProcess } from "../devices/process-identity.ts";
import type { ServerEnvironment } from "../environment.ts";
import { connectOrNull, type DaemonConnection } from "./connection.ts";
import { DaemonError } from "./errors.ts";
import type { Log } from "./log.ts";
import { daemonEnvironment } from "./spawn-environment.ts";
import { stopDaemon } from "./stop-daemon.ts";

/** How to start this server again: the runtime, its script, and the flags that the daemon needs. */
export interface DaemonCommand {
  runtime: string;
  entryScript: string;
  flags: string[];
}

interface DaemonHello {
  pid: number;
  version: string;
  buildId: string;
  startedAt: number;
}

/** A daemon younger than this is not replaced, so that clients of two versions don't take turns at it. */
const restartCooldownMs = 10_000;

/** Greets a daemon and learns which one it is; null when it goes away meanwhile, daemon_stalled when it says nothing in `timeoutMs`. */
async function greet(
  connection: DaemonConnection,
  sessionId: string,
  timeoutMs: number,
): Promise<DaemonHello | null> {
  try {
    const hello = await connection.call(
      "client/hello",
      { sessionId, version: serverVersion, buildId, pid: process.pid },
      { timeoutMs },
    );
    connection.daemonPid = Number(hello.pid);
    return {
      pid: Number(hello.pid),
      version: String(hello.version),
      buildId: String(hello.buildId),
      startedAt: Number(hello.startedAt),
    };
  } catch (error) {
    connection.close();
    if (error instanceof DaemonError && error.code === "daemon_connection_lost") return null;
    if (error instanceof DaemonError && error.code === "request_timeout") {
      throw new DaemonError(
        "daemon_stalled",
        `The daemon took the connection but did not answer within ${timeoutMs} ms. Restart it with --daemon restart.`,
        true,
      );
    }
    throw error;
  }
}

/**
 * A greeted connection to the namespace's daemon of this version and build: the running one, or one started now when `autoStart`
 * allows. An older one, or another build, is replaced unless it is younger than 10 s; a newer one is refused.
 */
export async function ensureDaemon(options: {
  environment: ServerEnvironment;
  command: DaemonCommand;
  sessionId: string;
  autoStart: boolean;
  log: Log;
}): Promise<DaemonConnection> {
  const { environment, command, sessionId, autoStart, log } = options;
  for (let starts = 0; starts < 3; starts += 1) {
    const running = await findRunning(environment, sessionId);
    if (running) {
      const { connection, hello } = running;
      const difference = environment.handshake ? mismatch(hello) : null;
      if (!difference) return connection;
      connection.close();
      refuseToReplace(hello, difference, autoStart && starts === 0);
      log("info", `replacing the daemon in process ${hello.pid}: ${difference.text}`);
      await stopDaemon(environment);
    } else if (!autoStart) {
      throw new DaemonError(
        "daemon_not_running",
        "No daemon runs in this namespace, and --no-daemon forbids to start one. Start it with --daemon start.",
        true,
      );
    }
    await startDaemon(environment, command, log);
  }
  throw new DaemonError("daemon_unreachable", "The daemon kept going away while it was started.", true);
}

/** The daemon that answers now; null when none does. One that is just ending takes connections but answers nothing. */
async function findRunning(
  { namespace, reachabilityTimeoutMs }: ServerEnvironment,
  sessionId: string,
): Promise<{ connection: DaemonConnection; hello: DaemonHello } | null> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const connection = await connectOrNull(namespace.socketPath, reachabilityTimeoutMs);
    if (!connection) return null;
    const hello = await greet(connection, sessionId, reachabilityTimeoutMs);
    if (hello) return { connection, hello };
    await Bun.sleep(25);
  }
  throw new DaemonError("daemon_unreachable", "The daemon ends every connection.", true);
}

/** Throws unless a daemon that differs may be stopped and started anew. */
function refuseToReplace(hello: DaemonHello, difference: Difference, allowed: boolean): void {
  const age = Date.now() - hello.startedAt;
  if (allowed && !difference.newer && age >= restartCooldownMs) return;
  const later =
    age < restartCooldownMs ? `, or try again in ${Math.ceil((restartCooldownMs - age) / 1000)} s` : "";
  const remedy = difference.newer
    ? "Use the newer server, or stop that daemon with its own --daemon stop."
    : `Stop it with --daemon stop${later}.`;
  const retryable = allowed && !difference.newer;
  throw new DaemonError("daemon_version_mismatch", `${difference.text} ${remedy}`, retryable);
}

/** Starts the daemon and waits until its socket answers. Of several that are started at once, one remains. */
async function startDaemon(environment: ServerEnvironment, command: DaemonCommand, log: Log): Promise<void> {
  const { namespace, startupTimeoutMs } = environment;
  ensurePrivateDirectory(environment.logDirectory);
  const launchLog = join(environment.logDirectory, `daemon-launch-${process.pid}.log`);
  const output = openSync(launchLog, "w", 0o600);
  const child = spawn(command.runtime, [command.entryScript, "--daemon-mode", ...command.flags], {
    cwd: "/",
    detached: true,
    stdio: ["ignore", output, output],
    env: daemonEnvironment(process.env, environment.launchCwd),
  });
  closeSync(output);
  let exit: string | null = null;
  child.on("error", (error) => {
    exit = error.message;
  });
  child.on("exit", (code, signal) => {
    exit ??= signal ?? `exit code ${code}`;
  });
  log("info", `daemon started as process ${child.pid}`);
  // Not the wall clock: it may be set while the daemon starts.
  const deadline = performance.now() + startupTimeoutMs;
  try {
    for (;;) {
      const connection = await connectOrNull(namespace.socketPath, 1000);
      if (connection) {
        connection.close();
        return;
      }
      // Our child may have found another daemon starting: then that one is waited for.
      if (exit !== null && !isLocked(namespace.lockPath)) {
        throw new DaemonError(
          "daemon_start_failed",
          `The daemon ended while starting (${exit}). ${lastWords(launchLog)}`.trim(),
        );
      }
      if (performance.now() > deadline) {
        if (exit === null) child.kill("SIGKILL");
        throw new DaemonError(
          "daemon_start_timeout",
          `The daemon did not answer within ${startupTimeoutMs} ms.`,
          true,
        );
      }
      await Bun.sleep(5);
    }
  } finally {
    child.removeAllListeners();
    child.unref();
    if (lastWords(launchLog) === "") rmSync(launchLog, { force: true });
  }
}

interface Difference {
  newer: boolean;
  text: string;
}

function mismatch(hello: DaemonHello): Difference | null {
  if (hello.version === serverVersion && hello.buildId === buildId) return null;
  const newer = Bun.semver.order(normal(hello.version), normal(serverVersion)) > 0;
  return {
    newer,
    text: `The daemon in process ${hello.pid} is version ${hello.version} (build ${hello.buildId}), this server is ${serverVersion} (build ${buildId}).`,
  };
}

/** A version that can't be ordered counts as older, so it is replaced. */
function normal(version: string): string {
  return /^\d+\.\d+\.\d+/.test(version) ? version : "0.0.0";
}

function isLocked(path: string): boolean {
  const lock = readClaim(path);
  return lock.status === "claim" && isSameProcess(lock.claim);
}

function lastWords(path: string): string {
  try {
    return readFileSync(path, "utf8").trim().split("\n").slice(-5).join(" ").slice(-800);
  } catch {
    return "";
  }
}
