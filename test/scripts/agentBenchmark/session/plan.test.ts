import { expect, test } from "bun:test";
import { countedAttempts, planTrials } from "../../../../scripts/agent-benchmark/session/plan.ts";
import type { Attempt, SessionState } from "../../../../scripts/agent-benchmark/session/state.ts";

const session = (attempts: Attempt[], trials = 2): SessionState => ({
  schemaVersion: 1,
  id: "20261016T010203Z-1a2b3c4d",
  startedAt: "2026-10-16T01:02:03.000Z",
  trials,
  suites: [
    { name: "bug-repro", path: "bug-repro.yml" },
    { name: "ux-flow", path: "ux-flow.yml" },
  ],
  settings: { device: null, model: null, serverInstructions: false, serverRoot: null, claude: null },
  attempts,
});
const attempt = (
  suite: string,
  trial: number,
  verdict: Attempt["verdict"],
  retryOf: string | null = null,
): Attempt => ({
  suite,
  trial,
  directory: `${suite}/${trial}${retryOf ? "-again" : ""}`,
  verdict,
  retryOf,
});
const names = (state: SessionState, retryIncomplete = false) =>
  planTrials(state, { retryIncomplete }).map(({ suite, trial }) => `${suite} ${trial}`);

test("a new session runs every suite once before any suite twice", () => {
  expect(names(session([]))).toEqual(["bug-repro 1", "ux-flow 1", "bug-repro 2", "ux-flow 2"]);
});

test("a resumed session runs only what has no result; an attempt that left none does not count", () => {
  const state = session([
    attempt("bug-repro", 1, "passed"),
    attempt("ux-flow", 1, null),
    attempt("bug-repro", 2, "failed"),
  ]);
  expect(names(state)).toEqual(["ux-flow 1", "ux-flow 2"]);
});

test("an incomplete trial is repeated once when asked, and never a second time", () => {
  const once = session([attempt("bug-repro", 1, "incomplete"), attempt("ux-flow", 1, "failed")], 1);
  expect(names(once)).toEqual([]);
  expect(planTrials(once, { retryIncomplete: true })).toEqual([
    { suite: "bug-repro", trial: 1, retryOf: "bug-repro/1" },
  ]);
  const twice = session([...once.attempts, attempt("bug-repro", 1, "incomplete", "bug-repro/1")], 1);
  expect(names(twice, true)).toEqual([]);
});

test("the last attempt with a result is the one that counts", () => {
  const state = session([
    attempt("bug-repro", 1, "incomplete"),
    attempt("bug-repro", 1, "passed", "bug-repro/1"),
    attempt("ux-flow", 1, "failed"),
    attempt("ux-flow", 1, null, "ux-flow/1"),
  ]);
  expect(countedAttempts(state).map(({ directory, verdict }) => `${directory} ${verdict}`)).toEqual([
    "bug-repro/1-again passed",
    "ux-flow/1 failed",
  ]);
});
