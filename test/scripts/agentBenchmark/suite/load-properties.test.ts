import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { formatProblem } from "../../../../scripts/agent-benchmark/errors.ts";
import { load, SMALLEST } from "./suite-source.ts";

const SUITE = readFileSync(join(import.meta.dir, "../../../../benchmark/agent/suites/ux-flow.yml"), "utf8");
const CODE = /^SUITE_[A-Z_]+$/;

/** Either a suite, or problems that a person can print. */
function sound(text: string): void {
  const result = load(text);
  if (!Array.isArray(result)) return;
  expect(result.length).toBeGreaterThan(0);
  const lines = text.split("\n").length;
  for (const problem of result) {
    expect(problem.code).toMatch(CODE);
    const [, line, column] = /:(\d+):(\d+)$/.exec(problem.where ?? "") ?? [];
    if (line !== undefined) {
      expect(Number(line)).toBeWithin(1, lines + 1);
      expect(Number(column)).toBeGreaterThan(0);
    }
    expect(formatProblem(problem)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  }
}

describe("whatever a file holds, it loads or says what is wrong", () => {
  test("arbitrary text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), sound), { numRuns: 300 });
  });

  test("a suite with a piece replaced", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "&a",
        "*a",
        "!!float",
        "<<:",
        "? ",
        "- ",
        ": ",
        "{",
        "]",
        "|",
        ">",
        "---",
        "\t",
        "\u0000",
        "'",
        '"',
        "#",
      ),
      fc.constantFrom("null", "~", ".inf", "1e999", "0x", "00", "-0", "__proto__: 1", "yes", "2026-01-01"),
      fc.string({ unit: "binary", maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.nat(SUITE.length), fc.nat(12), piece, (at, cut, put) => {
        sound(SUITE.slice(0, at) + put + SUITE.slice(at + cut));
      }),
      { numRuns: 600 },
    );
  });

  test("arbitrary values under every key", () => {
    const value = fc.json({ maxDepth: 3 });
    const key = fc.constantFrom(
      ...["preflight", "claude", "task", "baseline", "failurePatterns", "baselineToolSequence", "extra"],
    );
    fc.assert(
      fc.property(key, value, (name, json) => sound(`${SMALLEST}${name}: ${json}\n`)),
      { numRuns: 300 },
    );
  });
});
