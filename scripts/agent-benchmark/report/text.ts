import pico from "picocolors";
import { artifactWords } from "../artifacts.ts";
import type { Check, Metric, RunResult, Stumble } from "../result.ts";
import { columns, hanging, table } from "./layout.ts";
import { excerpt, neutralise, neutraliseLines } from "./neutralise.ts";
import { diffLines } from "./sequence.ts";
import { shownPath } from "./shown-path.ts";
import { embeddedWords, metricDelta, metricValue, metricWords, VERDICT_WORDS } from "./words.ts";

export interface TextOptions {
  color: boolean;
  /** Terminal columns. */
  width: number;
  /** Paths below it are shown relative to it. */
  cwd?: string;
}

type Colors = ReturnType<typeof pico.createColors>;

interface Page {
  colors: Colors;
  width: number;
}

/** Stumbles beyond this many are counted, not listed. */
const MOST_STUMBLES = 10;

/** The report of one run for a terminal. Everything that came from an agent, an app or a file is neutralised. */
export function renderText(result: RunResult, options: TextOptions): string {
  const page: Page = { colors: pico.createColors(options.color), width: Math.max(60, options.width) };
  const started = result.run.wallClockSeconds !== null;
  const sections = [
    verdictLines(result, page),
    titled("Why", reasonLines(result, page), page),
    titled(
      "Checks",
      result.checks.flatMap((check) => checkLines(check, page)),
      page,
    ),
    titled("Metrics", metricLines(started ? result.metrics : [], result.baseline.present, page), page),
    titled("Tool sequence", sequenceLines(result, page), page),
    titled("Baseline", sentences(started ? baselineWords(result) : [], page), page),
    titled("Stumbles", stumbleLines(result, page), page),
    titled("Notes", sentences(result.run.notes, page), page),
    titled("Artifacts", artifactLines(result, options.cwd), page),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** The verdict in the colour it has everywhere. */
export function verdictMark(verdict: RunResult["verdict"], colors: Colors): string {
  const word = VERDICT_WORDS[verdict];
  if (verdict === "passed") return colors.bold(colors.green(word));
  return colors.bold(verdict === "failed" ? colors.red(word) : colors.yellow(word));
}

function verdictLines(result: RunResult, page: Page): string[] {
  const { colors } = page;
  const { run, claude, device, server } = result;
  const trial = run.trial === null ? "" : ` · trial ${run.trial}`;
  const model = claude.observedModel ?? claude.requestedModel;
  const facts = [
    model ? `model ${model}` : null,
    claude.version ? `Claude Code ${claude.version}` : null,
    device ? `device ${device.serial}` : null,
    server.instructions ? "server instructions on" : null,
  ].filter((fact) => fact !== null);
  const embedded = embeddedWords(run);
  return [
    `${verdictMark(result.verdict, colors)}  ${colors.bold(neutralise(result.suite.name))}${trial}${colors.dim(`  ${neutralise(run.id)}`)}`,
    ...(facts.length > 0 ? hanging("  ", neutralise(facts.join(" · ")), page.width).map(colors.dim) : []),
    ...(embedded ? hanging("  ", embedded, page.width).map(colors.yellow) : []),
  ];
}

function titled(title: string, lines: string[], page: Page): string[] {
  return lines.length === 0 ? [] : [page.colors.bold(title), ...lines];
}

function sentences(texts: readonly string[], page: Page): string[] {
  return texts.flatMap((text) => hanging("  • ", neutralise(text), page.width));
}

/** The reasons; the harness's own problem stands in the place of the reason that it is, with what to do. */
function reasonLines({ reasons, run: { problem } }: RunResult, page: Page): string[] {
  const others = reasons.filter((reason) => reason !== problem?.message);
  return [...(problem ? problemLines(problem, page) : []), ...sentences(others, page)];
}

function problemLines(problem: NonNullable<RunResult["run"]["problem"]>, page: Page): string[] {
  const where = problem.where ? `${problem.where}: ` : "";
  return [
    ...hanging("  • ", neutralise(`${where}${problem.message} [${problem.code}]`), page.width),
    ...(problem.frame ? neutraliseLines(problem.frame) : []),
    ...(problem.hint ? hanging("    → ", neutralise(problem.hint), page.width) : []),
  ];
}

function checkLines(check: Check, page: Page): string[] {
  const { colors } = page;
  const mark = check.passed ? colors.green("✓") : colors.red("✗");
  const head = `  ${mark} ${check.kind.padEnd(6)}  `;
  const lines = hanging(head, `expected  ${excerpt(check.expected, 300)}`, page.width);
  const source = check.kind === "answer" ? "replied " : "showed  ";
  const indent = " ".repeat(columns(head));
  const observed = check.observed === null ? "could not be observed" : excerpt(check.observed, 300);
  lines.push(...hanging(`${indent}${source}  `, observed === "" ? "nothing" : observed, page.width));
  if (check.reason) lines.push(...hanging(indent, neutralise(check.reason), page.width));
  if (!check.passed && check.evidence) lines.push(colors.dim(`${indent}see ${neutralise(check.evidence)}`));
  return lines;
}

function metricLines(metrics: readonly Metric[], compared: boolean, page: Page): string[] {
  if (metrics.length === 0) return [];
  const rows = metrics.map((metric) => [
    `  ${neutralise(metricWords(metric.name))}`,
    metricValue(metric.name, metric.actual),
    ...(compared
      ? [
          metric.baseline === null ? "–" : metricValue(metric.name, metric.baseline),
          metricDelta(metric.name, metric.delta),
        ]
      : []),
  ]);
  const header = ["", "actual", ...(compared ? ["baseline", "delta"] : [])];
  return table([header, ...rows], [1, 2, 3], (cell, row) => (row === 0 ? page.colors.dim(cell) : cell));
}

function sequenceLines(result: RunResult, page: Page): string[] {
  const { actual, baseline, diff, note } = result.sequence;
  if (baseline.length === 0) {
    if (actual.length === 0) return [];
    return hanging("  ", neutralise(actual.join(" → ")), page.width);
  }
  return diffLines(diff, note, { left: "the baseline", right: "this run" }, page);
}

function baselineWords(result: RunResult): string[] {
  const { warnings, written, notWrittenBecause, present } = result.baseline;
  const snippet = written
    ? [`baseline.yml was written: paste it into the suite to compare later runs with this one.`]
    : notWrittenBecause && !present
      ? [`No baseline.yml: ${notWrittenBecause}`]
      : [];
  return [...warnings, ...snippet];
}

function stumbleLines(result: RunResult, page: Page): string[] {
  const stumbles = result.audit?.stumbles ?? [];
  const total = Math.max(result.audit?.totals.stumbles ?? 0, stumbles.length);
  const lines = stumbles.slice(0, MOST_STUMBLES).flatMap((stumble) => stumbleLine(stumble, page));
  if (total > MOST_STUMBLES) lines.push(`  and ${total - MOST_STUMBLES} more: see claude.jsonl`);
  return lines;
}

function stumbleLine(stumble: Stumble, page: Page): string[] {
  const what = stumble.kind === "pattern" ? `"${excerpt(stumble.pattern ?? "", 40)}"` : stumble.kind;
  const tool = stumble.tool ? ` in ${neutralise(stumble.tool)}` : "";
  const text = stumble.text.trim() === "" ? "" : `: ${excerpt(stumble.text, 200)}`;
  return hanging("  • ", `${what}${tool} (claude.jsonl line ${stumble.line})${text}`, page.width);
}

function artifactLines(result: RunResult, cwd: string | undefined): string[] {
  const rows = Object.entries(result.artifacts).map(([name, path]) => [
    `    ${neutralise(path)}`,
    neutralise(artifactWords(name)),
  ]);
  const { directory } = result.run;
  const shown = cwd === undefined ? directory : shownPath(directory, cwd);
  return [`  ${neutralise(shown)}`, ...table(rows)];
}
