#!/usr/bin/env bun
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Whether the built server of the checkout `root` is newer than everything it is made from: the sources, the tool definitions,
 * the packages, this script's neighbour that builds, and Bun itself. The harness refuses a build that is older than a source.
 */
export function isCurrent(root: string): boolean {
  const built = Math.min(modified(join(root, "dist/src/index.js")), copied(root));
  const sources = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const others = ["package.json", "bun.lock", "scripts/build.ts"].map((name) => join(root, name));
  return [...sources, ...others, process.execPath].every((file) => modified(file) < built);
}

/** The copy of the tool definitions counts as built when it was made after them. */
function copied(root: string): number {
  const copy = modified(join(root, "dist/schemas/tool-definitions.json"));
  return modified(join(root, "schemas/tool-definitions.json")) < copy ? copy : Number.NEGATIVE_INFINITY;
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
}

// Bundling takes ten times as long as looking, and every bench:agent would wait for it.
if (import.meta.main && !isCurrent(join(import.meta.dir, ".."))) {
  const { runBuild } = await import("./build.ts");
  await runBuild();
}
