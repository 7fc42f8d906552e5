/** A seeded generator of numbers in [0, 1): mulberry32. Its state can be saved. */
export interface Random {
  next(): number;
  state(): number;
  setState(state: number): void;
}

/** A generator that gives the same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    next() {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = state;
      t = Math.imul(t ^ (t >>> 15), t | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    },
    state: () => state,
    setState(value) {
      state = value >>> 0;
    },
  };
}
