import { isAbsolute, relative } from "node:path";

/** A path as a person reads it: relative to `cwd` when it is below it, else as it is. */
export function shownPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short !== "" && !short.startsWith("..") && !isAbsolute(short) ? short : path;
}
