import { appendFileSync } from "node:fs";
import { artifactError } from "../errors.ts";
import { neutraliseLines } from "../report/neutralise.ts";

/** One thing that was done to the device, for preflight.log. */
export interface CommandRecord {
  step: string;
  /** The shell command, or a description such as `push 120 bytes to /data/local/tmp/x`. */
  command: string;
  /** Epoch milliseconds. */
  startedAt: number;
  durationMs: number;
  exitCode: number | null;
  output: string;
  /** Why there is no answer; null when there is one. */
  error: string | null;
}

export type RecordCommand = (record: CommandRecord) => void;

const OUTPUT_LIMIT = 8000;

/** One record as lines of preflight.log: time, step, duration, outcome; then the command and what it printed. */
export function formatRecord(record: CommandRecord): string {
  const time = new Date(record.startedAt).toISOString();
  const outcome = record.error !== null ? `error: ${record.error}` : `exit ${record.exitCode ?? "unknown"}`;
  const head = `${time} [${record.step}] ${Math.round(record.durationMs)} ms, ${outcome}`;
  const cut = record.output.length > OUTPUT_LIMIT;
  const output = neutraliseLines(record.output.slice(0, OUTPUT_LIMIT).replace(/\s+$/, ""));
  const body = output.length === 1 && output[0] === "" ? [] : output.map((line) => `  ${line}`);
  if (cut) body.push(`  … ${record.output.length - OUTPUT_LIMIT} more characters`);
  return [...neutraliseLines(head), ...neutraliseLines(`$ ${record.command}`), ...body, ""].join("\n");
}

/**
 * Appends each record to a file at once, so that a run that is cut short leaves what it did. The recorder throws
 * RunError ARTIFACT_UNWRITABLE.
 */
export function fileRecorder(path: string): RecordCommand {
  return (record) => {
    try {
      appendFileSync(path, `${formatRecord(record)}\n`);
    } catch (error) {
      throw artifactError(path, error);
    }
  };
}
