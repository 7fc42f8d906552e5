import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A file of the repository that is made from code. */
export interface Generated {
  /** Relative to the repository root. */
  path: string;
  text: string;
}

/** The generated files that are missing or differ from what the code says now. */
export function staleFiles(root: string, files: readonly Generated[]): string[] {
  return files
    .filter(({ path, text }) => {
      const file = join(root, path);
      return !existsSync(file) || readFileSync(file, "utf8") !== text;
    })
    .map(({ path }) => path);
}

/** Writes the files that changed; returns their paths. */
export function writeGenerated(root: string, files: readonly Generated[]): string[] {
  const stale = new Set(staleFiles(root, files));
  for (const { path, text } of files.filter((file) => stale.has(file.path))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...stale];
}
