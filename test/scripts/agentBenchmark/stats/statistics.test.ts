import { describe, expect, test } from "bun:test";
import {
  bootstrapMedianDifference,
  median,
  newcombe,
  passAtK,
  passHatK,
  quantile,
  seededRandom,
  spread,
  wilson,
} from "../../../../scripts/agent-benchmark/stats/statistics.ts";

const round = (value: number | undefined) => Number(value?.toFixed(4));

describe("Wilson's interval, as in table I (method 3) of Newcombe 1998, Statistics in Medicine 17, 857-872", () => {
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("%i of %i", (passed, n, low, high) => {
    const interval = wilson(passed, n);
    expect([round(interval?.low), round(interval?.high)]).toEqual([low, high]);
  });

  test("five passes of five leave a lower bound of 0.57; no run leaves nothing", () => {
    expect(wilson(5, 5)?.low).toBeCloseTo(0.5655, 4);
    expect(wilson(5, 5)?.high).toBe(1);
    expect(wilson(0, 0)).toBeNull();
  });
});

describe("the difference of two rates, as in table II (method 10) of Newcombe 1998, 17, 873-890", () => {
  test.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [0, 10, 0, 10, -0.2775, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
  ])("%i/%i against %i/%i", (p1, n1, p2, n2, low, high) => {
    const interval = newcombe(p1, n1, p2, n2);
    expect([round(interval?.low), round(interval?.high)]).toEqual([low, high]);
  });
});

describe("pass@k and pass^k", () => {
  test("by counting every draw of k runs out of n", () => {
    for (const n of [1, 2, 3, 5, 6]) {
      for (let c = 0; c <= n; c += 1) {
        for (let k = 1; k <= n; k += 1) {
          const draws = combinations(n, k);
          const any = draws.filter((draw) => draw.some((run) => run < c)).length / draws.length;
          const all = draws.filter((draw) => draw.every((run) => run < c)).length / draws.length;
          expect(passAtK(n, c, k)).toBeCloseTo(any, 12);
          expect(passHatK(n, c, k)).toBeCloseTo(all, 12);
        }
      }
    }
  });

  test("undefined, not zero, when there are fewer runs than k", () => {
    expect(passAtK(2, 2, 3)).toBeNull();
    expect(passHatK(2, 2, 3)).toBeNull();
    expect(passAtK(0, 0, 1)).toBeNull();
  });
});

test("quantiles are those of R's default (type 7) for 1..10", () => {
  const values = [7, 3, 10, 1, 5, 2, 9, 4, 8, 6];
  expect([0, 0.25, 0.5, 0.75, 1].map((q) => quantile(values, q))).toEqual([1, 3.25, 5.5, 7.75, 10]);
  expect(median([])).toBeNull();
  expect(spread([2, 4])).toEqual({ n: 2, median: 3, min: 2, max: 4, q1: 2.5, q3: 3.5 });
});

test("the bootstrap is the same on every machine, covers the difference, and needs two values a side", () => {
  const a = [10, 11, 12, 13, 14, 15];
  const b = [1, 2, 3, 4, 5, 6];
  const interval = bootstrapMedianDifference(a, b);
  expect(interval).toEqual(bootstrapMedianDifference(a, b));
  expect(interval?.low).toBeGreaterThan(0);
  expect(interval?.low).toBeLessThanOrEqual(9);
  expect(interval?.high).toBeGreaterThanOrEqual(9);
  expect(bootstrapMedianDifference([1], b)).toBeNull();
  const random = seededRandom(1);
  expect(random()).toBeCloseTo(0.6270739405881613, 12);
});

function combinations(n: number, k: number, from = 0): number[][] {
  if (k === 0) return [[]];
  return Array.from({ length: n - from }, (_, i) => from + i).flatMap((first) =>
    combinations(n, k - 1, first + 1).map((rest) => [first, ...rest]),
  );
}
