import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readResults } from "../../../scripts/agent-benchmark/from-result.ts";
import { aResult } from "../../helpers/result.ts";

const directory = mkdtempSync(join(tmpdir(), "from-result-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function file(name: string, content: string): string {
  mkdirSync(join(directory, name), { recursive: true });
  const path = join(directory, name, "result.json");
  writeFileSync(path, content);
  return path;
}

const codes = (...paths: string[]) => {
  const read = readResults(paths);
  return "problems" in read ? read.problems.map((problem) => problem.code) : "read";
};

describe("results of earlier runs", () => {
  test("a directory and its result.json are the same result, which is where it was found", () => {
    const path = file("good", JSON.stringify(aResult()));
    const read = readResults([join(directory, "good"), path]);
    const found = aResult({ run: { directory: join(directory, "good") } });
    expect(read).toEqual({ results: [found, found] });
  });

  test.each([
    ["not JSON", "{", "RESULT_NOT_JSON"],
    ["empty", "", "RESULT_NOT_JSON"],
    ["other JSON", '{"a":1}', "RESULT_VERSION"],
    ["a list", "[]", "RESULT_VERSION"],
    ["null", "null", "RESULT_VERSION"],
    ["a newer version", JSON.stringify({ ...aResult(), schemaVersion: 2 }), "RESULT_VERSION"],
    ["an unknown key", JSON.stringify({ ...aResult(), extra: 1 }), "RESULT_INVALID"],
    ["a wrong verdict", JSON.stringify({ ...aResult(), verdict: "won" }), "RESULT_INVALID"],
    ["deep nesting", "[".repeat(200_000), "RESULT_NOT_JSON"],
  ])("%s is refused", (name, content, code) => {
    expect(codes(file(name, content))).toEqual([code]);
  });

  test("a missing path, a directory without a result and a directory in place of it, all told at once", () => {
    mkdirSync(join(directory, "unfinished"));
    mkdirSync(join(directory, "odd", "result.json"), { recursive: true });
    expect(codes(join(directory, "nowhere"), join(directory, "unfinished"), join(directory, "odd"))).toEqual([
      "RESULT_NOT_FOUND",
      "RESULT_NOT_FOUND",
      "RESULT_UNREADABLE",
    ]);
  });

  test("paths that a result names are not followed", () => {
    const path = file("paths", JSON.stringify(aResult({ run: { directory: "/nowhere/at/all" } })));
    expect(codes(path)).toBe("read");
  });
});
