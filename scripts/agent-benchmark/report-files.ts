import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { RunError, reasonOf } from "./errors.ts";

/** Appends to the job summary that GITHUB_STEP_SUMMARY names. Throws RunError REPORT_UNWRITABLE. */
export function appendSummary(text: string, env: Readonly<Record<string, string | undefined>>): void {
  const file = env.GITHUB_STEP_SUMMARY;
  if (file) guarded(file, () => appendFileSync(file, text));
}

/** Writes a text file and the folders above it. Throws RunError REPORT_UNWRITABLE. */
export function writeText(file: string, text: string): void {
  guarded(file, () => {
    mkdirSync(dirname(resolve(file)), { recursive: true });
    writeFileSync(file, text);
  });
}

function guarded(file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new RunError({
      code: "REPORT_UNWRITABLE",
      where: file,
      message: `The report can't be written: ${reasonOf(error)}.`,
      hint: "Choose another place, or make this one writable.",
    });
  }
}
