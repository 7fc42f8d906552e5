import { readdirSync } from "node:fs";
import { ARTIFACTS } from "../artifacts.ts";
import { RunError, reasonOf } from "../errors.ts";
import { baselineYaml } from "../report/baseline-yaml.ts";
import type { RunResult } from "../result.ts";
import { assembleResult } from "./assemble.ts";
import { writeArtifact } from "./context.ts";
import type { RunRecord } from "./record.ts";
import type { BenchmarkRequest } from "./request.ts";
import { collectSecrets, redact, scrubDirectory } from "./secrets.ts";
import { writeResult } from "./write-result.ts";

/**
 * Judges the run and writes what is left to write: no secret in any artifact, baseline.yml when it may be, result.json
 * last. Throws RunError when that can't be done.
 */
export function finishRun(record: RunRecord, request: BenchmarkRequest): RunResult {
  if (
    request.interrupts.signal.aborted &&
    !record.harness.some(({ endReason }) => endReason === "interrupted")
  ) {
    record.harness.push({ endReason: "interrupted", sentence: "The run was interrupted." });
  }
  const secrets = collectSecrets(request.env);
  const scrubbed = scrub(record.directory, secrets);
  if (scrubbed.length > 0) {
    const names = scrubbed.map((file) => file.slice(record.directory.length + 1)).join(", ");
    record.notes.push(
      `A credential of this environment stood in ${names} and was overwritten with asterisks.`,
    );
  }
  const first = assembleResult(record, new Date().toISOString());
  const result = secrets.length > 0 ? (JSON.parse(redactJson(first, secrets)) as RunResult) : first;
  if (result.baseline.written) {
    writeArtifact(record.directory, ARTIFACTS.baseline, baselineYaml(result));
    result.artifacts.baseline = ARTIFACTS.baseline;
  }
  writeResult(record.directory, result);
  return result;
}

/** A run directory that is gone has nothing to judge by. */
function scrub(directory: string, secrets: readonly string[]): string[] {
  try {
    readdirSync(directory);
    return scrubDirectory(directory, secrets);
  } catch (error) {
    const why = reasonOf(error);
    throw new RunError(
      {
        code: "RESULT_UNWRITABLE",
        where: directory,
        message: `The run directory can't be read any more: ${why}.`,
        hint: "It was removed or locked while the run was going on; there is no result. Run again.",
      },
      { cause: error },
    );
  }
}

function redactJson(result: RunResult, secrets: readonly string[]): string {
  return redact(
    JSON.stringify(result),
    secrets.map((secret) => JSON.stringify(secret).slice(1, -1)),
  );
}
