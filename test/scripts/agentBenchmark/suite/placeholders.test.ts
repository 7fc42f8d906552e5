import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { positionFinder, sourceFrame } from "../../../../scripts/agent-benchmark/suite/frame.ts";
import {
  fillPlaceholders,
  PLACEHOLDERS,
  unknownPlaceholders,
} from "../../../../scripts/agent-benchmark/suite/placeholders.ts";

const values = { deviceSerial: "emulator-5554", packageName: "com.example", runDirectory: "/runs/1" };

describe("placeholders", () => {
  test("each is filled, everywhere it stands", () => {
    expect(fillPlaceholders("{deviceSerial} {packageName} {runDirectory} {packageName}", values)).toBe(
      "emulator-5554 com.example /runs/1 com.example",
    );
  });

  test("replacement patterns and braces in a value stay as they are", () => {
    const odd = { ...values, runDirectory: "$& $1 {packageName} $$" };
    expect(fillPlaceholders("in {runDirectory}", odd)).toBe("in $& $1 {packageName} $$");
  });

  test("a text without placeholders is unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(!PLACEHOLDERS.some((name) => text.includes(`{${name}}`)));
        expect(fillPlaceholders(text, values)).toBe(text);
      }),
    );
  });

  test("filling the parts and filling the whole are the same", () => {
    const part = fc.oneof(fc.constantFrom(...PLACEHOLDERS.map((name) => `{${name}}`)), fc.string());
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const clean = parts.map((text) => (text.startsWith("{") ? text : text.replace(/[{}]/g, "")));
        expect(fillPlaceholders(clean.join(" "), values)).toBe(
          clean.map((text) => fillPlaceholders(text, values)).join(" "),
        );
      }),
    );
  });

  test("unknown ones are found where they stand, known ones are not", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/),
        fc.string(),
        (before, name, after) => {
          const head = before.replace(/[{}]/g, "");
          const text = `${head}{${name}}${after.replace(/[{}]/g, "")}`;
          const known = (PLACEHOLDERS as readonly string[]).includes(name);
          const expected = known ? [] : [{ name, start: head.length, end: head.length + name.length + 2 }];
          expect(unknownPlaceholders(text)).toEqual(expected);
        },
      ),
    );
  });
});

describe("positions", () => {
  test("line and column lead back to the offset", () => {
    const line = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", ""));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.nat(), (lines, seed) => {
        const text = lines.join("\n");
        const offset = text.length === 0 ? 0 : seed % (text.length + 1);
        const { line: row, column } = positionFinder(text)(offset);
        const start = lines.slice(0, row - 1).reduce((sum, each) => sum + each.length + 1, 0);
        expect(start + column - 1).toBe(offset);
        expect(column - 1).toBeLessThanOrEqual(lines[row - 1]?.length ?? 0);
      }),
    );
  });

  test("a frame is two short lines with the caret under its character, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.nat(), fc.nat(), (text, at, length) => {
        const position = positionFinder(text)(text.length === 0 ? 0 : at % (text.length + 1));
        const frame = sourceFrame(text, position, length % 50).split("\n");
        expect(frame).toHaveLength(2);
        expect(frame[1]).toMatch(/^ +\| *\^+$/);
        expect(Bun.stringWidth(frame.join(""))).toBeLessThan(1600);
      }),
    );
  });

  test("a long line is cut around the caret", () => {
    const text = `${"a".repeat(500)}X${"b".repeat(500)}`;
    const [source, caret] = sourceFrame(text, { line: 1, column: 501 }, 1).split("\n");
    expect(source?.length).toBeLessThan(120);
    expect(source?.[caret?.indexOf("^") ?? -1]).toBe("X");
  });
});
