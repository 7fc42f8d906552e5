import { summarise } from "../../compare/summary.ts";
import type { RunResult } from "../../result.ts";
import { elapsedMs, epoch, failureLines, metricOf, runName } from "./run-words.ts";

const MIME: Record<string, string> = {
  png: "image/png",
  xml: "application/xml",
  json: "application/json",
  jsonl: "application/x-ndjson",
  yml: "application/yaml",
  md: "text/markdown",
};

/** Common Test Report Format, one test for each run (https://ctrf.io). An incomplete run has the status "other". */
export function renderCtrf(results: readonly RunResult[]): string {
  const flaky = new Set(summarise(results).flatMap((summary) => (summary.flaky ? [summary.suite] : [])));
  const count = (verdict: RunResult["verdict"]) => results.filter((run) => run.verdict === verdict).length;
  const times = (which: "startedAt" | "finishedAt") => results.map(({ run }) => epoch(run[which]) ?? 0);
  const report = {
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    generatedBy: "mobile-agent-bench",
    results: {
      tool: { name: "mobile-agent-bench" },
      summary: {
        tests: results.length,
        passed: count("passed"),
        failed: count("failed"),
        pending: 0,
        skipped: 0,
        other: count("incomplete"),
        suites: new Set(results.map(({ suite }) => suite.name)).size,
        start: results.length > 0 ? Math.min(...times("startedAt")) : 0,
        stop: results.length > 0 ? Math.max(...times("finishedAt")) : 0,
      },
      tests: results.map((result) => test(result, flaky.has(result.suite.name))),
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function test(result: RunResult, flakySuite: boolean) {
  const { run, suite, claude, device, metrics } = result;
  const why = failureLines(result);
  const known = metrics.flatMap(({ name }) => {
    const value = metricOf(result, name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    testId: suite.name,
    executionId: run.id,
    name: `${suite.name} ${runName(result)}`,
    suite: [suite.name],
    status: result.verdict === "incomplete" ? "other" : result.verdict,
    rawStatus: result.verdict === "incomplete" ? `incomplete: ${run.endReason}` : result.verdict,
    duration: elapsedMs(result),
    start: epoch(run.startedAt) ?? 0,
    stop: epoch(run.finishedAt) ?? 0,
    type: "agent-benchmark",
    filePath: suite.path,
    ...(result.verdict === "passed" ? {} : { message: why[0] ?? result.verdict, trace: why.join("\n") }),
    ...(device ? { device: device.serial } : {}),
    labels: {
      ...(claude.observedModel ? { model: claude.observedModel } : {}),
      ...(suite.task.difficulty ? { difficulty: suite.task.difficulty } : {}),
      ...(run.trial === null ? {} : { trial: run.trial }),
      flakySuite,
      embeddedDevice: run.embedded.device,
      embeddedModel: run.embedded.model,
    },
    steps: result.checks.map(({ kind, expected, passed }) => ({
      name: `${kind}: ${expected}`,
      status: passed ? "passed" : "failed",
    })),
    attachments: Object.entries(result.artifacts).flatMap(([name, path]) => {
      const contentType = MIME[path.split(".").at(-1) ?? ""];
      return contentType ? [{ name, contentType, path: `${run.directory}/${path}` }] : [];
    }),
    extra: { metrics: Object.fromEntries(known) },
  };
}
