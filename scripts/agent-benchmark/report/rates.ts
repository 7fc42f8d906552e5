import type { Interval } from "../stats/statistics.ts";

/** A rate as a whole percentage; what is undefined says so with a dash, never with 0. */
export function percent(rate: number | null): string {
  return rate === null ? "–" : `${wholePercent(rate)}%`;
}

/** An interval of rates: "38–96%"; empty for none. */
export function percentInterval(interval: Interval | null): string {
  return interval ? `${wholePercent(interval.low)}–${wholePercent(interval.high)}%` : "";
}

/** A difference of rates in percentage points with its sign. */
export function points(difference: number | null): string {
  return difference === null ? "–" : `${signed(Math.round(difference * 100))} points`;
}

/** An interval of differences in percentage points: "−97 to −9"; empty for none. */
export function pointsInterval(interval: Interval | null): string {
  if (!interval) return "";
  return `${signed(Math.round(interval.low * 100))} to ${signed(Math.round(interval.high * 100))}`;
}

function signed(value: number): string {
  if (value === 0) return "0";
  return value < 0 ? `−${-value}` : `+${value}`;
}

/** Never 0 or 100 for what is only close to it: those two say "none" and "all". */
function wholePercent(rate: number): number {
  const rounded = Math.round(rate * 100);
  if (rounded === 0 && rate > 0) return 1;
  if (rounded === 100 && rate < 1) return 99;
  return rounded;
}
