import { readFileSync, writeFileSync } from "node:fs";
import type { machine } from "./machine.ts";
import type { Row } from "./row.ts";
import { markdown } from "./table.ts";

const BEGIN = "<!-- begin table: written by bench:performance --docs -->";
const END = "<!-- end table -->";

export interface Report {
  startedAt: string;
  machine: ReturnType<typeof machine>;
  rows: readonly Row[];
  notes: readonly string[];
}

/** Puts the table, with machine and date, between the marks of a page. Throws when the page has no marks. */
export function writeTable(path: string, report: Report): void {
  const page = readFileSync(path, "utf8");
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${path} has no place for the table.`);
  const { processor, cores, memoryGB, system, bun } = report.machine;
  const text = [
    BEGIN,
    "",
    `Measured on ${report.startedAt.slice(0, 10)}: ${processor}, ${cores} cores, ${memoryGB} GB, ${system}, Bun ${bun}.`,
    "",
    markdown(report.rows),
    "",
    ...report.notes.map((note) => `- ${note}`),
    "",
  ].join("\n");
  writeFileSync(path, page.slice(0, begin) + text + page.slice(end));
}
