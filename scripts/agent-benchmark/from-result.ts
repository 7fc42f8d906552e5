import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ARTIFACTS } from "./artifacts.ts";
import type { Problem } from "./errors.ts";
import { excerpt } from "./report/neutralise.ts";
import type { RunResult } from "./result.ts";
import { resultProblems } from "./run/write-result.ts";

/** A result of a run with thousands of calls is a few megabytes. */
const LARGEST_RESULT = 200_000_000;

/** Earlier results in the order they were asked for, or everything that is wrong with them. */
export type ReadResults = { results: RunResult[] } | { problems: Problem[] };

/**
 * Reads results of earlier runs from run directories or result.json files. Nothing else is opened: the paths that a
 * result names are shown, never followed; its directory is where it was found, since a run may have been moved. `whatToName` is the advice for a path that is not there.
 */
export function readResults(
  paths: readonly string[],
  whatToName = "Give a run directory or its result.json.",
): ReadResults {
  const read = paths.map((path) => readResult(path, whatToName));
  const problems = read.flatMap((one) => ("problem" in one ? [one.problem] : []));
  if (problems.length > 0) return { problems };
  return { results: read.flatMap((one) => ("result" in one ? [one.result] : [])) };
}

function readResult(given: string, whatToName: string): { result: RunResult } | { problem: Problem } {
  const path = statSync(given, { throwIfNoEntry: false })?.isDirectory()
    ? join(given, ARTIFACTS.result)
    : given;
  const fail = (code: string, message: string, hint?: string) => ({
    problem: { code, message, where: excerpt(path, 400), ...(hint ? { hint } : {}) },
  });
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) {
    return path === given
      ? fail("RESULT_NOT_FOUND", "There is no such result.", whatToName)
      : fail(
          "RESULT_NOT_FOUND",
          "The directory has no result.json.",
          "It is not a run directory, or the run did not finish: result.json is written last. To read a session or a folder of runs: bun run bench:report -- <folder>.",
        );
  }
  if (!stat.isFile()) return fail("RESULT_UNREADABLE", "This is not a regular file.");
  if (stat.size > LARGEST_RESULT) {
    return fail(
      "RESULT_UNREADABLE",
      `The file has ${stat.size} bytes; a result has at most ${LARGEST_RESULT}.`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError || error instanceof TypeError) {
      return fail("RESULT_NOT_JSON", "The file is not a complete JSON document.", "Was it cut or edited?");
    }
    const code = (error as NodeJS.ErrnoException).code ?? "unknown";
    return fail("RESULT_UNREADABLE", `The file can't be read (${code}).`);
  }
  const version =
    value !== null && typeof value === "object"
      ? (value as { schemaVersion?: unknown }).schemaVersion
      : undefined;
  if (version !== 1) {
    return fail(
      "RESULT_VERSION",
      version === undefined
        ? "The file is JSON, but not the result of a run."
        : `The result has schema version ${excerpt(JSON.stringify(version), 20)}; this version reads 1.`,
    );
  }
  const wrong = resultProblems(value);
  if (wrong.length > 0) {
    const shown = wrong.slice(0, 5).map((line) => excerpt(line, 200));
    const more = wrong.length > 5 ? ` and ${wrong.length - 5} more` : "";
    return fail(
      "RESULT_INVALID",
      `The file does not fit schemas/result.schema.json: ${shown.join("; ")}${more}.`,
      "It was edited, or written by another version.",
    );
  }
  const result = value as RunResult;
  return { result: { ...result, run: { ...result.run, directory: dirname(resolve(path)) } } };
}
