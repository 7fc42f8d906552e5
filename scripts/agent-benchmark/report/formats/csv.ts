import { stringify } from "csv-stringify/sync";
import type { RunResult } from "../../result.ts";
import { METRIC_NAMES } from "../../suite/metric-names.ts";
import { metricOf } from "./run-words.ts";

type Cell = string | number | boolean | null | undefined;

/** The columns of the table of runs; what is unknown stays empty. */
const COLUMNS: readonly (readonly [string, (result: RunResult) => Cell])[] = [
  ["suite", ({ suite }) => suite.name],
  ["trial", ({ run }) => run.trial],
  ["session", ({ run }) => run.session],
  ["runId", ({ run }) => run.id],
  ["verdict", ({ verdict }) => verdict],
  ["endReason", ({ run }) => run.endReason],
  ["startedAt", ({ run }) => run.startedAt],
  ["finishedAt", ({ run }) => run.finishedAt],
  ["model", ({ claude }) => claude.observedModel],
  ["claudeCodeVersion", ({ claude }) => claude.version],
  ["device", ({ device }) => device?.serial],
  ["deviceFingerprint", ({ device }) => device?.fingerprint.digest],
  ["embeddedDevice", ({ run }) => run.embedded.device],
  ["embeddedModel", ({ run }) => run.embedded.model],
  ["app", ({ appBuild }) => appBuild?.packageName],
  ["appVersion", ({ appBuild }) => appBuild?.versionName],
  ["serverBuild", ({ server }) => server.build.digest],
  ["serverInstructions", ({ server }) => server.instructions],
  ["suiteDigest", ({ suite }) => suite.digest],
  ["difficulty", ({ suite }) => suite.task.difficulty],
  ["category", ({ suite }) => suite.task.category],
  ["minSteps", ({ suite }) => suite.task.minSteps],
  ...METRIC_NAMES.map((name) => [name, (result: RunResult) => metricOf(result, name)] as const),
  ["reasons", ({ reasons }) => reasons.join(" ")],
  ["directory", ({ run }) => run.directory],
];

/** One row for each run (RFC 4180). Text that a spreadsheet would take for a formula is guarded with an apostrophe. */
export function renderCsv(results: readonly RunResult[]): string {
  const rows = results.map((result) => COLUMNS.map(([, read]) => plain(read(result))));
  return stringify([COLUMNS.map(([name]) => name), ...rows], {
    escape_formulas: true,
    record_delimiter: "windows",
    cast: { boolean: (value) => String(value) },
  });
}

/** Lone surrogates can't be written as UTF-8, and NUL ends the text for some readers. */
function plain(cell: Cell): Cell {
  return typeof cell === "string" ? cell.toWellFormed().replaceAll("\u0000", "\ufffd") : (cell ?? "");
}
