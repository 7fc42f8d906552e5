import { formatProblem, RunError } from "./errors.ts";
import { shownPath } from "./report/shown-path.ts";
import type { RunResult } from "./result.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What follows the report of finished runs: the HTML report where it was asked for, and what the environment asks for, a GitHub
 * job summary and traces by OTLP. The latter two never change how the command ends: a failure is a warning.
 */
export async function publishRuns(
  results: readonly RunResult[],
  html: boolean,
  env: Env,
  warn: (text: string) => void = console.error,
): Promise<void> {
  if (html) await publishHtml(results);
  if (env.GITHUB_STEP_SUMMARY) {
    const { FORMATS } = await import("./report/formats/index.ts");
    const { appendSummary } = await import("./report-files.ts");
    await warned(warn, () => appendSummary(FORMATS.github.render(results), env));
  }
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) {
    const { exportOtlp } = await import("./export-otlp.ts");
    await warned(warn, () => exportOtlp(results, env));
  }
}

/** The HTML report, in the folder that holds the runs. */
export async function publishHtml(results: readonly RunResult[]): Promise<void> {
  if (results.length === 0) return;
  const runs = results.map((result) => ({ result, directory: result.run.directory }));
  const { defaultReportFolder, writeHtmlReport } = await import("./report-html.ts");
  const page = await writeHtmlReport(defaultReportFolder(runs), runs);
  process.stderr.write(`HTML report: ${shownPath(page, process.cwd())}\n`);
}

async function warned(warn: (text: string) => void, act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    warn(formatProblem(error.problem));
  }
}
