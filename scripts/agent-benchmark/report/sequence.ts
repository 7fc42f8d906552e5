import type pico from "picocolors";
import type { DiffLine } from "../result.ts";
import { columns, hanging } from "./layout.ts";
import { neutralise } from "./neutralise.ts";

type Colors = ReturnType<typeof pico.createColors>;

/** Two tool sequences beside each other: what is on one side only is marked, long equal stretches are left out. */
export function diffLines(
  diff: readonly DiffLine[],
  note: string | null,
  names: { left: string; right: string },
  page: { colors: Colors; width: number },
): string[] {
  const { colors } = page;
  if (diff.every((line) => line.kind === "same" || line.kind === "gap")) {
    const calls = diff.reduce((sum, line) => sum + (line.kind === "gap" ? Number(line.tool) : 1), 0);
    return [`  the same ${calls} calls as ${names.left}`];
  }
  const indexes = diff.flatMap((line) => [line.baselineIndex ?? 0, line.actualIndex ?? 0]);
  const width = String(Math.max(...indexes)).length;
  const index = (value: number | null) => (value === null ? "" : String(value)).padStart(width);
  return [
    colors.dim(
      `  − in ${names.left} only, + in ${names.right} only; indexes: ${names.left.replace(/^the /, "")}, ${names.right}`,
    ),
    ...diff.map((line) => diffLine(line, `${index(line.baselineIndex)} ${index(line.actualIndex)}`, colors)),
    ...(note ? hanging("  ", neutralise(note), page.width) : []),
  ];
}

function diffLine(line: DiffLine, indexes: string, colors: Colors): string {
  const tool = neutralise(line.tool);
  if (line.kind === "gap") return colors.dim(`    ${" ".repeat(columns(indexes))}  ⋯ ${tool}`);
  if (line.kind === "missing") return colors.red(`  − ${indexes}  ${tool}`);
  if (line.kind === "extra") return colors.green(`  + ${indexes}  ${tool}`);
  return `    ${indexes}  ${tool}`;
}
