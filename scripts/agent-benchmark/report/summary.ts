import pico from "picocolors";
import type { RunResult } from "../result.ts";
import { hanging, table } from "./layout.ts";
import { excerpt, neutralise } from "./neutralise.ts";
import { type TextOptions, verdictMark } from "./text.ts";
import { metricValue, VERDICT_WORDS } from "./words.ts";

/** Several runs at a glance: one row each, the first reason below those that did not pass, and the count. */
export function renderSummary(results: readonly RunResult[], options: TextOptions): string {
  const colors = pico.createColors(options.color);
  const rows = results.map((result) => [
    VERDICT_WORDS[result.verdict],
    neutralise(result.suite.name) + (result.run.trial === null ? "" : ` #${result.run.trial}`),
    metric(result, "turns"),
    metric(result, "toolCalls"),
    metric(result, "stumbles"),
    metric(result, "costUsd"),
    metric(result, "wallClockSeconds"),
  ]);
  const header = ["", "suite", "turns", "tool calls", "stumbles", "cost", "wall clock"];
  const lines = table([header, ...rows], [2, 3, 4, 5, 6], (cell, row, column) => {
    if (row === 0) return colors.dim(cell);
    const result = results[row - 1];
    return column === 0 && result ? verdictMark(result.verdict, colors) : cell;
  });
  const withReasons = lines.flatMap((line, index) => {
    const reason = index === 0 ? undefined : results[index - 1]?.reasons[0];
    return [line, ...(reason ? hanging("      ", excerpt(reason, 240), options.width).map(colors.dim) : [])];
  });
  const count = (verdict: RunResult["verdict"]) => results.filter((run) => run.verdict === verdict).length;
  const total = `${results.length} runs: ${count("passed")} passed, ${count("failed")} failed, ${count("incomplete")} incomplete`;
  return `${[colors.bold("Summary"), ...withReasons, "", total].join("\n")}\n`;
}

function metric(result: RunResult, name: string): string {
  const found = result.metrics.find((row) => row.name === name);
  return found ? metricValue(name, found.actual) : "";
}
