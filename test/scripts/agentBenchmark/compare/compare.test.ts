import { describe, expect, test } from "bun:test";
import { compareRuns } from "../../../../scripts/agent-benchmark/compare/compare.ts";
import type { RunResult } from "../../../../scripts/agent-benchmark/result.ts";
import { aResult } from "../../../helpers/result.ts";

const real = { embedded: { device: false, model: false } };
const passed = (name: string, turns = 3, over: Parameters<typeof aResult>[0] = {}) =>
  aResult({
    suite: { name },
    run: real,
    metrics: [{ name: "turns", actual: turns, baseline: null, delta: null }],
    ...over,
  });
const failed = (name: string) => aResult({ suite: { name }, verdict: "failed", reasons: ["no"], run: real });
const incomplete = (name: string) =>
  aResult({ suite: { name }, verdict: "incomplete", reasons: ["no"], run: real });
const times = (count: number, make: (index: number) => RunResult) =>
  Array.from({ length: count }, (_, index) => make(index));
const suiteOf = (a: RunResult[], b: RunResult[]) => compareRuns(a, b).suites[0]!;

test("the four cells, and mixed or unjudged suites apart from them", () => {
  const a = [
    passed("both"),
    passed("fell"),
    failed("rose"),
    failed("never"),
    passed("mixed"),
    failed("mixed"),
  ];
  const b = [
    passed("both"),
    failed("fell"),
    passed("rose"),
    failed("never"),
    passed("mixed"),
    incomplete("gone"),
  ];
  expect(compareRuns(a, b).cells).toEqual({
    bothPassed: ["both"],
    onlyA: ["fell"],
    onlyB: ["rose"],
    bothFailed: ["never"],
    other: ["gone", "mixed"],
  });
});

describe("pass rates", () => {
  test("5 of 5 against 1 of 5 differs; the interval is Newcombe's, of B minus A", () => {
    const b = [passed("s"), ...times(4, () => failed("s"))];
    const { rate } = suiteOf(
      times(5, () => passed("s")),
      b,
    );
    expect(rate.verdict).toBe("differs");
    expect(rate.delta).toBeCloseTo(-0.8, 12);
    // Newcombe's method 10 from the Wilson limits 0.56552 (5 of 5) and 0.03622 to 0.62446 (1 of 5).
    expect(rate.interval?.low).toBeCloseTo(-0.8 - Math.hypot(0.2 - 0.03622, 0), 3);
    expect(rate.interval?.high).toBeCloseTo(-0.8 + Math.hypot(0.62446 - 0.2, 1 - 0.56552), 3);
  });

  test("5 of 5 against 3 of 5 is no difference that can be seen", () => {
    const b = [...times(3, () => passed("s")), failed("s"), failed("s")];
    expect(
      suiteOf(
        times(5, () => passed("s")),
        b,
      ).rate.verdict,
    ).toBe("no difference seen");
  });

  test("few runs are never called the same, but a gap they do show is called one", () => {
    expect(suiteOf([passed("s")], [passed("s")]).rate.verdict).toBe("not enough runs to tell");
    expect(suiteOf([passed("s")], [failed("s")]).rate.verdict).toBe("not enough runs to tell");
    expect(
      suiteOf(
        times(4, () => passed("s")),
        times(4, () => failed("s")),
      ).rate.verdict,
    ).toBe("differs");
  });

  test("incomplete runs count on no side", () => {
    const a = [...times(5, () => passed("s")), ...times(9, () => incomplete("s"))];
    const { rate, outcome } = suiteOf(
      a,
      times(5, () => passed("s")),
    );
    expect(rate).toMatchObject({ delta: 0, verdict: "no difference seen" });
    expect(outcome).toEqual({ a: "passed", b: "passed" });
  });

  test("incomplete runs are pointed at, with what one of them says", () => {
    const b = [...times(5, () => passed("s")), incomplete("s"), incomplete("s")];
    const { notes } = suiteOf(
      times(5, () => passed("s")),
      b,
    );
    expect(notes).toEqual([
      "2 of the 7 runs of B are incomplete and not in its rate: look at them first. One says: no",
    ]);
  });

  test("a side without a judged run has no rate to compare", () => {
    expect(suiteOf([incomplete("s")], [passed("s")]).rate).toEqual({
      delta: null,
      interval: null,
      verdict: "not enough runs to tell",
    });
  });
});

