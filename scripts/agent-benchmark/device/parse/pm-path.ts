import { lines } from "./text.ts";

export interface InstalledApks {
  base: string | null;
  splits: string[];
}

/** Reads `pm path PKG`: one `package:` line for each APK; an app without them is not installed for the user. */
export function parsePmPath(output: string): InstalledApks {
  const paths = lines(output)
    .map((line) => /^package:(\/.*\S)\s*$/.exec(line.trimStart())?.[1])
    .filter((path): path is string => path !== undefined);
  const base =
    paths.find((path) => path.endsWith("/base.apk")) ?? (paths.length === 1 ? paths[0] : undefined);
  return { base: base ?? null, splits: paths.filter((path) => path !== base) };
}

/** The digest that `sha256sum FILE` printed, lower case; null when the line is anything else. */
export function parseSha256(output: string): string | null {
  const found = lines(output)
    .map((line) => /^\\?([0-9a-f]{64})(?:\s|$)/i.exec(line.trim())?.[1])
    .find((digest) => digest !== undefined);
  return found?.toLowerCase() ?? null;
}
