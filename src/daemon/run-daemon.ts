import { lstatSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { buildId, serverVersion } from "../build-info.ts";
import { readClaim } from "../devices/claim-file.ts";
import type { Claimant } from "../devices/claim-judge.ts";
import { acquireClaim, newClaimant, releaseClaim } from "../devices/claims.ts";
import type { LocalDeviceSessions } from "../devices/sessions.ts";
import type { ServerEnvironment } from "../environment.ts";
import type { ToolBackend } from "../tools/types.ts";
import { connectOrNull } from "./connection.ts";
import { createControlServer } from "./control-server.ts";
import { DaemonError } from "./errors.ts";
import { createLog, type Log } from "./log.ts";
import { removePidRecord, writePidRecord } from "./pid-record.ts";

/** Builds the tools of this process around its device sessions. */
export type BackendFactory = (
  me: Claimant,
  log: Log,
) => Promise<{ backend: ToolBackend; sessions: LocalDeviceSessions }>;

/**
 * Is the daemon of its namespace until told to stop (daemon/stop, SIGTERM, SIGINT, SIGHUP), until its files are taken away, or, in
 * a private namespace, until it has had no client for `orphanIdleMs`. Removes its socket, pid record and lock. Returns at once,
 * with false, when another daemon already has the namespace. DaemonError when something else is in the way.
 */
export async function runDaemon(
  environment: ServerEnvironment,
  entryScript: string,
  openBackend: BackendFactory,
): Promise<boolean> {
  const { namespace } = environment;
  const log = createLog(environment, "daemon");
  const me = newClaimant({ socketPath: namespace.socketPath, namespace: namespace.suffix });
  const lock = { path: namespace.lockPath, kind: "lock", serial: "daemon", inSharedDirectory: true } as const;
  const locked = await acquireClaim(lock, { ...me, socketPath: null });
  if (!locked.ok) {
    if (locked.state.status === "held") {
      log("info", `not started: ${locked.state.owner} has ${namespace.lockPath}`);
      return false;
    }
    throw new DaemonError("daemon_start_failed", `${locked.state.path}: ${locked.state.reason}`);
  }
  const stop = Promise.withResolvers<string>();
  const requestStop = (why: string) => stop.resolve(why);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.on(signal, () => requestStop(signal));
  // One tool's mistake must not end every client's daemon; after an exception that nobody caught, its state is not to be trusted.
  process.on("unhandledRejection", (reason) => log("error", `unhandled rejection: ${describe(reason)}`));
  process.on("uncaughtException", (error) => {
    log("error", `uncaught exception: ${describe(error)}`);
    requestStop("an uncaught exception");
  });
  try {
    if (!(await clearStaleSocket(namespace.socketPath))) return false;
    const { backend, sessions } = await openBackend(me, log);
    const startedAt = Date.now();
    const record = {
      pid: process.pid,
      port: null,
      socketPath: namespace.socketPath,
      dbPath: environment.databasePath,
      version: serverVersion,
      buildId,
      entryScript,
      startedAt,
      processStart: me.processStart,
    };
    const control = createControlServer({
      backend,
      sessions,
      log,
      heartbeatTimeoutMs: environment.heartbeatTimeoutMs,
      facts: { ...record, namespace: namespace.suffix },
      requestStop: () => requestStop("daemon/stop"),
    });
    const server = createServer((socket) => control.accept(socket));
    await listen(server, namespace.socketPath);
    const inode = inodeOf(namespace.socketPath);
    writePidRecord(namespace.pidPath, record);
    log("info", `started: version ${serverVersion}, build ${buildId}, ${namespace.socketPath}`);

    let idleSince = performance.now();
    const watch = setInterval(
      () => {
        if (control.connections > 0 || sessions.list().some(({ idleForMs }) => idleForMs < 1000))
          idleSince = performance.now();
        if (!namespace.shared && performance.now() - idleSince > environment.orphanIdleMs)
          requestStop("no client");
        if (inodeOf(namespace.socketPath) !== inode) requestStop("the control socket was taken away");
        if (!isLockOurs(namespace.lockPath, me)) requestStop("the lock was taken away");
      },
      Math.min(2000, environment.orphanIdleMs / 4),
    );

    log("info", `stopping: ${await stop.promise}`);
    clearInterval(watch);
    const listening = inodeOf(namespace.socketPath) === inode;
    // Closing would unlink whatever has the name by now, so a name that was taken away is left to its new owner.
    if (listening) {
      rmSync(namespace.socketPath, { force: true });
      removePidRecord(namespace.pidPath, process.pid);
    }
    server.close();
    await control.close();
    await backend.close();
    await sessions.close();
    log("info", "stopped");
    return true;
  } finally {
    releaseClaim(namespace.lockPath, me);
  }
}

/** Removes a socket nobody listens on; false when somebody does, or may do. */
async function clearStaleSocket(path: string): Promise<boolean> {
  // A predecessor that is just ending may still take connections, but answers none of them.
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const connection = await connectOrNull(path, 1000);
    if (!connection) {
      rmSync(path, { force: true });
      return true;
    }
    const answer = await connection
      .call("ide/ping", {}, { timeoutMs: 1000 })
      .catch((error: unknown) => error);
    connection.close();
    if (!(answer instanceof DaemonError) || answer.code !== "daemon_connection_lost") return false;
    await Bun.sleep(20);
  }
  return false;
}

function listen(server: Server, path: string): Promise<void> {
  const before = process.umask(0o177);
  return new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new DaemonError("daemon_start_failed", `${path}: ${error.message}`)),
    );
    server.listen(path, resolve);
  }).finally(() => process.umask(before));
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function inodeOf(path: string): number | null {
  try {
    return lstatSync(path).ino;
  } catch {
    return null;
  }
}

function isLockOurs(path: string, me: Claimant): boolean {
  const found = readClaim(path);
  return found.status === "claim" && found.claim.token === me.token;
}
