import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  diffSequence,
  SEQUENCE_LIMITS,
  toolSequence,
  unlistedCalls,
} from "../../../../scripts/agent-benchmark/audit/index.ts";
import { auditEvents, call, init, result } from "./events.ts";

const SIGNS = { same: " ", missing: "−", extra: "+", gap: "…" } as const;
const show = (baseline: string[], actual: string[]) =>
  diffSequence(baseline, actual).diff.map((line) => SIGNS[line.kind] + line.tool);

/** The length of a longest common subsequence, by the textbook table. */
function lcsLength(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const left of a) {
    const next = [0];
    b.forEach((right, index) => {
      next.push(left === right ? (row[index] ?? 0) + 1 : Math.max(next[index] ?? 0, row[index + 1] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe("sequence diff", () => {
  test("skipped and added calls, with their places", () => {
    expect(show(["observe", "tapOn", "observe"], ["observe", "swipe", "observe"])).toEqual([
      " observe",
      "−tapOn",
      "+swipe",
      " observe",
    ]);
    expect(diffSequence(["a", "b"], ["b", "c"]).diff).toEqual([
      { kind: "missing", tool: "a", baselineIndex: 0, actualIndex: null },
      { kind: "same", tool: "b", baselineIndex: 1, actualIndex: 0 },
      { kind: "extra", tool: "c", baselineIndex: null, actualIndex: 1 },
    ]);
  });

  test("without a baseline there is nothing to compare", () => {
    expect(diffSequence([], ["a"])).toEqual({
      diff: [],
      note: null,
      counts: { same: 0, missing: 0, extra: 0 },
    });
  });

  test("equal calls far from a difference are a gap that says how many", () => {
    const calls = Array<string>(20).fill("observe");
    expect(show(["tapOn", ...calls], calls)).toEqual(["−tapOn", " observe", " observe", " observe", "…17"]);
    expect(show(calls, calls)).toEqual(["…20"]);
  });

  test("it is a longest common subsequence, and both sides can be read back from it", () => {
    const tool = fc.constantFrom("a", "b", "c", "d");
    const calls = fc.array(tool, { maxLength: 25 });
    fc.assert(
      fc.property(calls, calls, (baseline, actual) => {
        fc.pre(baseline.length > 0);
        const { counts, diff, note } = diffSequence(baseline, actual);
        expect(note).toBeNull();
        expect(counts.same).toBe(lcsLength(baseline, actual));
        expect(counts.same + counts.missing).toBe(baseline.length);
        expect(counts.same + counts.extra).toBe(actual.length);
        const indexes = (side: "baselineIndex" | "actualIndex") => diff.flatMap((line) => line[side] ?? []);
        for (const side of [indexes("baselineIndex"), indexes("actualIndex")]) {
          expect(side).toEqual([...new Set(side)].sort((a, b) => a - b));
        }
        for (const line of diff) {
          if (line.baselineIndex !== null)
            expect<string | undefined>(baseline[line.baselineIndex]).toBe(line.tool);
          if (line.actualIndex !== null) expect<string | undefined>(actual[line.actualIndex]).toBe(line.tool);
        }
        expect(diff.filter((line) => line.kind === "missing")).toHaveLength(counts.missing);
        expect(diff.filter((line) => line.kind === "extra")).toHaveLength(counts.extra);
      }),
    );
  });

  test("20,000 disjoint calls: everything counted, the beginning shown, said so", () => {
    const { counts, diff, note } = diffSequence(Array(20_000).fill("a"), Array(20_000).fill("b"));
    expect(counts).toEqual({ same: 0, missing: 20_000, extra: 20_000 });
    expect(diff).toHaveLength(SEQUENCE_LIMITS.lines);
    expect(note).toBe("39000 more lines are not shown: 20000 calls are missing and 20000 are extra in all.");
  });

  test("20,000 shuffled calls: only the beginning is compared, said so", () => {
    const scrambled = (seed: number) =>
      Array.from({ length: 20_000 }, (_, index) => `tool${(Math.imul(index + seed, 2654435761) >>> 8) % 30}`);
    const { counts, note } = diffSequence(scrambled(1), scrambled(77_777));
    expect(counts.same).toBeGreaterThan(0);
    expect(counts.same + counts.missing).toBe(20_000);
    expect(note).toContain(`Only the first ${SEQUENCE_LIMITS.compared} calls that differ were compared`);
  });

  test("long equal ends do not use up the comparison", () => {
    const calls = Array.from({ length: 10_000 }, (_, index) => `tool${index % 7}`);
    const { counts, note } = diffSequence([...calls, "a", ...calls], [...calls, "b", ...calls]);
    expect(counts).toEqual({ same: 20_000, missing: 1, extra: 1 });
    expect(note).toBeNull();
  });

  test("calls that a huge run does not list are said", () => {
    expect(diffSequence(["a"], ["a"], 3).note).toBe(
      "The run made 3 more tool calls than are listed; they are not compared.",
    );
    expect(unlistedCalls(auditEvents([init(), call("m1", "t1", "observe"), result()]).audit)).toBe(0);
  });

  test("the sequence of a run leaves out infrastructure", () => {
    const { audit } = auditEvents([
      init(),
      call("m1", "t1", "ToolSearch"),
      call("m1", "t2", "observe"),
      call("m1", "t3", "Read"),
      result(),
    ]);
    expect(toolSequence(audit)).toEqual(["observe", "Read"]);
  });
});
