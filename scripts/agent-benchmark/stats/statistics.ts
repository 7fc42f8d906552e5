/*
 * Statistics of pass rates and of metrics. This module imports nothing; its tests compare it with published tables.
 */

/** The 97.5 % point of the standard normal distribution. */
const Z95 = 1.959963984540054;

export interface Interval {
  low: number;
  high: number;
}

/**
 * Wilson's score interval (95 %, no continuity correction) for `passed` of `n`; null when n is 0.
 * Source: Wilson 1927; method 3 of Newcombe, Statistics in Medicine 17 (1998) 857-872.
 */
export function wilson(passed: number, n: number): Interval | null {
  if (n === 0) return null;
  const p = passed / n;
  const z2 = Z95 * Z95;
  const centre = p + z2 / (2 * n);
  const spread = Z95 * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  const scale = 1 + z2 / n;
  return {
    low: passed === 0 ? 0 : (centre - spread) / scale,
    high: passed === n ? 1 : (centre + spread) / scale,
  };
}

/**
 * Newcombe's interval (95 %) for the difference p1 - p2 of two independent rates; null when a side has no runs.
 * Source: method 10 of Newcombe, Statistics in Medicine 17 (1998) 873-890.
 */
export function newcombe(passed1: number, n1: number, passed2: number, n2: number): Interval | null {
  const one = wilson(passed1, n1);
  const two = wilson(passed2, n2);
  if (!one || !two) return null;
  const p1 = passed1 / n1;
  const p2 = passed2 / n2;
  const difference = p1 - p2;
  return {
    low: difference - Math.hypot(p1 - one.low, two.high - p2),
    high: difference + Math.hypot(one.high - p1, p2 - two.low),
  };
}

/**
 * pass@k: the chance that at least one of k runs passes, estimated without bias from c passes in n runs:
 * 1 - C(n-c, k) / C(n, k). Null (undefined, not zero) when n < k. Source: Chen et al. 2021, arXiv 2107.03374, eq. 1.
 */
export function passAtK(n: number, c: number, k: number): number | null {
  if (!validDraw(n, c, k)) return null;
  if (n - c < k) return 1;
  let miss = 1;
  for (let i = 0; i < k; i += 1) miss *= (n - c - i) / (n - i);
  return 1 - miss;
}

/**
 * pass^k: the chance that all of k runs pass, C(c, k) / C(n, k). Null when n < k.
 * Source: Yao et al. 2024 (tau-bench), arXiv 2406.12045.
 */
export function passHatK(n: number, c: number, k: number): number | null {
  if (!validDraw(n, c, k)) return null;
  if (c < k) return 0;
  let all = 1;
  for (let i = 0; i < k; i += 1) all *= (c - i) / (n - i);
  return all;
}

function validDraw(n: number, c: number, k: number): boolean {
  return Number.isInteger(k) && k >= 1 && n >= k && c >= 0 && c <= n;
}

/** Quantile by linear interpolation between order statistics (type 7 of Hyndman and Fan 1996); null for no values. */
export function quantile(values: readonly number[], q: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * q;
  const below = Math.floor(position);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (high - low) * (position - below);
}

export function median(values: readonly number[]): number | null {
  return quantile(values, 0.5);
}

export interface Spread {
  n: number;
  median: number;
  min: number;
  max: number;
  /** First and third quartile. */
  q1: number;
  q3: number;
}

/** Median and spread; null for no values. */
export function spread(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const at = (q: number) => quantile(values, q) as number;
  return { n: values.length, median: at(0.5), min: at(0), max: at(1), q1: at(0.25), q3: at(0.75) };
}

/** mulberry32, a 32-bit generator with a fixed seed: the same numbers on every machine. Source: Tommy Ettinger, public domain. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Percentile bootstrap interval (95 %) for median(a) - median(b), with a fixed seed. Null when a side has fewer than
 * two values: one value has no spread to draw from. Source: Efron and Tibshirani 1993, chapter 13.
 */
export function bootstrapMedianDifference(
  a: readonly number[],
  b: readonly number[],
  options: { resamples?: number; seed?: number } = {},
): Interval | null {
  if (a.length < 2 || b.length < 2) return null;
  const { resamples = 2000, seed = 20260101 } = options;
  const random = seededRandom(seed);
  const draw = (values: readonly number[]) =>
    median(Array.from(values, () => values[Math.floor(random() * values.length)] as number)) as number;
  const differences = Array.from({ length: resamples }, () => draw(a) - draw(b));
  return { low: quantile(differences, 0.025) as number, high: quantile(differences, 0.975) as number };
}
