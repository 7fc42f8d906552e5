#!/usr/bin/env bun
import { createHash } from "node:crypto";
import { chmod, copyFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

const placeholder = "@@BUILD-ID@@";

/** Where the built server stands in a checkout. */
export function builtServerPath(root: string): string {
  return join(root, "dist/src/index.js");
}

/**
 * Bundles src/index.ts of the checkout `root` into one file, stamps it with its own digest and puts it, the tool
 * definitions beside it, under `output` (default `root`/dist). Each file appears by rename, so that whoever reads or starts it
 * meanwhile sees the old one or the new one. Returns the path and the build id. Throws with the bundler's messages.
 */
export async function buildServer(
  root: string,
  output: string = join(root, "dist"),
): Promise<{ path: string; buildId: string }> {
  const result = await Bun.build({
    entrypoints: [join(root, "src/index.ts")],
    target: "bun",
    minify: { whitespace: true, syntax: true },
    throw: false,
  });
  const bundle = result.outputs[0];
  if (!result.success || !bundle) {
    throw new Error(`The server could not be bundled.\n${result.logs.map(String).join("\n")}`);
  }
  const code = (await bundle.text()).replace(/^(#!.*|\/\/ @bun.*)\n/gm, "");
  const buildId = createHash("sha256").update(code).digest("hex").slice(0, placeholder.length);
  const path = join(output, "src/index.js");
  await writeByRename(path, `#!/usr/bin/env bun\n// @bun\n${code.replaceAll(placeholder, buildId)}`, 0o755);

  const definitions = join(root, "schemas/tool-definitions.json");
  if (await Bun.file(definitions).exists()) {
    await copyByRename(definitions, join(output, "schemas/tool-definitions.json"));
  }
  return { path, buildId };
}

async function writeByRename(path: string, text: string, mode: number): Promise<void> {
  await appearByRename(path, async (temporary) => {
    await writeFile(temporary, text, { mode, flag: "wx" });
    await chmod(temporary, mode);
  });
}

async function copyByRename(from: string, to: string): Promise<void> {
  await appearByRename(to, (temporary) => copyFile(from, temporary));
}

async function appearByRename(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await write(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Builds this checkout's server and says so on standard error; exit code 1 with the bundler's words when it can't. */
export async function runBuild(): Promise<void> {
  const started = performance.now();
  try {
    const root = resolve(import.meta.dir, "..");
    const { path } = await buildServer(root);
    const took = ((performance.now() - started) / 1000).toFixed(1);
    process.stderr.write(`built ${relative(root, path)} (${took} s)\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

if (import.meta.main) await runBuild();
