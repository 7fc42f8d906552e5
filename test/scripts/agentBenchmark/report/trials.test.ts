import { describe, expect, test } from "bun:test";
import { measure } from "../../../../scripts/agent-benchmark/compare/measures.ts";
import { summarise } from "../../../../scripts/agent-benchmark/compare/summary.ts";
import { REPORTERS } from "../../../../scripts/agent-benchmark/report/index.ts";
import { renderMeasures } from "../../../../scripts/agent-benchmark/report/measures.ts";
import {
  percent,
  percentInterval,
  points,
  pointsInterval,
} from "../../../../scripts/agent-benchmark/report/rates.ts";
import { renderTrials } from "../../../../scripts/agent-benchmark/report/trials.ts";
import { aResult } from "../../../helpers/result.ts";

const plain = { color: false, width: 90 };
const turns = (actual: number) => [{ name: "turns", actual, baseline: null, delta: null }];

test("k of n with its interval, pass@k and pass^k, flaky and the spread of each metric", () => {
  const runs = [
    ...[3, 4, 5, 6].map((count) => aResult({ metrics: turns(count) })),
    aResult({ verdict: "failed", reasons: ["no"], metrics: turns(20) }),
    aResult({ verdict: "incomplete", reasons: ["no"], metrics: turns(99) }),
  ];
  expect(renderTrials(summarise(runs), plain)).toBe(`\
Trials (in brackets: 95% interval of the pass rate, Wilson)
  bug-repro  4 of 5 passed, 80% (38–96%), 1 incomplete
    FLAKY: the same task both passed and failed
    of k runs, k =                  1     3     5
    at least one passes (pass@k)  80%  100%  100%
    all pass (pass^k)             80%   40%    0%
    judged runs  median  least  most  1st quartile  3rd quartile  n
    Turns             5      3    20             4             6  5
`);
});

test("what needs more runs is undefined, not zero", () => {
  const text = renderTrials(summarise([aResult({ metrics: [] }), aResult({ metrics: [] })]), plain);
  expect(text).toMatch(/pass@k\)\s+100%\s+–\s+–\n/);
  expect(text).toContain("– is undefined: it needs at least k judged runs");
  expect(text).not.toContain("FLAKY");
});

test("suites that ran once have no trials to summarise", () => {
  expect(renderTrials(summarise([aResult(), aResult({ suite: { name: "ux-flow" } })]), plain)).toBe("");
  expect(REPORTERS.text([aResult()], plain)).not.toContain("Measures of");
});

test("measures stand with their definitions in words", () => {
  const late = aResult({ verdict: "failed", reasons: ["no"], suite: { task: { difficulty: "hard" } } });
  const text = renderMeasures(measure([aResult(), late]), plain);
  expect(text).toMatch(/^Measures of MobileAgentBench\n +all +medium +hard\n/);
  expect(text).toMatch(
    /Success rate +1 of 2, 50% \(9–91%\) +1 of 1, 100% \(21–100%\) +0 of 1, 0% \(0–79%\)\n/,
  );
  expect(text).toMatch(/Early stop +100% +– +100%\n/);
  expect(text).toContain("Early stop: of the failed runs, those in which the agent ended its turn by itself");
  expect(text).toMatch(/is read both\s+ways/);
});

describe("rates", () => {
  test("0% and 100% are said only of none and all", () => {
    expect([0, 0.001, 0.5, 0.999, 1].map(percent)).toEqual(["0%", "1%", "50%", "99%", "100%"]);
    expect(percent(null)).toBe("–");
    expect(percentInterval({ low: 0.376, high: 0.964 })).toBe("38–96%");
    expect(percentInterval(null)).toBe("");
  });

  test("differences carry a sign", () => {
    expect([-0.8, 0, 0.254].map(points)).toEqual(["−80 points", "0 points", "+25 points"]);
    expect(pointsInterval({ low: -0.97, high: -0.09 })).toBe("−97 to −9");
  });
});

test("of many trials only those that did not pass are told in full", () => {
  const trials = [1, 2, 3, 4, 5].map((trial) => aResult({ run: { trial, id: `run-${trial}` } }));
  const failed = aResult({ verdict: "failed", reasons: ["no"], run: { trial: 6, id: "run-6" } });
  const text = REPORTERS.text([...trials, failed], plain);
  expect(text).toStartWith("FAIL  bug-repro · trial 6");
  expect(text).not.toContain("run-1");
  expect(text).toContain("6 runs: 5 passed, 1 failed, 0 incomplete");
  expect(REPORTERS.text(trials.slice(0, 2), plain)).toContain("run-1");
});
