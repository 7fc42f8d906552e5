import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ARTIFACTS } from "../artifacts.ts";
import { RunError, reasonOf } from "../errors.ts";
import type { RunResult } from "../result.ts";
import { validate } from "./result-validator.generated.js";

/** What is wrong with `value` as a result, one line each; empty when it is one. */
export function resultProblems(value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    (error) => `${error.instancePath || "/"} ${error.message ?? "is invalid"}`,
  );
}

/**
 * Writes `result.json` as the run's last act: validated, to a temporary name, synced, then renamed, so that a directory
 * without it is a run that did not finish. Throws RunError RESULT_INVALID or RESULT_UNWRITABLE.
 */
export function writeResult(directory: string, result: RunResult): string {
  const problems = resultProblems(JSON.parse(JSON.stringify(result)));
  if (problems.length > 0) {
    throw new RunError({
      code: "RESULT_INVALID",
      where: directory,
      message: `The result does not validate against schemas/result.schema.json: ${problems.slice(0, 3).join("; ")}.`,
      hint: "This is a fault of the harness; the other artifacts of the run are complete.",
    });
  }
  const path = join(directory, ARTIFACTS.result);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const handle = openSync(temporary, "wx", 0o644);
    try {
      // Not writeSync: on a disk that is nearly full that writes a part and reports no error.
      writeFileSync(handle, `${JSON.stringify(result, null, 2)}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, path);
    return path;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new RunError({
      code: "RESULT_UNWRITABLE",
      where: path,
      message: `The result can't be written: ${reasonOf(error)}.`,
      hint: "Check that the disk has room and that the directory is still there and writable.",
    });
  }
}
