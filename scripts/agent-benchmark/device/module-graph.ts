import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { atOnce, type Steps } from "./in-turns.ts";

const SOURCE = /\.(?:[cm]?[jt]sx?)$/;
const EXTENSIONS = ["", ".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];

/**
 * The files that `entries` run with: themselves and every file they import by a relative path, directly or not. Packages are
 * left out (the lockfile pins them), and so is what is imported for its types only. Absolute paths, sorted. Throws on a
 * file that cannot be read or parsed.
 */
export function moduleGraph(entries: readonly string[]): string[] {
  return atOnce(moduleGraphSteps(entries));
}

/** The same in steps of a file. */
export function* moduleGraphSteps(entries: readonly string[]): Steps<string[]> {
  const queue = entries.map((entry) => resolve(entry));
  const found = new Set(queue);
  const transpiler = new Bun.Transpiler({ loader: "tsx" });
  const plain = new Bun.Transpiler({ loader: "ts" });
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    yield;
    if (!SOURCE.test(file)) continue;
    // The scanner takes a `#!` line for a syntax error.
    const source = readFileSync(file, "utf8").replace(/^\uFEFF?#!.*/, "");
    // Parsing is most of the work; a file that can only lead to files that are known already is not parsed.
    if (targets(file, mentioned(source)).every((target) => found.has(target))) continue;
    const scanner = /x$/.test(file) ? transpiler : plain;
    const imports = scanner.scanImports(source).map(({ path }) => path);
    for (const target of targets(file, imports)) {
      if (found.has(target)) continue;
      found.add(target);
      queue.push(target);
    }
  }
  return [...found].sort();
}

/** Whatever could be a relative import: these and more. */
function mentioned(source: string): string[] {
  return [...source.matchAll(/["'`](\.{1,2}\/[^"'`\n]*)["'`]/g)].map((match) => match[1] ?? "");
}

function targets(file: string, imports: readonly string[]): string[] {
  return imports
    .filter((path) => path.startsWith("./") || path.startsWith("../"))
    .map((path) => resolveFile(resolve(dirname(file), path.replace(/[?#].*$/, ""))))
    .filter((target) => target !== null);
}

function resolveFile(path: string): string | null {
  for (const extension of EXTENSIONS) {
    const candidate = path + extension;
    if (existsSync(candidate) && statSync(candidate).isFile()) return candidate;
  }
  return null;
}
