import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };

const page = readFileSync(join(import.meta.dir, "../../docs/dependencies.md"), "utf8");
const start = page.indexOf("## Used");
const rows = page
  .slice(start, page.indexOf("\n## ", start))
  .split("\n")
  .filter((line) => /^\| (?!package |---)/.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "").trim()));
/** Every package of the table with its version and what its row says. */
const listed = rows.flatMap(([names = "", versions = "", , why = ""]) =>
  names.split(", ").map((name, index) => ({ name, version: versions.split(", ")[index] ?? versions, why })),
);
const versionOf = (spec: string) => /(\d+\.\d+\.\d+)$/.exec(spec)?.[1];
const declared = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });

test("every package has one row with its version, and every row a package", () => {
  const byName = (a: string[], b: string[]) => (a[0]! < b[0]! ? -1 : 1);
  expect(listed.map(({ name, version }) => [name, version]).sort(byName)).toEqual(
    declared.map(([name, spec]) => [name, versionOf(spec) ?? spec]).sort(byName),
  );
});

test("a row says for development only where package.json says so", () => {
  const forDevelopment = listed
    .filter(({ why }) => why.startsWith("development only"))
    .map(({ name }) => name);
  expect(forDevelopment.sort()).toEqual(Object.keys(manifest.devDependencies).sort());
});

test("versions are exact", () => {
  expect(declared.filter(([, spec]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/.test(spec))).toEqual([]);
});
