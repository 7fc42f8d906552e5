import { type Spread, spread } from "./spread.ts";

export type Unit = "ms" | "s" | "MB" | "us";

/** One line of the table: something of ours beside something named, measured in the same run. */
export interface Row {
  group: string;
  what: string;
  unit: Unit;
  ours: Spread;
  /** A bound (the least that any program would do), a peer, or a fixed limit. */
  against: { name: string; kind: "bound" | "peer" | "limit"; value: Spread };
  /** ours / against, pair by pair, so that noise that hits both cancels: below 1 is less than the other. */
  ratio: Spread;
  /** The ratio must stay at or below `atMost`; null when the row only informs. */
  goal: { atMost: number; words: string } | null;
  repetitions: number;
}

export interface Paired {
  group: string;
  what: string;
  unit: Unit;
  ours: readonly number[];
  against: { name: string; kind: "bound" | "peer"; values: readonly number[] };
  goal: Row["goal"];
}

/** A row of repetitions that were made in turn (ours, the other, ours, the other ...). */
export function pairedRow({ group, what, unit, ours, against, goal }: Paired): Row {
  const ratios = ours.map((value, index) => value / (against.values[index] ?? Number.NaN));
  return {
    group,
    what,
    unit,
    ours: spread(ours),
    against: { name: against.name, kind: against.kind, value: spread(against.values) },
    ratio: spread(ratios),
    goal,
    repetitions: ours.length,
  };
}

/** A row beside a fixed limit. */
export function limitRow(options: {
  group: string;
  what: string;
  unit: Unit;
  ours: Spread;
  limit: number;
  repetitions: number;
}): Row {
  const { group, what, unit, ours, limit, repetitions } = options;
  return {
    group,
    what,
    unit,
    ours,
    against: { name: "limit", kind: "limit", value: { median: limit, min: limit, max: limit } },
    ratio: { median: ours.median / limit, min: ours.min / limit, max: ours.max / limit },
    goal: { atMost: 1, words: `below ${limit} ${unit}` },
    repetitions,
  };
}

/** Whether the median keeps the goal; null without one. */
export function keepsGoal({ goal, ratio }: Row): boolean | null {
  return goal === null ? null : ratio.median <= goal.atMost;
}
