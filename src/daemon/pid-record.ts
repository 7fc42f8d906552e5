import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isRecord } from "./frames.ts";

/** What the daemon leaves beside its socket, as JSON. */
export interface PidRecord {
  pid: number;
  port: null;
  socketPath: string;
  dbPath: string;
  version: string;
  buildId: string;
  entryScript: string;
  /** Epoch milliseconds. */
  startedAt: number;
  /** See `processFacts`: tells this process from a later one with its pid. */
  processStart: string | null;
}

/** Writes the record by rename, 0600. */
export function writePidRecord(path: string, record: PidRecord): void {
  const temporary = `${path}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  try {
    writeFileSync(temporary, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** The record, or null when there is none of this user that names a pid. Fields that older daemons lack are filled with what means unknown. */
export function readPidRecord(path: string): PidRecord | null {
  let value: unknown;
  try {
    const facts = lstatSync(path);
    if (!facts.isFile() || (process.getuid && facts.uid !== process.getuid())) return null;
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
  if (!isRecord(value) || typeof value.pid !== "number" || value.pid <= 0) return null;
  const text = (item: unknown) => (typeof item === "string" ? item : "unknown");
  return {
    pid: value.pid,
    port: null,
    socketPath: text(value.socketPath),
    dbPath: text(value.dbPath),
    version: text(value.version),
    buildId: text(value.buildId),
    entryScript: text(value.entryScript),
    startedAt: typeof value.startedAt === "number" ? value.startedAt : 0,
    processStart: typeof value.processStart === "string" ? value.processStart : null,
  };
}

/** Removes the record if it is the process's own. */
export function removePidRecord(path: string, pid: number): void {
  if (readPidRecord(path)?.pid === pid) rmSync(path, { force: true });
}
