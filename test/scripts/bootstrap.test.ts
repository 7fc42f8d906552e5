import { expect, test } from "bun:test";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "../helpers/temp.ts";

const bootstrap = join(import.meta.dir, "../../scripts/bootstrap");

/** A checkout whose pinned Bun is a shell script that prints its arguments, and fails when a file named "broken" is there. */
function checkout(root: string): void {
  const folder = join(root, "scripts/bootstrap");
  const platform = `bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`;
  const { dependencies } = JSON.parse(readFileSync(join(bootstrap, "package.json"), "utf8"));
  for (const name of [platform, `${platform}-musl`]) {
    const bin = join(folder, "node_modules/@oven", name, "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "..", "package.json"), JSON.stringify({ version: dependencies.bun }));
    writeFileSync(join(bin, "bun"), '#!/bin/sh\necho "bun $*"\ntest ! -e broken\n');
    chmodSync(join(bin, "bun"), 0o755);
  }
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  for (const name of ["run.mjs", "package.json"]) copyFileSync(join(bootstrap, name), join(folder, name));
}

function run(root: string, ...args: string[]) {
  const child = Bun.spawnSync(["node", join(root, "scripts/bootstrap/run.mjs"), ...args], { cwd: root });
  return {
    exitCode: child.exitCode,
    stdout: child.stdout.toString(),
    stderr: child.stderr.toString(),
  };
}

test("installs what is pinned, runs the script with its arguments, and leaves Bun where npm and npx find it", () => {
  using root = temporaryDirectory();
  checkout(root.path);
  for (const _ of ["first", "again"]) {
    expect(run(root.path, "demo", "--suite", "a b")).toMatchObject({
      exitCode: 0,
      stdout: "bun install --frozen-lockfile --silent\nbun run --silent demo --suite a b\n",
    });
    expect(existsSync(join(root.path, "node_modules/.bin/bun"))).toBe(true);
  }
});

test("a Bun that is already in node_modules stays", () => {
  using root = temporaryDirectory();
  checkout(root.path);
  const own = join(root.path, "node_modules/.bin/bun");
  writeFileSync(own, "own");
  expect(run(root.path, "demo").exitCode).toBe(0);
  expect(readFileSync(own, "utf8")).toBe("own");
});

test("an installation that fails, or no script, ends in exit code 1 and a sentence", () => {
  using root = temporaryDirectory();
  checkout(root.path);
  expect(run(root.path)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Usage: node") });
  writeFileSync(join(root.path, "broken"), "");
  expect(run(root.path, "demo")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("bun install"),
  });
});
