import type { RunResult } from "../../result.ts";
import { renderCsv } from "./csv.ts";
import { renderCtrf } from "./ctrf.ts";
import { renderGithub } from "./github.ts";
import { renderJsonl } from "./jsonl.ts";
import { renderJunit } from "./junit.ts";

export interface FileFormat {
  /** The file's name when only a directory is given. */
  file: string;
  description: string;
  render(results: readonly RunResult[]): string;
}

/** Every format that becomes a file, by the name it is asked for. */
export const FORMATS = {
  junit: { file: "junit.xml", description: "JUnit XML, a test case for each run", render: renderJunit },
  ctrf: { file: "ctrf.json", description: "Common Test Report Format", render: renderCtrf },
  csv: { file: "runs.csv", description: "a row for each run", render: renderCsv },
  jsonl: { file: "runs.jsonl", description: "each whole result on a line", render: renderJsonl },
  github: { file: "summary.md", description: "a GitHub job summary", render: renderGithub },
} as const satisfies Record<string, FileFormat>;

export type FormatName = keyof typeof FORMATS;
