import { lstatSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSameProcess } from "../../../src/devices/process-identity.ts";
import { DIRECTORY_PREFIX, readDirectoryOwner } from "./owned-directory.ts";
import { stopPrivateDaemon } from "./stop-daemon.ts";
import { socketDirectory } from "./workspace.ts";

/**
 * Takes away what benchmarks of this user left that were killed: their temporary directories, and the daemons of their
 * runs. Directories of living processes, of other users and without an owner's name are left alone. Returns a sentence
 * for each.
 */
export async function sweepDeadRuns(folder = tmpdir()): Promise<string[]> {
  const swept: string[] = [];
  for (const path of ownDirectories(folder)) {
    const owner = readDirectoryOwner(path);
    if (!owner || isSameProcess(owner)) continue;
    await stopPrivateDaemon(socketDirectory(path)).catch(() => {});
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
      swept.push(`A benchmark that was killed (process ${owner.pid}) had left ${path}; it was removed.`);
    } catch {
      // Another benchmark may be removing it now.
    }
  }
  return swept;
}

function ownDirectories(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder)
      .filter((name) => name.startsWith(DIRECTORY_PREFIX))
      .sort();
  } catch {
    return [];
  }
  return names
    .map((name) => join(folder, name))
    .filter((path) => {
      const facts = lstatSync(path, { throwIfNoEntry: false });
      return facts?.isDirectory() === true && (!process.getuid || facts.uid === process.getuid());
    });
}
