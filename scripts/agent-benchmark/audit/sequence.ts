import { createRequire } from "node:module";
import type DiffSequences from "@jest/diff-sequences";
import type { Audit, DiffLine } from "../result.ts";

/** Required, not imported: under Bun the package's ES module entry exports undefined (it takes `default` twice). */
const diffSequences: typeof DiffSequences = createRequire(import.meta.url)("@jest/diff-sequences").default;

/** Limits of the comparison; what lies beyond is said in the note. */
export const SEQUENCE_LIMITS = {
  /** Calls compared one by one on each side, after equal ends and calls that cannot match are set aside. */
  compared: 2_000,
  /** Lines shown, gaps included. */
  lines: 1_000,
  /** Equal calls shown around a difference. */
  context: 3,
} as const;

export interface SequenceDiff {
  diff: DiffLine[];
  /** What is not compared or not shown; null when everything is. */
  note: string | null;
  counts: { same: number; missing: number; extra: number };
}

/** Short names of the calls in order, without infrastructure. */
export function toolSequence(audit: Audit): string[] {
  return audit.toolCalls.filter((call) => !call.infrastructure).map((call) => call.shortName);
}

/** Calls of the run beyond those the audit lists one by one. */
export function unlistedCalls(audit: Audit): number {
  return audit.totals.toolCalls - audit.toolCalls.length;
}

type Pair = [baselineIndex: number, actualIndex: number];

/** Pairs of a longest common subsequence, in order, and how many calls on each side were left uncompared. */
function commonPairs(
  baseline: readonly string[],
  actual: readonly string[],
): { pairs: Pair[]; left: number } {
  const pairs: Pair[] = [];
  let start = 0;
  while (start < baseline.length && start < actual.length && baseline[start] === actual[start]) {
    pairs.push([start, start]);
    start += 1;
  }
  let tail = 0;
  while (
    tail < baseline.length - start &&
    tail < actual.length - start &&
    baseline[baseline.length - 1 - tail] === actual[actual.length - 1 - tail]
  ) {
    tail += 1;
  }
  // A call whose name the other side never uses can't match: dropping it keeps disjoint sequences linear.
  const indexes = (from: readonly string[], other: readonly string[]): number[] => {
    const names = new Set(other.slice(start, other.length - tail));
    const kept: number[] = [];
    for (let index = start; index < from.length - tail; index += 1) {
      if (names.has(from[index] ?? "")) kept.push(index);
    }
    return kept;
  };
  const allLeft = indexes(baseline, actual);
  const allRight = indexes(actual, baseline);
  const left = allLeft.slice(0, SEQUENCE_LIMITS.compared);
  const right = allRight.slice(0, SEQUENCE_LIMITS.compared);
  diffSequences(
    left.length,
    right.length,
    (a, b) => baseline[left[a] ?? -1] === actual[right[b] ?? -1],
    (count, a, b) => {
      for (let offset = 0; offset < count; offset += 1) {
        pairs.push([left[a + offset] ?? 0, right[b + offset] ?? 0]);
      }
    },
  );
  for (let index = tail; index > 0; index -= 1) pairs.push([baseline.length - index, actual.length - index]);
  return { pairs, left: Math.max(allLeft.length - left.length, allRight.length - right.length) };
}

function fullDiff(
  baseline: readonly string[],
  actual: readonly string[],
  pairs: readonly Pair[],
): DiffLine[] {
  const lines: DiffLine[] = [];
  let b = 0;
  let a = 0;
  for (const [toB, toA] of [...pairs, [baseline.length, actual.length] as Pair]) {
    for (; b < toB; b += 1) {
      lines.push({ kind: "missing", tool: baseline[b] ?? "", baselineIndex: b, actualIndex: null });
    }
    for (; a < toA; a += 1) {
      lines.push({ kind: "extra", tool: actual[a] ?? "", baselineIndex: null, actualIndex: a });
    }
    if (b < baseline.length && a < actual.length) {
      lines.push({ kind: "same", tool: actual[a] ?? "", baselineIndex: b, actualIndex: a });
      b += 1;
      a += 1;
    }
  }
  return lines;
}

/** Leaves out equal calls far from any difference; a gap says how many. */
function withGaps(lines: readonly DiffLine[]): DiffLine[] {
  const { context } = SEQUENCE_LIMITS;
  const near = new Uint8Array(lines.length);
  lines.forEach((line, index) => {
    if (line.kind !== "same") near.fill(1, Math.max(0, index - context), index + context + 1);
  });
  const shown: DiffLine[] = [];
  let skipped = 0;
  const flush = (): void => {
    if (skipped > 0) {
      shown.push({ kind: "gap", tool: String(skipped), baselineIndex: null, actualIndex: null });
    }
    skipped = 0;
  };
  lines.forEach((line, index) => {
    if (near[index] === 0) {
      skipped += 1;
      return;
    }
    flush();
    shown.push(line);
  });
  flush();
  return shown;
}

/**
 * Compares the tool sequence of a run with the recorded one by a longest common subsequence: `missing` is a baseline
 * call the agent skipped, `extra` a call it added. Time is bounded at any length: beyond SEQUENCE_LIMITS only the
 * beginning is compared, and the note says so; `unlisted` calls of a huge run are only counted (see unlistedCalls). Without a baseline there is nothing to compare and the diff is empty.
 */
export function diffSequence(
  baseline: readonly string[],
  actual: readonly string[],
  unlisted = 0,
): SequenceDiff {
  if (baseline.length === 0) return { diff: [], note: null, counts: { same: 0, missing: 0, extra: 0 } };
  const { pairs, left } = commonPairs(baseline, actual);
  const counts = {
    same: pairs.length,
    missing: baseline.length - pairs.length,
    extra: actual.length - pairs.length,
  };
  const shown = withGaps(fullDiff(baseline, actual, pairs));
  const diff = shown.slice(0, SEQUENCE_LIMITS.lines);
  const notes: string[] = [];
  if (unlisted > 0) {
    notes.push(`The run made ${unlisted} more tool calls than are listed; they are not compared.`);
  }
  if (left > 0) {
    notes.push(
      `Only the first ${SEQUENCE_LIMITS.compared} calls that differ were compared; ${left} later calls are shown as missing or extra.`,
    );
  }
  if (shown.length > diff.length) {
    notes.push(
      `${shown.length - diff.length} more lines are not shown: ${counts.missing} calls are missing and ${counts.extra} are extra in all.`,
    );
  }
  return { diff, note: notes.length === 0 ? null : notes.join(" "), counts };
}
