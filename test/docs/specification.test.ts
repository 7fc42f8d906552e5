import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..", "..");
const rows = readFileSync(join(root, "docs/specification.md"), "utf8")
  .split("\n")
  .map((line) => /^\| ([A-Z]+-\d+) \| (.+?) \| (.+) \|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, id = "", , proof = ""]) => ({ id, proof }));

/** "a.test.ts › title; b.test.ts › title" -> the proofs that name no existing test. */
function missing(proof: string): string[] {
  if (proof === "open") return [];
  return proof.split("; ").filter((one) => {
    const [file = "", title = ""] = one.replaceAll("`", "").split(" › ");
    const path = join(root, "test", file);
    if (!title || !existsSync(path)) return true;
    const source = readFileSync(path, "utf8");
    return !source.includes(title.replace(/…$/, "").trim());
  });
}

test("the specification has rows, and no id twice", () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
});

test("every test that the specification names exists", () => {
  expect(rows.flatMap((row) => missing(row.proof).map((proof) => `${row.id}: ${proof}`))).toEqual([]);
});
