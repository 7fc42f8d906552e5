import { expect, test } from "bun:test";
import { metricValues, summarise } from "../../../../scripts/agent-benchmark/compare/summary.ts";
import { aResult } from "../../../helpers/result.ts";

const turns = (actual: number | null) => [{ name: "turns", actual, baseline: null, delta: null }];

test("k of n with its interval, incomplete runs beside it, flaky never hidden by a mean", () => {
  const runs = [
    aResult({ metrics: turns(3) }),
    aResult({ metrics: turns(5) }),
    aResult({ verdict: "failed", reasons: ["The screen misses it."], metrics: turns(9) }),
    aResult({ verdict: "incomplete", reasons: ["It timed out."], metrics: turns(100) }),
  ];
  const [summary] = summarise(runs);
  expect(summary).toMatchObject({ suite: "bug-repro", passed: 2, failed: 1, incomplete: 1, flaky: true });
  expect(summary?.rate).toBeCloseTo(2 / 3, 12);
  expect(summary?.passAt).toEqual([
    { k: 1, anyOf: 1 - 1 / 3, allOf: 2 / 3 },
    { k: 3, anyOf: 1, allOf: 0 },
    { k: 5, anyOf: null, allOf: null },
  ]);
  expect(summary?.metrics).toEqual([
    { name: "turns", spread: { n: 3, median: 5, min: 3, max: 9, q1: 4, q3: 7 } },
  ]);
});

test("suites are kept apart and in order; a suite without a judged run has no rate", () => {
  const summaries = summarise([
    aResult({ suite: { name: "ux-flow" }, verdict: "incomplete", reasons: ["x"] }),
    aResult({ suite: { name: "bug-repro" } }),
  ]);
  expect(summaries.map(({ suite, rate, interval }) => ({ suite, rate, low: interval?.low ?? null }))).toEqual(
    [
      { suite: "bug-repro", rate: 1, low: expect.closeTo(0.2065, 3) },
      { suite: "ux-flow", rate: null, low: null },
    ],
  );
});

test("a metric that was not reported is left out, never counted as zero", () => {
  expect(
    metricValues(
      [aResult({ metrics: turns(null) }), aResult({ metrics: turns(4) }), aResult({ metrics: [] })],
      "turns",
    ),
  ).toEqual([4]);
});
