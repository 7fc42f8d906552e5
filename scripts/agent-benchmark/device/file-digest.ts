import { createHash } from "node:crypto";
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readlinkSync, readSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "./digest.ts";
import { atOnce, type Steps } from "./in-turns.ts";

const CHUNK = 1 << 20;
/** Above this, SHA-256 over every byte takes longer than a run's start should: a native claude has 400 MB. */
const LARGE = 64 << 20;

/** Digests of large files that this process has read: repeated runs do not read 400 MB again. */
const known = new Map<string, { version: string; digest: string }>();
/** A file that changed just now may change again without its times showing it. */
const SETTLED_MS = 2000;

/**
 * Digest of a file's content, 64 hex digits: SHA-256; for a file above 64 MiB, SHA-256 over its size and the xxHash3 of
 * each MiB, which finds every edit and is several times as fast. Null when the file cannot be read.
 */
export function fileDigest(path: string): string | null {
  return atOnce(fileDigestSteps(path));
}

/** The same in steps of a MiB at most. */
export function* fileDigestSteps(path: string): Steps<string | null> {
  let handle: number;
  try {
    handle = openSync(path, "r");
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(handle, { bigint: true });
    const size = Number(stat.size);
    const version = [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(" ");
    const before = known.get(path);
    if (before?.version === version) return before.digest;
    const hash = createHash("sha256");
    const large = size > LARGE;
    if (large) hash.update(`chunked ${size}\n`);
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, size + 1));
    for (;;) {
      const chunk = readChunk(handle, buffer);
      if (chunk.length === 0) {
        const digest = hash.digest("hex");
        const age = Date.now() - Number(stat.ctimeMs);
        if (large && age > SETTLED_MS) known.set(path, { version, digest });
        return digest;
      }
      hash.update(large ? `${Bun.hash.xxHash3(chunk).toString(16)}\n` : chunk);
      yield;
    }
  } catch {
    return null;
  } finally {
    closeSync(handle);
  }
}

/** Fills the buffer as far as the file goes: a short read must not shift the chunks. */
function readChunk(handle: number, buffer: Buffer): Buffer {
  let length = 0;
  while (length < buffer.length) {
    const read = readSync(handle, buffer, length, buffer.length - length, null);
    if (read === 0) break;
    length += read;
  }
  return buffer.subarray(0, length);
}

export type TreeDigest = { status: "absent" } | { status: "unreadable" } | { status: "ok"; digest: string };

/** Digest over every file below a directory: relative paths and contents, symbolic links by their target. */
export function treeDigest(directory: string): TreeDigest {
  const rows: string[] = [];
  const outcome = walk(directory, "", rows);
  if (outcome !== "ok") return { status: outcome };
  return { status: "ok", digest: sha256(rows.sort().join("\n")) };
}

function walk(directory: string, prefix: string, rows: string[]): "ok" | "absent" | "unreadable" {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return prefix === "" && (code === "ENOENT" || code === "ENOTDIR") ? "absent" : "unreadable";
  }
  for (const name of names) {
    const path = join(directory, name);
    const relative = `${prefix}${name}`;
    try {
      const entry = lstatSync(path);
      if (entry.isDirectory()) {
        if (walk(path, `${relative}/`, rows) !== "ok") return "unreadable";
      } else if (entry.isSymbolicLink()) {
        rows.push(`${relative}\0link ${readlinkSync(path)}\0${fileDigest(path) ?? ""}`);
      } else if (entry.isFile()) {
        const digest = fileDigest(path);
        if (digest === null) return "unreadable";
        rows.push(`${relative}\0${digest}`);
      }
    } catch {
      return "unreadable";
    }
  }
  return "ok";
}
