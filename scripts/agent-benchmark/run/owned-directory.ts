import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processFacts } from "../../../src/devices/process-identity.ts";
import { RunError, reasonOf } from "../errors.ts";

/** All temporary directories of the harness begin like this. */
export const DIRECTORY_PREFIX = "agent-bench-";

const OWNER_FILE = "owner.json";

/** Who made a temporary directory; `processStart` tells the process from a later one with its pid. */
export interface DirectoryOwner {
  pid: number;
  processStart: string | null;
}

/**
 * Makes a private temporary directory (0700) that says whose it is, so that a later run can take it away when this
 * process was killed. Returns its real path. Throws RunError TEMPORARY_UNWRITABLE.
 */
export function createOwnedDirectory(kind = ""): string {
  try {
    // Claude reports real paths, and a link in the temporary path would make two names of one directory.
    const path = realpathSync(mkdtempSync(join(tmpdir(), `${DIRECTORY_PREFIX}${kind}${process.pid}-`)));
    const owner: DirectoryOwner = { pid: process.pid, processStart: processFacts(process.pid).start };
    writeFileSync(join(path, OWNER_FILE), JSON.stringify(owner), { mode: 0o600 });
    return path;
  } catch (error) {
    throw new RunError(
      {
        code: "TEMPORARY_UNWRITABLE",
        where: tmpdir(),
        message: `No temporary directory can be made: ${reasonOf(error)}.`,
        hint: "Set TMPDIR to a folder that is there and writable.",
      },
      { cause: error },
    );
  }
}

/**
 * The owner that a directory names, in its file or, when its maker did not get that far, in its own name; null when it
 * names none.
 */
export function readDirectoryOwner(path: string): DirectoryOwner | null {
  const named = Number(/-(\d+)-[^-/\\]+$/.exec(path)?.[1] ?? Number.NaN);
  const fromName = isPid(named) ? { pid: named, processStart: null } : null;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(join(path, OWNER_FILE), "utf8"));
  } catch {
    return fromName;
  }
  if (typeof value !== "object" || value === null || !("pid" in value)) return fromName;
  const { pid } = value;
  if (!isPid(pid)) return fromName;
  const start = "processStart" in value ? value.processStart : null;
  return { pid, processStart: typeof start === "string" ? start : null };
}

function isPid(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 1;
}
