import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ARTIFACTS } from "../artifacts.ts";
import { baselineYaml } from "../report/baseline-yaml.ts";
import type { RunResult } from "../result.ts";
import { assembleResult } from "./assemble.ts";
import type { RunRecord } from "./record.ts";
import type { BenchmarkRequest } from "./request.ts";
import { collectSecrets, redact, scrubDirectory } from "./secrets.ts";
import { writeResult } from "./write-result.ts";

/** Judges the run and writes what is left to write: no secret in any artifact, baseline.yml when it may be, result.json last. */
export function finishRun(record: RunRecord, request: BenchmarkRequest): RunResult {
  if (
    request.interrupts.signal.aborted &&
    !record.harness.some(({ endReason }) => endReason === "interrupted")
  ) {
    record.harness.push({ endReason: "interrupted", sentence: "The run was interrupted." });
  }
  const secrets = collectSecrets(request.env);
  const scrubbed = scrubDirectory(record.directory, secrets);
  if (scrubbed.length > 0) {
    const names = scrubbed.map((file) => file.slice(record.directory.length + 1)).join(", ");
    record.notes.push(
      `A credential of this environment stood in ${names} and was overwritten with asterisks.`,
    );
  }
  const first = assembleResult(record, new Date().toISOString());
  const result = secrets.length > 0 ? (JSON.parse(redactJson(first, secrets)) as RunResult) : first;
  if (result.baseline.written) {
    writeFileSync(join(record.directory, ARTIFACTS.baseline), baselineYaml(result));
    result.artifacts.baseline = ARTIFACTS.baseline;
  }
  writeResult(record.directory, result);
  return result;
}

function redactJson(result: RunResult, secrets: readonly string[]): string {
  return redact(
    JSON.stringify(result),
    secrets.map((secret) => JSON.stringify(secret).slice(1, -1)),
  );
}
