import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  excerpt,
  neutralise,
  neutraliseLines,
} from "../../../../scripts/agent-benchmark/report/neutralise.ts";

describe("neutralise", () => {
  test.each([
    ["\u001b[31mred\u001b[0m", "\\u001b[31mred\\u001b[0m"],
    ["a\u202eb\u2066c", "a\\u202eb\\u2066c"],
    ["\u009b31m", "\\u009b31m"],
    ["a\rb\nc\u0000", "a\\u000db\\u000ac\\u0000"],
    ["tab\there", "tab here"],
    ["\ud800 alone", "\\ud800 alone"],
    ["tag \u{e0041}", "tag \\u{e0041}"],
    ["zero\u200bwidth", "zero\\u200bwidth"],
    ["日本語 🎉 é", "日本語 🎉 é"],
    ["👨‍👩‍👧 family", "👨‍👩‍👧 family"],
  ])("%j", (given, expected) => {
    expect(neutralise(given)).toBe(expected);
  });

  test("whatever comes in, nothing a terminal acts on comes out", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const safe = neutralise(text);
        expect(safe).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
        expect(safe.isWellFormed()).toBe(true);
        expect(neutralise(safe)).toBe(safe);
      }),
    );
  });

  test("lines stay lines", () => {
    expect(neutraliseLines("a\r\nb\u0007\nc")).toEqual(["a", "b\\u0007", "c"]);
  });
});

describe("excerpt", () => {
  test.each([
    ["  a\n\n b ", 10, "a b"],
    ["abcdef", 6, "abcdef"],
    ["abcdefg", 6, "abcde…"],
    ["🎉🎉🎉", 2, "🎉…"],
    ["", 5, ""],
  ])("%j in %d", (text, limit, expected) => {
    expect(excerpt(text, limit)).toBe(expected);
  });

  test("a huge text costs no more than its beginning", () => {
    const start = performance.now();
    expect(excerpt("x".repeat(50_000_000), 20)).toBe(`${"x".repeat(19)}…`);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
