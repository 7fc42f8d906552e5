/**
 * Identifiers of a stream, remembered as numbers. A million events hold millions of short-lived strings; keeping some
 * of them alive among the others costs the collector more than everything else the audit does, so none is kept.
 */

/**
 * 53 bits of a string: equal strings, equal numbers. After cyrb53 (public domain, github.com/bryc/code), with two
 * UTF-16 units in each round.
 */
export function hashText(text: string): number {
  const { length } = text;
  let high = 0xdeadbeef ^ length;
  let low = 0x41c6ce57;
  let index = 0;
  for (; index < length - 1; index += 2) {
    const units = text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16);
    high = Math.imul(high ^ units, 2654435761);
    // Halves swapped, so that either unit reaches the low bits of one lane.
    low = Math.imul(low ^ ((units >>> 16) | (units << 16)), 1597334677);
  }
  if (index < length) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

export interface RecentNumbers {
  /** The value (a 32-bit integer) of a key (an integer); undefined when it was never set or is forgotten. */
  get(key: number): number | undefined;
  set(key: number, value: number): void;
}

interface Table {
  keys: Float64Array;
  values: Int32Array;
  used: number;
}

/** Slot of a key in an open-addressing table, or of the free slot where it would go. A free slot's key is 0. */
function slotOf({ keys }: Table, key: number): number {
  const mask = keys.length - 1;
  let slot = key & mask;
  while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
  return slot;
}

/** A map that forgets its oldest entries: it holds at least `limit` of the newest and never twice as many. */
export function createRecentNumbers(limit: number): RecentNumbers {
  const size = 2 ** Math.ceil(Math.log2(limit * 2 + 2));
  const table = (): Table => ({ keys: new Float64Array(size), values: new Int32Array(size), used: 0 });
  let young = table();
  let old = table();
  const valueIn = (from: Table, key: number): number | undefined => {
    const slot = slotOf(from, key);
    return from.keys[slot] === key ? from.values[slot] : undefined;
  };
  return {
    get(key) {
      const real = key === 0 ? 1 : key;
      return valueIn(young, real) ?? valueIn(old, real);
    },
    set(key, value) {
      const real = key === 0 ? 1 : key;
      const slot = slotOf(young, real);
      if (young.keys[slot] !== real) young.used += 1;
      young.keys[slot] = real;
      young.values[slot] = value;
      if (young.used < limit) return;
      const emptied = old;
      emptied.keys.fill(0);
      emptied.used = 0;
      old = young;
      young = emptied;
    },
  };
}

/** One remembered call, by the number of its place. */
export interface RecentCalls {
  /** Place of the newest call with this tool_use id; undefined when there is none. */
  find(id: number): number | undefined;
  /** Remembers a call and gives its place; the place of a call far back is given again. */
  add(id: number, message: number, name: number, kept: number): number;
  message(place: number): number;
  name(place: number): number;
  /** Index among the kept calls; -1 when it is not kept. */
  kept(place: number): number;
  isAnswered(place: number): boolean;
  answer(place: number): void;
}

/** Creates the memory of at least `limit` calls. */
export function createRecentCalls(limit: number): RecentCalls {
  const places = createRecentNumbers(limit);
  // Two generations of `limit` entries each can be alive.
  const size = 2 * limit;
  const messages = new Float64Array(size);
  const names = new Int32Array(size);
  const keptCalls = new Int32Array(size);
  const answers = new Uint8Array(size);
  let next = 0;
  return {
    find: (id) => places.get(id),
    add(id, message, name, kept) {
      const place = next;
      next = (next + 1) % size;
      places.set(id, place);
      messages[place] = message;
      names[place] = name;
      keptCalls[place] = kept;
      answers[place] = 0;
      return place;
    },
    message: (place) => messages[place] ?? 0,
    name: (place) => names[place] ?? 0,
    kept: (place) => keptCalls[place] ?? -1,
    isAnswered: (place) => answers[place] === 1,
    answer(place) {
      answers[place] = 1;
    },
  };
}
