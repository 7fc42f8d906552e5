import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..", "..");
const rows = readFileSync(join(root, "docs/specification.md"), "utf8")
  .split("\n")
  .map((line) => /^\| ([A-Z]+-\d+) \| (.+?) \| (.+) \|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, id = "", , proof = ""]) => ({ id, proof }));
const fixtures = new Set(readdirSync(join(root, "test/fixtures"), { recursive: true, encoding: "utf8" }));

/**
 * "a.test.ts › title; b.test.ts › title [case]" -> the proofs that name no existing test. A case stands in the test's
 * source or is the name of a folder of fixtures.
 */
function missing(proof: string): string[] {
  return [...proof.matchAll(/`([^`]+)`/g)]
    .map(([, one = ""]) => one)
    .filter((one) => {
      const [file = "", named = ""] = one.split(" › ");
      const [, title = "", example] = /^(.*?)(?: \[(.+)\])?$/.exec(named) ?? [];
      const path = join(root, "test", file);
      if (!title || !existsSync(path)) return true;
      const source = readFileSync(path, "utf8");
      const knows = (words: string) =>
        source.includes(words) || source.includes(words.replaceAll("'", "\\'"));
      const isFixture = [...fixtures].some((name) => name.endsWith(`/${example}`));
      return (
        !knows(title.replace(/…$/, "").trim()) || (example !== undefined && !knows(example) && !isFixture)
      );
    });
}

test("the specification has rows, and no id twice", () => {
  expect(rows.length).toBeGreaterThan(150);
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
});

test("every row names its proof, in the form that is checked", () => {
  const form = /^`[^`]+ › [^`]+`(; `[^`]+ › [^`]+`)*$/;
  expect(rows.filter(({ proof }) => !form.test(proof)).map(({ id }) => id)).toEqual([]);
});

test("every test that the specification names exists", () => {
  expect(rows.flatMap((row) => missing(row.proof).map((proof) => `${row.id}: ${proof}`))).toEqual([]);
});
