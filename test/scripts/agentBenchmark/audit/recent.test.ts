import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  createRecentCalls,
  createRecentNumbers,
  hashText,
} from "../../../../scripts/agent-benchmark/audit/recent.ts";

describe("recent numbers", () => {
  test("the newest are known, the oldest forgotten, however many come", () => {
    const recent = createRecentNumbers(10);
    for (let key = 0; key < 1_000; key += 1) recent.set(key, -key);
    for (let key = 990; key < 1_000; key += 1) expect(recent.get(key)).toBe(-key);
    expect(recent.get(900)).toBeUndefined();
  });

  test("it agrees with a map on the newest keys", () => {
    const key = fc.oneof(fc.nat(30), fc.maxSafeNat());
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.integer()), { maxLength: 60 }), (entries) => {
        const recent = createRecentNumbers(8);
        for (const [at, value] of entries) recent.set(at === 1 ? 0 : at, value);
        const newest = new Map(entries.slice(-8).map(([at, value]) => [at === 1 ? 0 : at, value]));
        for (const [at, value] of newest) expect(recent.get(at)).toBe(value);
      }),
    );
  });
});

test("a call's place is its own as long as the call is known", () => {
  const calls = createRecentCalls(5);
  for (let id = 1; id < 100; id += 1) {
    const place = calls.add(id, id * 2, id * 3, id * 4);
    if (id % 2 === 0) calls.answer(place);
    for (let known = Math.max(1, id - 4); known <= id; known += 1) {
      const at = calls.find(known) ?? -1;
      expect([calls.message(at), calls.name(at), calls.kept(at), calls.isAnswered(at)]).toEqual([
        known * 2,
        known * 3,
        known * 4,
        known % 2 === 0,
      ]);
    }
  }
});

describe("hash", () => {
  test("equal texts have equal numbers, similar ones have others", () => {
    const seen = new Set<number>();
    for (let index = 0; index < 20_000; index += 1) seen.add(hashText(`toolu_${index}`));
    expect(seen.size).toBe(20_000);
    expect(hashText("toolu_01XFDUDYJgAACzvnptvVoYEL")).toBe(hashText("toolu_01XFDUDYJgAACzvnptvVoYEL"));
  });

  test("it is a safe integer that depends on each character and the order", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 2, maxLength: 40 }), fc.nat(), (text, at) => {
        const hash = hashText(text);
        expect(Number.isSafeInteger(hash) && hash >= 0).toBe(true);
        const index = at % text.length;
        expect(hashText(`${text.slice(0, index)}\u0001${text.slice(index)}`)).not.toBe(hash);
        expect(hashText(`${text}\u0000`)).not.toBe(hash);
        const reversed = text.split("").reverse().join("");
        if (reversed !== text) expect(hashText(reversed)).not.toBe(hash);
      }),
    );
  });
});
