import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RunError, UsageError } from "../../../../scripts/agent-benchmark/errors.ts";
import type { SessionState } from "../../../../scripts/agent-benchmark/session/state.ts";
import { readSession, writeSession } from "../../../../scripts/agent-benchmark/session/store.ts";
import { temporaryDirectory } from "../../../helpers/temp.ts";

const state: SessionState = {
  schemaVersion: 1,
  id: "20261016T010203Z-1a2b3c4d",
  startedAt: "2026-10-16T01:02:03.000Z",
  trials: 3,
  suites: [{ name: "bug-repro", path: "bug-repro.yml" }],
  settings: {
    device: "virtual",
    model: "scripted",
    serverInstructions: false,
    serverRoot: null,
    claude: null,
  },
  attempts: [],
};

test("what is written is read again, and nothing is left beside it", () => {
  using folder = temporaryDirectory();
  writeSession(folder.path, state);
  writeSession(folder.path, { ...state, trials: 4 });
  expect(readSession(folder.path)).toEqual({ ...state, trials: 4 });
  expect(readdirSync(folder.path)).toEqual(["session.json"]);
});

test("a missing, broken or foreign file is a usage error that says what it is", () => {
  using folder = temporaryDirectory();
  const message = () => {
    try {
      return readSession(folder.path) && "";
    } catch (error) {
      if (error instanceof UsageError) return error.problems[0]?.message;
      throw error;
    }
  };
  expect(message()).toBe("This is no session: there is no session.json.");
  mkdirSync(join(folder.path, "session.json"));
  expect(message()).toStartWith("This is no session: EISDIR");
  rmdirSync(join(folder.path, "session.json"));
  writeFileSync(join(folder.path, "session.json"), "{");
  expect(message()).toBe("This is no session: the file is no JSON.");
  writeFileSync(join(folder.path, "session.json"), JSON.stringify({ ...state, trials: 0 }));
  expect(message()).toBe("This is no session: /trials must be >= 1.");
});

test("a folder that can't be made is an error of the run", () => {
  using folder = temporaryDirectory();
  writeFileSync(join(folder.path, "file"), "");
  expect(() => writeSession(join(folder.path, "file"), state)).toThrow(RunError);
});
