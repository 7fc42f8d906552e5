import pico from "picocolors";
import type { Measures } from "../compare/measures.ts";
import { hanging, table } from "./layout.ts";
import { percent, percentInterval } from "./rates.ts";
import type { TextOptions } from "./text.ts";

export interface MeasuredGroup {
  group: string;
  measures: Measures;
}

interface MeasureRow {
  name: string;
  /** What it is, in words: the names are read differently elsewhere. */
  definition: string;
  /** The name says it; a terminal is spared the definition. */
  plain?: true;
  value(measures: Measures): string;
}

/** The measures of MobileAgentBench with their definitions, for every report. Source: arXiv 2406.08184, section 4.1. */
export const MEASURE_ROWS: readonly MeasureRow[] = [
  {
    name: "Success rate",
    plain: true,
    definition: "runs that passed, of those that passed or failed; incomplete runs are counted beside it",
    value: ({ passed, failed, successRate, interval }) =>
      successRate === null
        ? "–"
        : `${passed} of ${passed + failed}, ${percent(successRate)} (${percentInterval(interval)})`,
  },
  {
    name: "Incomplete",
    plain: true,
    definition: "runs that could not be prepared, carried out or judged; they say nothing about the agent",
    value: ({ incomplete }) => String(incomplete),
  },
  {
    name: "Step-wise efficiency",
    definition:
      "device actions divided by the task's fewest (task.minSteps), mean of passing runs; 1 is ideal, less is better",
    value: ({ stepwiseEfficiency }) => number(stepwiseEfficiency, 2),
  },
  {
    name: "Latency",
    definition: "mean seconds of a device call, by the times in the transcript",
    value: ({ latencySeconds }) => (latencySeconds === null ? "–" : `${latencySeconds.toFixed(1)} s`),
  },
  {
    name: "Tokens",
    plain: true,
    definition: "mean of a run, input, output and both kinds of cache together",
    value: ({ tokens }) => number(tokens, 0),
  },
  {
    name: "Early stop",
    definition:
      "of the failed runs, those in which the agent ended its turn by itself, as if the task were done",
    value: ({ earlyStopRate }) => percent(earlyStopRate),
  },
  {
    name: "Late stop",
    definition:
      "of the passing runs with a stated minimum, those that took more than twice the minimum of device actions, where the paper's tasks are cut off",
    value: ({ lateStopRate }) => percent(lateStopRate),
  },
];

/** Why early stop and late stop have the names they have. */
export const STOP_NOTE =
  "The paper names early and late stop false positive and false negative, and is read both ways; the words above are what is counted here.";

/** Measures as a table, groups side by side, each measure defined in words below it. */
export function renderMeasures(groups: readonly MeasuredGroup[], options: TextOptions): string {
  if (groups.length === 0) return "";
  const colors = pico.createColors(options.color);
  const header = ["", ...groups.map(({ group }) => group)];
  const rows = MEASURE_ROWS.map((row) => [
    `  ${row.name}`,
    ...groups.map(({ measures }) => row.value(measures)),
  ]);
  const definitions = MEASURE_ROWS.filter(({ plain }) => !plain).flatMap(({ name, definition }) =>
    hanging(`  ${name}: `, definition, options.width).map(colors.dim),
  );
  const lines = table([header, ...rows], [], (cell, row) => (row === 0 ? colors.dim(cell) : cell));
  definitions.push(...hanging("  ", STOP_NOTE, options.width).map(colors.dim));
  return `${[colors.bold("Measures of MobileAgentBench"), ...lines, "", ...definitions].join("\n")}\n`;
}

function number(value: number | null, digits: number): string {
  if (value === null) return "–";
  return value.toFixed(digits).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",");
}
