import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createLineReader, LONG_LINE_BYTES } from "../../../../scripts/agent-benchmark/audit/lines.ts";
import { createLongLine, LONG_LINE_LIMITS } from "../../../../scripts/agent-benchmark/audit/long-line.ts";

const encoder = new TextEncoder();

function readAll(chunks: readonly Uint8Array[]) {
  const lines: string[] = [];
  const unreadable: number[] = [];
  let complete = true;
  const reader = createLineReader({
    onLine: (text, _line, whole) => {
      lines.push(text);
      complete = whole;
    },
    onUnreadable: (line) => unreadable.push(line),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { lines, unreadable, complete, count: reader.lines(), bytes: reader.bytes() };
}

/** Cuts at the given places, in one reused buffer as a file reader would. */
function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...sorted].map((from, index) => bytes.slice(from, sorted[index] ?? bytes.length));
}

describe("line reader", () => {
  test("splits at newline bytes only, wherever the chunks are cut", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "é", "完", "😀", "\u0085", "\u2028", "\r", "\n", "\n"),
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(200)), (content, places) => {
        const bytes = encoder.encode(content);
        const { lines, complete, count, bytes: read } = readAll(cutAt(bytes, places));
        const expected = content.split("\n");
        if (expected.at(-1) === "") expected.pop();
        expect(lines).toEqual(expected);
        expect(count).toBe(expected.length);
        expect(read).toBe(bytes.length);
        if (lines.length > 0) expect(complete).toBe(content.endsWith("\n"));
      }),
    );
  });

  test("does not keep the caller's buffer", () => {
    const buffer = encoder.encode("first half");
    const lines: string[] = [];
    const reader = createLineReader({ onLine: (text) => lines.push(text), onUnreadable: () => {} });
    reader.push(buffer);
    buffer.fill(0x78);
    reader.push(encoder.encode(", second\n"));
    expect(lines).toEqual(["first half, second"]);
  });

  test("a line beyond the limit keeps its structure and the heads of its strings", () => {
    const line = JSON.stringify({
      head: "x",
      image: "A".repeat(LONG_LINE_BYTES + 100),
      tail: 'after "quotes" \\ and é',
    });
    const bytes = encoder.encode(`${line}\nnext\n`);
    const { lines } = readAll(cutAt(bytes, [1_000_000, 1_050_000, 1_500_000, 2_097_200]));
    const value = JSON.parse(lines[0] ?? "") as Record<string, string>;
    expect(value.image).toHaveLength(LONG_LINE_LIMITS.string);
    expect(value.tail).toBe('after "quotes" \\ and é');
    expect(lines[1]).toBe("next");
  });
});

test("a line of 64 MB is read, and the lines around it", () => {
  const part = encoder.encode("A".repeat(1024 * 1024));
  const lines: string[] = [];
  const reader = createLineReader({
    onLine: (text) => lines.push(text),
    onUnreadable: () => lines.push("?"),
  });
  reader.push(encoder.encode('{"n":1}\n{"n":2,"image":"'));
  for (let count = 0; count < 64; count += 1) reader.push(part);
  reader.push(encoder.encode('","last":true}\n{"n":3}\n'));
  reader.end();
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ n: 2, last: true });
  expect(lines[2]).toBe('{"n":3}');
});

describe("long line", () => {
  const SMALL = { string: 40, line: 4_000 };

  function through(bytes: Uint8Array, places: readonly number[], limits = LONG_LINE_LIMITS): string {
    const line = createLongLine(limits);
    for (const part of cutAt(bytes, places)) line.push(part);
    const taken = line.take();
    if (taken.status !== "ok") throw new Error("the line is short enough");
    return new TextDecoder().decode(taken.bytes);
  }

  test("short strings pass unchanged, wherever the parts are cut", () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.nat(300)), (json, places) => {
        expect(through(encoder.encode(json), places)).toBe(json);
      }),
    );
  });

  test("a long string with escapes is cut between them, so that the line stays valid", () => {
    const unit = fc.constantFrom(
      "\\n",
      "\\u00e9",
      '\\"',
      "\\\\",
      "ab",
      "é",
      "\\ud83d\\ude00",
      "x".repeat(38),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), fc.array(fc.nat(400)), (units, places) => {
        const json = `{"a":"${units.join("")}","b":["kept"]}`;
        const value = JSON.parse(through(encoder.encode(json), places, SMALL));
        expect(value.b).toEqual(["kept"]);
        const whole: string = JSON.parse(json).a;
        // A character of two bytes may be halved, a pair of escapes parted.
        expect(whole.startsWith(value.a.replace(/[\ufffd\ud83d]+$/, ""))).toBe(true);
        // Each escape counts as six bytes, the shortest has two.
        if (encoder.encode(units.join("")).length * 3 <= SMALL.string) expect(value.a).toBe(whole);
      }),
      { numRuns: 500 },
    );
  });

  test("a line of small strings without end is refused, not kept", () => {
    const line = createLongLine(SMALL);
    const part = encoder.encode('"0123456789",'.repeat(100));
    for (let round = 0; round < 5; round += 1) line.push(part);
    expect(line.take()).toEqual({ status: "too_long", length: 5 * part.length });
  });
});
