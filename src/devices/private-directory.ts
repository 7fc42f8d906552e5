import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a directory that only its owner may use (0700), parents included, and refuses one that is a symlink, no
 * directory, or somebody else's. `root` (default: the directory itself) and everything between are held to that too.
 */
export function ensurePrivateDirectory(path: string, root: string = path): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const uid = process.getuid?.();
  for (let current = path; ; current = dirname(current)) {
    const facts = lstatSync(current);
    if (facts.isSymbolicLink())
      throw new Error(`${current} is a symbolic link; it must be a directory of its own.`);
    if (!facts.isDirectory()) throw new Error(`${current} is not a directory.`);
    if (uid !== undefined && facts.uid !== uid) throw new Error(`${current} belongs to another user.`);
    if ((facts.mode & 0o077) !== 0) chmodSync(current, 0o700);
    if (current === root || current.length <= root.length) return;
  }
}
