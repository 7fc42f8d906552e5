import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { formatProblem, reasonOf } from "../../../scripts/agent-benchmark/errors.ts";
import { temporaryDirectory } from "../../helpers/temp.ts";

function caught(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test("a system error is told without the call and the path", () => {
  using folder = temporaryDirectory();
  const missing = join(folder.path, "it's, not there");
  for (const act of [
    () => readFileSync(missing),
    () => renameSync(missing, folder.path),
    () => mkdirSync(join(missing, "x")),
  ]) {
    expect(reasonOf(caught(act))).toBe("ENOENT: no such file or directory");
  }
});

test("any other error is told by its message, anything else as text", () => {
  expect(reasonOf(new Error("no, open"))).toBe("no, open");
  expect(reasonOf("gone")).toBe("gone");
});

test("a problem is told with where, code, frame and what to do", () => {
  expect(formatProblem({ code: "X", message: "No.", where: "a.yml:1:2", frame: "1 | a", hint: "Do." })).toBe(
    "a.yml:1:2: No. [X]\n1 | a\n  Do.",
  );
  expect(formatProblem({ code: "X", message: "No." })).toBe("No. [X]");
});
