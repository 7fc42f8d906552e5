import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ARTIFACTS, PROOF_FILE } from "./artifacts.ts";
import { type Problem, reasonOf, UsageError } from "./errors.ts";
import { readResults } from "./from-result.ts";
import { excerpt } from "./report/neutralise.ts";
import type { RunResult } from "./result.ts";
import { countedAttempts } from "./session/plan.ts";
import { readSession, SESSION_FILE } from "./session/store.ts";

/** A result and the directory it was found in; the directory that the result itself names may be another machine's. */
export interface StoredRun {
  result: RunResult;
  directory: string;
}

/** Runs found on disk, what was left out and why, or everything that is wrong. */
export type FoundRuns = { runs: StoredRun[]; notes: string[] } | { problems: Problem[] };

/** Folders below a given one that are looked into; `<output>/<session>/<suite>/<run>` is three. */
const DEPTH = 6;

const WHAT_TO_NAME = "Name a result.json, a run directory, a session folder or a directory above them.";

interface Found {
  files: string[];
  notes: string[];
  problems: Problem[];
}

/**
 * Finds the runs of each path: a result.json, a run directory, a session folder (of each trial the attempt that counts) or a
 * directory that holds any of these. Runs without a result, and runs of a proof below a directory, are told in a note, never
 * counted. Links are not followed.
 */
export function findRuns(paths: readonly string[]): FoundRuns {
  const found: Found = { files: [], notes: [], problems: [] };
  for (const path of paths) {
    const before = found.files.length + found.problems.length;
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      searchFolder(path, DEPTH, found, { countProofs: existsSync(join(path, PROOF_FILE)) });
    } else found.files.push(path);
    if (found.files.length + found.problems.length === before) found.problems.push(nothingIn(path));
  }
  const files = [...new Set(found.files)];
  const read = readResults(files, WHAT_TO_NAME);
  const problems = [...found.problems, ...("problems" in read ? read.problems : [])];
  if (problems.length > 0 || "problems" in read) return { problems };
  const runs = read.results.map((result, index) => ({ result, directory: dirname(files[index] ?? "") }));
  return { runs, notes: found.notes };
}

function searchFolder(folder: string, depth: number, found: Found, options: { countProofs: boolean }): void {
  if (existsSync(join(folder, ARTIFACTS.result))) {
    found.files.push(join(folder, ARTIFACTS.result));
    return;
  }
  if (existsSync(join(folder, SESSION_FILE))) {
    addSession(folder, found);
    return;
  }
  if (existsSync(join(folder, ARTIFACTS.prompt))) {
    found.notes.push(`${excerpt(folder, 300)} did not finish: it has no result.json.`);
    return;
  }
  if (depth === 0) return;
  if (!options.countProofs && existsSync(join(folder, PROOF_FILE))) {
    found.notes.push(`${excerpt(folder, 300)} holds the runs of a proof, which measure no agent.`);
    return;
  }
  for (const name of foldersIn(folder, found)) {
    searchFolder(join(folder, name), depth - 1, found, options);
  }
}

function foldersIn(folder: string, found: Found): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  } catch (error) {
    found.notes.push(`${excerpt(folder, 300)} can't be read: ${reasonOf(error)}.`);
    return [];
  }
}

function addSession(folder: string, found: Found): void {
  try {
    const state = readSession(folder);
    const counted = countedAttempts(state);
    found.files.push(...counted.map((attempt) => join(folder, attempt.directory, ARTIFACTS.result)));
    const planned = state.trials * state.suites.length;
    if (counted.length < planned) {
      found.notes.push(`Session ${state.id}: ${counted.length} of ${planned} planned trials have a result.`);
    }
    const repeated = state.attempts.filter((attempt) => attempt.retryOf !== null).length;
    if (repeated > 0) {
      const runs = repeated === 1 ? "1 incomplete trial was" : `${repeated} incomplete trials were`;
      found.notes.push(`Session ${state.id}: ${runs} repeated; the repetition counts.`);
    }
    if (counted.length === 0) found.problems.push(nothingIn(folder));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    found.problems.push(...error.problems);
  }
}

function nothingIn(path: string): Problem {
  return {
    code: "RESULT_NOT_FOUND",
    where: excerpt(path, 400),
    message: "The directory holds no finished run.",
    hint: `${WHAT_TO_NAME} result.json is written last.`,
  };
}
