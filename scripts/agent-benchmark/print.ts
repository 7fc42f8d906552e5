import { REPORTERS } from "./report/index.ts";
import type { RunResult } from "./result.ts";
import { print } from "./standard-output.ts";
import { terminalOptions } from "./terminal.ts";

/** Writes the report, or with `json` exactly one JSON document, to standard output; resolves when it is out. */
export async function printResults(results: readonly RunResult[], json: boolean): Promise<void> {
  const options = { ...terminalOptions(process.stdout, process.env), cwd: process.cwd() };
  await print(REPORTERS[json ? "json" : "text"](results, options));
}

/** 0 when every run passed, else 1. */
export function exitCodeOf(results: readonly RunResult[]): number {
  return results.length > 0 && results.every((result) => result.verdict === "passed") ? 0 : 1;
}
