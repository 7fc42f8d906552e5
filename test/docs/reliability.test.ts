import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..", "..");
const page = readFileSync(join(root, "docs/reliability.md"), "utf8");
const proofs = [...page.matchAll(/`([\w/-]+\.test\.ts) › ([^`]+)`/g)].map(([, file = "", title = ""]) => ({
  file,
  title,
}));

test("every row of a fault names a test", () => {
  const rows = page.split("\n").filter((line) => /^\| (?!fault|input|what|---)/.test(line));
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => !/`[\w/-]+\.test\.ts › /.test(row))).toEqual([]);
});

test("every test that the page names exists", () => {
  const missing = proofs.filter(({ file, title }) => {
    const path = join(root, "test", file);
    return !existsSync(path) || !readFileSync(path, "utf8").includes(title);
  });
  expect(missing).toEqual([]);
});
