import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RunError } from "../../../../scripts/agent-benchmark/errors.ts";
import type { RunResult } from "../../../../scripts/agent-benchmark/result.ts";
import { resultProblems, writeResult } from "../../../../scripts/agent-benchmark/run/write-result.ts";
import { aResult } from "../../../helpers/result.ts";
import { temporaryDirectory } from "../../../helpers/temp.ts";

const problemOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof RunError) return error.problem;
    throw error;
  }
  return null;
};

test("a valid result is written whole, and nothing else is left beside it", () => {
  using run = temporaryDirectory();
  const result = aResult();
  writeResult(run.path, result);
  expect(JSON.parse(readFileSync(join(run.path, "result.json"), "utf8"))).toEqual(result);
  expect(readdirSync(run.path)).toEqual(["result.json"]);
});

test("an invalid result is refused before anything is written", () => {
  using run = temporaryDirectory();
  const wrong = { ...aResult(), verdict: "great" } as unknown as RunResult;
  expect(problemOf(() => writeResult(run.path, wrong))?.code).toBe("RESULT_INVALID");
  expect(readdirSync(run.path)).toEqual([]);
  expect(resultProblems({ ...aResult(), extra: 1 })).toHaveLength(1);
});

test("a directory that went away is an error that names the place", () => {
  const gone = join(import.meta.dir, "no-such-directory");
  expect(problemOf(() => writeResult(gone, aResult()))).toMatchObject({
    code: "RESULT_UNWRITABLE",
    where: join(gone, "result.json"),
  });
});
