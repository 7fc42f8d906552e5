import { expect, test } from "bun:test";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isCurrent } from "../../scripts/build-if-stale.ts";
import { temporaryDirectory } from "../helpers/temp.ts";

const INPUTS = [
  "src/index.ts",
  "src/tools/tap-on.ts",
  "schemas/tool-definitions.json",
  "package.json",
  "bun.lock",
  "scripts/build.ts",
];
const OUTPUTS = ["dist/src/index.js", "dist/schemas/tool-definitions.json"];
const NOW = Date.now() / 1000;

/** A checkout whose build is a minute newer than its sources. */
function checkout(root: string): (file: string, secondsFromBuild: number) => void {
  const touch = (file: string, offset: number) => utimesSync(join(root, file), NOW + offset, NOW + offset);
  for (const file of [...INPUTS, ...OUTPUTS]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
    touch(file, OUTPUTS.includes(file) ? 0 : -60);
  }
  return touch;
}

test("a build that is newer than everything it is made from is current", () => {
  using root = temporaryDirectory();
  checkout(root.path);
  expect(isCurrent(root.path)).toBe(true);
});

test.each(INPUTS)("it is stale when %s is as new or newer", (file) => {
  using root = temporaryDirectory();
  const touch = checkout(root.path);
  touch(file, 0);
  expect(isCurrent(root.path)).toBe(false);
  touch(file, 1);
  expect(isCurrent(root.path)).toBe(false);
});

test.each(OUTPUTS)("it is stale when %s is missing", (file) => {
  using root = temporaryDirectory();
  checkout(root.path);
  rmSync(join(root.path, file));
  expect(isCurrent(root.path)).toBe(false);
});

test("it is stale when it is older than the Bun that made it", () => {
  using root = temporaryDirectory();
  const touch = checkout(root.path);
  for (const file of INPUTS) touch(file, -2_000_000_000 + 60);
  for (const file of OUTPUTS) touch(file, -1_700_000_000);
  expect(isCurrent(root.path)).toBe(false);
});
