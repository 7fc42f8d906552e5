import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

const SOURCE = /\.(?:[cm]?[jt]sx?)$/;
const EXTENSIONS = ["", ".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];

/**
 * The files that `entries` run with: themselves and every file they import by a relative path, directly or not. Packages are
 * left out (the lockfile pins them), and so is what is imported for its types only. Absolute paths, sorted. Throws on a
 * file that cannot be read or parsed.
 */
export function moduleGraph(entries: readonly string[]): string[] {
  const seen = new Set<string>();
  const queue = entries.map((entry) => resolve(entry));
  const transpiler = new Bun.Transpiler({ loader: "tsx" });
  const plain = new Bun.Transpiler({ loader: "ts" });
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (!SOURCE.test(file)) continue;
    // The scanner takes a `#!` line for a syntax error.
    const source = readFileSync(file, "utf8").replace(/^\uFEFF?#!.*/, "");
    const scanner = /x$/.test(file) ? transpiler : plain;
    for (const { path } of scanner.scanImports(source)) {
      if (!path.startsWith("./") && !path.startsWith("../")) continue;
      const target = resolveFile(resolve(dirname(file), path.replace(/[?#].*$/, "")));
      if (target !== null) queue.push(target);
    }
  }
  return [...seen].sort();
}

function resolveFile(path: string): string | null {
  for (const extension of EXTENSIONS) {
    const candidate = path + extension;
    if (existsSync(candidate) && statSync(candidate).isFile()) return candidate;
  }
  return null;
}
