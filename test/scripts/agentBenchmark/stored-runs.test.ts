import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeSession } from "../../../scripts/agent-benchmark/session/store.ts";
import { findRuns } from "../../../scripts/agent-benchmark/stored-runs.ts";
import { aResult } from "../../helpers/result.ts";
import { temporaryDirectory } from "../../helpers/temp.ts";

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function putRun(directory: string, id: string): void {
  put(join(directory, "result.json"), JSON.stringify(aResult({ run: { id } })));
}

function found(...paths: string[]) {
  const result = findRuns(paths);
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return { ids: result.runs.map((run) => run.result.run.id), notes: result.notes };
}

test("a result, a run directory and a directory above several are all found, each run once", () => {
  using dir = temporaryDirectory();
  putRun(join(dir.path, "s/b"), "b");
  putRun(join(dir.path, "s/a"), "a");
  expect(found(join(dir.path, "s/b/result.json")).ids).toEqual(["b"]);
  expect(found(join(dir.path, "s/b")).ids).toEqual(["b"]);
  expect(found(dir.path).ids).toEqual(["a", "b"]);
  expect(found(join(dir.path, "s/b"), dir.path).ids).toEqual(["b", "a"]);
});

test("a run without a result is named, not counted; links are not followed", () => {
  using dir = temporaryDirectory();
  putRun(join(dir.path, "s/a"), "a");
  put(join(dir.path, "s/b/prompt.md"), "x");
  symlinkSync(dir.path, join(dir.path, "s/loop"));
  const { ids, notes } = found(dir.path);
  expect(ids).toEqual(["a"]);
  expect(notes).toEqual([`${join(dir.path, "s/b")} did not finish: it has no result.json.`]);
});

test("a folder that can't be read is named, and what is beside it is found", () => {
  using dir = temporaryDirectory();
  // A path that is longer than the system takes: closed to everyone, root too.
  const longest = process.platform === "darwin" ? 1024 : 4096;
  let deep = dir.path;
  while (deep.length < longest - 250)
    deep = join(deep, "d".repeat(Math.min(200, longest - 250 - deep.length)));
  mkdirSync(deep, { recursive: true });
  const closed = "c".repeat(251);
  expect(Bun.spawnSync(["mkdir", closed], { cwd: deep }).exitCode).toBe(0);
  putRun(join(deep, "run"), "beside");
  const { ids, notes } = found(deep);
  expect(ids).toEqual(["beside"]);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toEndWith("can't be read: ENAMETOOLONG: name too long.");
});

test("runs of a proof are told, and counted only when the proof itself is named", () => {
  using dir = temporaryDirectory();
  putRun(join(dir.path, "s/a"), "a");
  const proof = join(dir.path, "proofs/p");
  putRun(join(proof, "s/claims"), "claims");
  put(join(proof, "proof.json"), "{}");
  expect(found(dir.path)).toEqual({
    ids: ["a"],
    notes: [`${proof} holds the runs of a proof, which measure no agent.`],
  });
  expect(found(proof).ids).toEqual(["claims"]);
  expect(found(join(proof, "s/claims")).ids).toEqual(["claims"]);
});

describe("sessions", () => {
  test("of each trial only the attempt that counts, and what is open is told", () => {
    using dir = temporaryDirectory();
    for (const id of ["one", "two", "again"]) putRun(join(dir.path, "bug-repro", id), id);
    const attempt = (
      trial: number,
      id: string,
      verdict: "passed" | "incomplete",
      retryOf: string | null,
    ) => ({
      suite: "bug-repro",
      trial,
      directory: `bug-repro/${id}`,
      verdict,
      retryOf,
    });
    writeSession(dir.path, {
      schemaVersion: 1,
      id: "20260101T000000Z-00000000",
      startedAt: "2026-01-01T00:00:00Z",
      trials: 3,
      suites: [{ name: "bug-repro", path: "bug-repro.yml" }],
      settings: { device: null, model: null, serverInstructions: false, serverRoot: null, claude: null },
      attempts: [
        attempt(1, "one", "passed", null),
        attempt(2, "two", "incomplete", null),
        attempt(2, "again", "passed", "bug-repro/two"),
      ],
    });
    expect(found(dirname(join(dir.path, "x")))).toEqual({
      ids: ["one", "again"],
      notes: [
        "Session 20260101T000000Z-00000000: 2 of 3 planned trials have a result.",
        "Session 20260101T000000Z-00000000: 1 incomplete trial was repeated; the repetition counts.",
      ],
    });
  });

  test("a broken session.json is told, never skipped", () => {
    using dir = temporaryDirectory();
    put(join(dir.path, "session.json"), "{");
    expect(findRuns([dir.path])).toMatchObject({ problems: [{ code: "SESSION_UNREADABLE" }] });
  });
});

test("nothing found is a problem of each path, all at once", () => {
  using dir = temporaryDirectory();
  const result = findRuns([dir.path, join(dir.path, "missing")]);
  expect("problems" in result && result.problems.map(({ code }) => code)).toEqual([
    "RESULT_NOT_FOUND",
    "RESULT_NOT_FOUND",
  ]);
});
