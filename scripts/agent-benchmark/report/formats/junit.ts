import { groupBySuite } from "../../compare/summary.ts";
import type { RunResult } from "../../result.ts";
import { neutraliseLines } from "../neutralise.ts";
import { elapsedMs, failureLines, runName } from "./run-words.ts";

/**
 * JUnit XML: a test suite for each suite, a test case for each run. A failed run is a failure, an incomplete one an error.
 * There is no official format; elements and attributes are those that github.com/testmoapp/junitxml lists as common.
 */
export function renderJunit(results: readonly RunResult[]): string {
  const suites = [...groupBySuite(results)].map(([name, runs]) => suiteXml(name, runs));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: "mobile-agent-bench", ...totals(results) })}>`,
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteXml(name: string, runs: readonly RunResult[]): string {
  const [first] = runs;
  // The format's timestamps have no zone; these are UTC.
  const timestamp = first?.run.startedAt.replace(/(\.\d+)?Z$/, "");
  return [
    `  <testsuite ${attributes({ name, ...totals(runs), timestamp })}>`,
    ...runs.map((run) => caseXml(name, run)),
    "  </testsuite>",
  ].join("\n");
}

function caseXml(suite: string, result: RunResult): string {
  const head = attributes({
    name: runName(result),
    classname: `agent-benchmark.${suite}`,
    time: seconds(elapsedMs(result)),
  });
  const outcome = outcomeXml(result);
  const numbers = result.metrics.map(({ name, actual }) => `${name}: ${actual ?? "unknown"}`);
  const out = [...numbers, `directory: ${result.run.directory}`].join("\n");
  return [
    `    <testcase ${head}>`,
    ...(outcome ? [`      ${outcome}`] : []),
    `      <system-out>${content(out)}</system-out>`,
    "    </testcase>",
  ].join("\n");
}

function outcomeXml(result: RunResult): string | null {
  if (result.verdict === "passed") return null;
  const element = result.verdict === "failed" ? "failure" : "error";
  const message = result.reasons[0] ?? result.verdict;
  const type = result.verdict === "failed" ? "check" : result.run.endReason;
  return `<${element} ${attributes({ message, type })}>${content(failureLines(result).join("\n"))}</${element}>`;
}

function totals(runs: readonly RunResult[]) {
  const count = (verdict: RunResult["verdict"]) => runs.filter((run) => run.verdict === verdict).length;
  return {
    tests: runs.length,
    failures: count("failed"),
    errors: count("incomplete"),
    skipped: 0,
    time: seconds(runs.reduce((sum, run) => sum + elapsedMs(run), 0)),
  };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function attributes(values: Record<string, string | number | undefined>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${content(String(value)).replace(/\n/g, "&#10;")}"`)
    .join(" ");
}

/** Text as XML 1.0 allows it (https://www.w3.org/TR/xml/#charsets): what no escape could carry is made visible first. */
function content(text: string): string {
  return neutraliseLines(text)
    .join("\n")
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
