import { lstatSync, mkdirSync } from "node:fs";

/**
 * Makes a directory that only its owner may use (0700, missing parents too). One that is there already is refused when it
 * is a symlink, no directory, somebody else's, or writable for others; its mode is left as it is.
 */
export function ensurePrivateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const facts = lstatSync(path);
  const uid = process.getuid?.();
  if (facts.isSymbolicLink())
    throw new Error(`${path} is a symbolic link; it must be a directory of its own.`);
  if (!facts.isDirectory()) throw new Error(`${path} is not a directory.`);
  if (uid !== undefined && facts.uid !== uid) throw new Error(`${path} belongs to another user.`);
  if ((facts.mode & 0o022) !== 0) {
    throw new Error(`${path} may be written by other users; use another directory, or chmod go-w it.`);
  }
}
