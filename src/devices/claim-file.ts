import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { Claim } from "./types.ts";

const longestClaim = 64 * 1024;

export type ClaimReading =
  | { status: "absent" }
  | { status: "unreadable"; reason: string }
  | { status: "claim"; claim: Claim; text: string; modifiedAt: number };

/** Reads a claim. A file that is there but names no pid is `unreadable`, which is never the same as free. */
export function readClaim(path: string): ClaimReading {
  let text: string;
  let modifiedAt: number;
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const facts = fstatSync(file);
      if (!facts.isFile()) return { status: "unreadable", reason: "it is not a regular file" };
      // In a directory that many share, anybody could name a process that is then taken for its owner.
      if (process.getuid && facts.uid !== process.getuid()) {
        return { status: "unreadable", reason: "it belongs to another user" };
      }
      if (facts.size > longestClaim) return { status: "unreadable", reason: "it is far too long" };
      const bytes = Buffer.alloc(facts.size);
      text = bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, 0));
      modifiedAt = facts.mtimeMs;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return { status: "absent" };
    if (code === "ELOOP") return { status: "unreadable", reason: "it is a symbolic link" };
    return { status: "unreadable", reason: code ?? String(error) };
  }
  const claim = parseClaim(text);
  return claim
    ? { status: "claim", claim, text, modifiedAt }
    : { status: "unreadable", reason: "it names no process" };
}

/** Understands the three lines of a claim; null when the first is no pid. Lines 2 and 3 may be missing or broken. */
export function parseClaim(text: string): Claim | null {
  const [first = "", second = "", third = ""] = text.split("\n");
  const pid = /^\s*\d{1,10}\s*$/.test(first) ? Number(first) : 0;
  if (pid <= 0) return null;
  const more = objectOr(third);
  const by = typeof more.reservedBy === "object" && more.reservedBy !== null ? objectOf(more.reservedBy) : {};
  const reservedPid = numberOr(by.pid);
  const reservedToken = textOr(by.token);
  return {
    pid,
    token: second.trim() || null,
    socketPath: textOr(more.socketPath),
    acquiredAt: numberOr(more.acquiredAt),
    reservedFor: textOr(more.reservedFor),
    reservedBy:
      reservedPid !== null && reservedPid > 0 && reservedToken !== null
        ? { pid: reservedPid, token: reservedToken, processStart: textOr(by.processStart) }
        : null,
    processStart: textOr(more.processStart),
  };
}

/** The text of a claim; keys without a value are left out, as older readers expect. */
export function formatClaim(claim: Claim): string {
  const { pid, token, ...more } = claim;
  const known = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== null));
  return `${pid}\n${token ?? ""}\n${JSON.stringify(known)}\n`;
}

let counter = 0;
const inUse = new Set<string>();

/** A name beside `path` that no other process or call uses: `<path>.<pid>.<n>.<kind>`. Ends with `removeSibling`. */
export function siblingName(path: string, kind: "tmp" | "aside"): string {
  counter += 1;
  const name = `${path}.${process.pid}.${counter}.${kind}`;
  inUse.add(name);
  return name;
}

/** Removes a file made under a `siblingName`, if it is there. */
export function removeSibling(name: string): void {
  rmSync(name, { force: true });
  inUse.delete(name);
}

/** Whether this process is using the name now; false for what an earlier process with the same pid left. */
export function isSiblingInUse(name: string): boolean {
  return inUse.has(name);
}

/** Writes a claim under a temporary name (0600, exclusive) and returns that name, for `linkClaim` and `removeSibling`. */
export function stageClaim(path: string, claim: Claim): string {
  const temporary = siblingName(path, "tmp");
  // A crashed process that had this pid may have left the name.
  rmSync(temporary, { force: true });
  writeFileSync(temporary, formatClaim(claim), { mode: 0o600, flag: "wx" });
  return temporary;
}

/** Hard-links a complete file into place; false when the name is taken. */
export function linkClaim(from: string, path: string): boolean {
  try {
    linkSync(from, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Replaces a claim that the caller holds, in one step. */
export function replaceClaim(path: string, claim: Claim): void {
  const temporary = stageClaim(path, claim);
  try {
    renameSync(temporary, path);
  } finally {
    removeSibling(temporary);
  }
}

/** Whether pid and token are the same; a claim without a token is nobody's own. */
export function isOwn(
  claim: { pid: number; token: string | null },
  me: { pid: number; token: string | null },
): boolean {
  return claim.pid === me.pid && claim.token !== null && claim.token === me.token;
}

function objectOr(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? objectOf(value) : {};
  } catch {
    return {};
  }
}

function objectOf(value: object): Record<string, unknown> {
  return { ...value };
}

function textOr(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function numberOr(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
