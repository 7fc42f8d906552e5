import { keepsGoal, type Row } from "./row.ts";
import type { Spread } from "./spread.ts";

const HEAD = ["", "ours", "beside it", "ratio", "min-max", "goal", "n"];

/** The rows for a terminal. */
export function table(rows: readonly Row[]): string {
  const body = rows.map((row) => {
    const kept = keepsGoal(row);
    return [
      `${kept === null ? " " : kept ? "✓" : "✗"} ${row.group}: ${row.what}`,
      figure(row.ours, row.unit),
      `${row.against.name} ${figure(row.against.value, row.unit)}`,
      row.ratio.median.toFixed(2),
      `${row.ratio.min.toFixed(2)}-${row.ratio.max.toFixed(2)}`,
      row.goal ? `${row.goal.words} (<= ${row.goal.atMost})` : "",
      String(row.repetitions),
    ];
  });
  const widths = HEAD.map((_, column) =>
    Math.max(...[HEAD, ...body].map((line) => line[column]?.length ?? 0)),
  );
  return [HEAD, ...body]
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** The rows as a Markdown table, for docs/performance.md. */
export function markdown(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const kept = keepsGoal(row);
    const cells = [
      `${row.group}: ${row.what}`,
      `${figure(row.ours, row.unit)} (${range(row.ours)})`,
      `${row.against.name}: ${figure(row.against.value, row.unit)} (${range(row.against.value)})`,
      `${row.ratio.median.toFixed(2)} (${range(row.ratio)})`,
      row.goal ? `${row.goal.words}${kept ? "" : " — **missed**"}` : "—",
      String(row.repetitions),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| what | ours, median (min–max) | beside it | ratio | goal | n |",
    "| --- | ---: | ---: | ---: | --- | ---: |",
    ...lines,
  ].join("\n");
}

function figure({ median }: Spread, unit: Row["unit"]): string {
  return `${digits(median)} ${unit === "us" ? "µs" : unit}`;
}

function range({ min, max }: Spread): string {
  return min === max ? digits(min) : `${digits(min)}–${digits(max)}`;
}

/** Three significant digits, plainly. */
function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}
