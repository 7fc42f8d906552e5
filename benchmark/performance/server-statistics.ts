/** Of one series, in milliseconds. */
export interface Distribution {
  p50: number;
  p95: number;
  min: number;
  max: number;
  count: number;
}

/** Nearest-rank percentiles. */
export function distribution(values: readonly number[]): Distribution {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return {
    p50: rank(0.5),
    p95: rank(0.95),
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
    count: sorted.length,
  };
}

/** How many times as long the other takes, at the median. */
export function ratio(ours: Distribution, other: Distribution): number {
  return other.p50 / ours.p50;
}

/** A plain table: p50 and p95 of each contestant, and how many times as long the others take. */
export function table(
  names: readonly string[],
  rows: readonly { what: string; cells: Distribution[] }[],
): string {
  const head = [
    "",
    ...names.map((name) => `${name} p50 / p95 ms`),
    ...names.slice(1).map((name) => `${name} : ours`),
  ];
  const body = rows.map(({ what, cells }) => [
    what,
    ...cells.map(({ p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`),
    ...cells.slice(1).map((cell) => `${ratio(cells[0]!, cell).toFixed(1)} x`),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((row) => row[column]!.length)));
  return [head, ...body]
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
