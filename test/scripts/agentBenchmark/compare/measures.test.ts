import { expect, test } from "bun:test";
import { measure } from "../../../../scripts/agent-benchmark/compare/measures.ts";
import { aCall, aResult } from "../../../helpers/result.ts";

const taps = (count: number, durationSeconds: number | null = null) => [
  aCall({ shortName: "observe" }),
  ...Array.from({ length: count }, () => aCall({ shortName: "tapOn", durationSeconds })),
];

test("success, efficiency, latency, tokens, early and late stops, by difficulty", () => {
  const groups = measure([
    aResult({ audit: { toolCalls: taps(4, 0.5) } }),
    aResult({ audit: { toolCalls: taps(12, 1.5) } }),
    aResult({
      verdict: "failed",
      reasons: ["x"],
      suite: { task: { difficulty: "hard" } },
      audit: { toolCalls: [], stopReason: "end_turn" },
    }),
    aResult({
      verdict: "failed",
      reasons: ["x"],
      suite: { task: { difficulty: "hard" } },
      audit: { toolCalls: [], stopReason: "max_tokens" },
    }),
    aResult({ verdict: "incomplete", reasons: ["x"], suite: { task: { difficulty: null } }, audit: null }),
  ]);
  expect(
    groups.map(({ group, measures }) => [group, measures.passed, measures.failed, measures.incomplete]),
  ).toEqual([
    ["all", 2, 2, 1],
    ["medium", 2, 0, 0],
    ["hard", 0, 2, 0],
    ["unstated", 0, 0, 1],
  ]);
  const all = groups[0]?.measures;
  expect(all).toMatchObject({
    successRate: 0.5,
    stepwiseEfficiency: 2,
    earlyStopRate: 0.5,
    lateStopRate: 0.5,
    tokens: 2350,
  });
  expect(all?.latencySeconds).toBeCloseTo((4 * 0.5 + 12 * 1.5) / 16, 12);
});

test("nothing is invented: no runs no groups, no minimum no efficiency, unreported tokens no mean", () => {
  expect(measure([])).toEqual([]);
  const [all] = measure([
    aResult({ suite: { task: { minSteps: null } }, audit: { usage: { outputTokens: null } } }),
  ]);
  expect(all?.measures).toMatchObject({
    stepwiseEfficiency: null,
    tokens: null,
    earlyStopRate: null,
    lateStopRate: null,
  });
});