describe("metrics", () => {
  const turns = (values: number[]) => values.map((value) => passed("s", value));

  test("medians of passing runs; a clear shift differs, the delta is B minus A", () => {
    const { metrics } = suiteOf(turns([3, 4, 3, 4, 3, 4]), [...turns([9, 10, 9, 10, 9, 10]), failed("s")]);
    expect(metrics).toHaveLength(1);
    expect(metrics[0]).toMatchObject({ name: "turns", a: 3.5, b: 9.5, delta: 6, verdict: "differs" });
    expect(metrics[0]!.interval!.low).toBeGreaterThan(4);
    expect(metrics[0]!.interval!.high).toBeLessThan(8);
  });

  test("four runs are too few for a verdict on medians, however far apart", () => {
    const { metrics } = suiteOf(turns([3, 3, 3, 3]), turns([30, 31, 30, 31]));
    expect(metrics[0]).toMatchObject({ delta: 27.5, interval: null, verdict: "not enough runs to tell" });
  });

  test("times are not compared across devices; counts are", () => {
    const both = [
      { name: "turns", actual: 3, baseline: null, delta: null },
      { name: "wallClockSeconds", actual: 10, baseline: null, delta: null },
    ];
    const on = (model: string) =>
      times(5, () => passed("s", 3, { metrics: both, device: { fingerprint: { parts: { model } } } }));
    const { metrics, notes } = suiteOf(on("Pixel 9"), on("Pixel 4"));
    expect(metrics.map(({ name, delta, verdict }) => [name, delta, verdict])).toEqual([
      ["turns", 0, "no difference seen"],
      ["wallClockSeconds", null, "not comparable"],
    ]);
    expect(notes.join(" ")).toContain("another device");
  });
});

test("another task is not compared at all, only shown", () => {
  const other = passed("s", 3, { suite: { name: "s", digestParts: { prompt: "9999" } } });
  const suite = suiteOf([passed("s")], [other]);
  expect(suite).toMatchObject({
    rate: { delta: null, verdict: "not comparable" },
    metrics: [],
    sequence: null,
  });
  expect(suite.differences.map(({ what }) => what)).toEqual(["task"]);
  expect(suite.a?.passed).toBe(1);
});

test("tool sequences of a passing run of each side, A as the baseline", () => {
  const calls = (actual: string[]) =>
    passed("s", 3, { sequence: { actual, baseline: [], diff: [], note: null } });
  const { sequence } = suiteOf(
    [failed("s"), calls(["observe", "tapOn"])],
    [calls(["observe", "swipeOn", "tapOn"])],
  );
  expect(sequence?.diff.map(({ kind, tool }) => `${kind} ${tool}`)).toEqual([
    "same observe",
    "extra swipeOn",
    "same tapOn",
  ]);
});

describe("notes", () => {
  test("a suite that one side lacks says so", () => {
    expect(suiteOf([passed("s")], []).notes).toEqual(["Only one side has runs of this suite."]);
  });

  test("several changes at once can't be told apart", () => {
    const other = passed("s", 3, { claude: { version: "9.9.9", observedModel: "another" } });
    expect(suiteOf([passed("s")], [other]).notes.join(" ")).toContain(
      "More than one thing changed (Claude Code version, model)",
    );
  });

  test("embedded parts say what the runs measure", () => {
    const run = passed("s", 3, { run: { embedded: { device: true, model: true } } });
    expect(suiteOf([run], [run]).notes.join(" ")).toContain("not an agent");
  });
});
