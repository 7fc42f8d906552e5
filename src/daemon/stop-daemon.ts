import { lstatSync, rmSync } from "node:fs";
import { readClaim } from "../devices/claim-file.ts";
import { releaseClaim } from "../devices/claims.ts";
import { isAlive, isSameProcess } from "../devices/process-identity.ts";
import type { ServerEnvironment } from "../environment.ts";
import { connectOrNull } from "./connection.ts";
import { DaemonError } from "./errors.ts";
import { readPidRecord, removePidRecord } from "./pid-record.ts";

export type StopResult = { stopped: true; pid: number; killed: boolean } | { stopped: false };

/**
 * Stops the namespace's daemon: asks it, signals it, and after 10 s kills it; clears what a dead one left. `stopped: false` when none
 * ran. Signals only a process that the lock and the pid record prove to be that daemon.
 */
export async function stopDaemon(environment: ServerEnvironment, graceMs = 10_000): Promise<StopResult> {
  const { namespace } = environment;
  const lock = readClaim(namespace.lockPath);
  const record = readPidRecord(namespace.pidPath);
  const owner = lock.status === "claim" ? lock.claim : record;
  const pid = owner && isSameProcess(owner) ? owner.pid : null;
  const connection = await connectOrNull(namespace.socketPath, 1000).catch(() => null);
  let asked: number | null = null;
  if (connection) {
    const answer = await connection.call("daemon/stop", {}, { timeoutMs: 2000 }).catch(() => null);
    connection.close();
    if (Number.isSafeInteger(answer?.pid) && Number(answer?.pid) > 1) asked = Number(answer?.pid);
  }
  const target = pid ?? asked;
  if (target === null) {
    clearLeftovers(environment);
    return { stopped: false };
  }
  if (asked === null) signal(target, "SIGTERM");
  if (await hasEnded(target, graceMs)) {
    clearLeftovers(environment);
    return { stopped: true, pid: target, killed: false };
  }
  signal(target, "SIGKILL");
  if (!(await hasEnded(target, 2000))) {
    throw new DaemonError("daemon_stop_failed", `Process ${target} did not end, even after SIGKILL.`);
  }
  clearLeftovers(environment);
  return { stopped: true, pid: target, killed: true };
}

/**
 * Removes the socket, the pid record and the lock of a daemon that is gone: call it when nobody answers on the socket. A daemon that
 * has started since has the lock and keeps them.
 */
export function clearLeftovers({ namespace }: ServerEnvironment): void {
  const lock = readClaim(namespace.lockPath);
  if (lock.status === "claim" && isSameProcess(lock.claim)) return;
  if (lock.status === "claim" && lock.claim.token !== null) {
    releaseClaim(namespace.lockPath, { ...lock.claim, token: lock.claim.token });
  }
  const record = readPidRecord(namespace.pidPath);
  if (record && isSameProcess(record)) return;
  if (record) removePidRecord(namespace.pidPath, record.pid);
  if (isSocket(namespace.socketPath)) rmSync(namespace.socketPath, { force: true });
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket();
  } catch {
    return false;
  }
}

function signal(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await Bun.sleep(10);
  }
  return true;
}
