import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isKeyValue, matchAnswer, matchScreen } from "../../../../scripts/agent-benchmark/audit/index.ts";
import {
  findStandAlone,
  foldCase,
  normalizeText,
} from "../../../../scripts/agent-benchmark/audit/text-match.ts";
import { PACKAGE, screenOf } from "./screens.ts";

const character = fc.constantFrom(
  ...[
    "a",
    "B",
    "ß",
    "ı",
    "Σ",
    "完",
    "了",
    "３",
    "3",
    "0",
    "٣",
    ".",
    ",",
    "-",
    ":",
    " ",
    "\n",
    "_",
    "é",
    "e\u0301",
  ],
  ...["\u00a0", "\u202f", "\u200b", "😀", "👍", "(", ")", "`", "\ud83d"],
);
const text = fc.string({ unit: character, maxLength: 30 });
const word = fc.string({ unit: fc.constantFrom("a", "B", "完", "3", "7", "é"), minLength: 1, maxLength: 6 });
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;

const answerPasses = (reply: string, expected: string) => matchAnswer(reply, [expected])[0]?.passed === true;
const screenPasses = (label: string, expected: string) =>
  matchScreen(screenOf([{ text: label }]), PACKAGE, [expected])[0]?.passed === true;

describe("stand-alone matching", () => {
  test("normalising twice is normalising once", () => {
    fc.assert(
      fc.property(text, (value) => expect(normalizeText(normalizeText(value))).toBe(normalizeText(value))),
    );
    fc.assert(fc.property(text, (value) => expect(foldCase(foldCase(value))).toBe(foldCase(value))));
  });

  test("a text is found in itself and between words that are set apart", () => {
    fc.assert(
      fc.property(word, word, word, (before, expected, after) => {
        expect(answerPasses(expected, expected)).toBe(true);
        expect(screenPasses(expected, expected)).toBe(true);
        expect(answerPasses(`${before} (${expected}) ${after}`, expected)).toBe(true);
        expect(screenPasses(`${before} (${expected}) ${after}`, expected)).toBe(true);
      }),
    );
  });

  test("a letter or digit of any script glued to it takes it away", () => {
    const glue = fc.constantFrom("a", "Ж", "完", "ก", "0", "９", "٣", "Ⅷ", "\u0301");
    fc.assert(
      fc.property(word, glue, (expected, extra) => {
        const glued = `#${expected}${extra}#`;
        // Two equal letters may still leave a place that stands alone; one place cannot.
        if (normalizeText(glued).split(normalizeText(expected)).length > 2) return;
        expect(screenPasses(glued, expected)).toBe(false);
        if (/\p{M}/u.test(extra)) return;
        expect(screenPasses(`#${extra}${expected}#`, expected)).toBe(false);
      }),
    );
  });

  test("what is found is really there, with no letter or digit beside it", () => {
    fc.assert(
      fc.property(text, text, (haystack, needle) => {
        const [inside, wanted] = [normalizeText(haystack), normalizeText(needle)];
        const at = findStandAlone(inside, wanted);
        if (at === -1) return;
        expect(inside.slice(at, at + wanted.length)).toBe(wanted);
        const previous = Array.from(inside.slice(0, at)).at(-1) ?? "";
        const next = Array.from(inside.slice(at + wanted.length))[0] ?? "";
        expect(WORD_CHARACTER.test(previous) || WORD_CHARACTER.test(next)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test("invisible characters and the kind of white space change nothing", () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.constantFrom("\u200b", "\u200e", "\ufeff", "\u00ad"),
        (haystack, needle, hidden) => {
          const scattered = haystack.split("").join(hidden);
          // Between the halves of a pair it would make other characters.
          if (/[\ud800-\udfff]/.test(haystack)) return;
          expect(screenPasses(scattered, needle)).toBe(screenPasses(haystack, needle));
          expect(screenPasses(haystack.normalize("NFD"), needle)).toBe(screenPasses(haystack, needle));
        },
      ),
    );
  });

  test("a longer number never stands for a shorter one", () => {
    const joiner = fc.constantFrom("", ".", ",", "'", "\u00a0", "\u202f", " ", "٫", "/", ":");
    fc.assert(
      fc.property(fc.nat(999), joiner, fc.integer({ min: 100, max: 999 }), (value, join, more) => {
        fc.pre(String(more) !== String(value));
        expect(screenPasses(`Count: ${value}${join}${more}`, `Count: ${value}`)).toBe(false);
      }),
    );
  });
});

describe("answers", () => {
  test("case does not matter", () => {
    fc.assert(
      fc.property(text, text, (reply, expected) => {
        fc.pre(!isKeyValue(expected));
        const plain = answerPasses(reply, expected);
        expect(answerPasses(reply.toUpperCase(), expected)).toBe(plain);
        expect(answerPasses(reply, foldCase(expected))).toBe(plain);
      }),
    );
  });

  test("text after the KEY: value lines always fails them, text before never does", () => {
    const values = fc.array(word, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(values, word, (found, other) => {
        const lines = found.map((value, index) => `KEY_${index}: ${value}`);
        const reply = lines.join("\n");
        const all = (candidate: string) => matchAnswer(candidate, lines).every((check) => check.passed);
        expect(all(reply)).toBe(true);
        expect(all(`${other}\n\n${reply}\n\n`)).toBe(true);
        expect(all(`\`\`\`\n${reply}\n\`\`\``)).toBe(true);
        expect(all(`${reply}\n${other} x`)).toBe(false);
        if (lines.length > 1) expect(all([...lines].reverse().join("\n"))).toBe(false);
      }),
    );
  });

  test("another value never passes", () => {
    fc.assert(
      fc.property(word, word, (expected, other) => {
        fc.pre(foldCase(expected.normalize("NFC")) !== foldCase(other.normalize("NFC")));
        expect(answerPasses(`KEY: ${other}`, `KEY: ${expected}`)).toBe(false);
      }),
    );
  });

  test("there is one check for each expected text, in order, whatever the reply", () => {
    fc.assert(
      fc.property(fc.option(text), fc.array(text, { maxLength: 4 }), (reply, expected) => {
        const checks = matchAnswer(reply, expected);
        expect(checks.map((check) => check.expected)).toEqual(expected);
        for (const check of checks) expect(check.passed).toBe(check.reason === null);
      }),
    );
  });
});

describe("screens", () => {
  const label = fc.record({ text, contentDesc: text });

  test("nodes of other packages never change the outcome", () => {
    fc.assert(
      fc.property(
        fc.array(label, { maxLength: 4 }),
        fc.array(label, { maxLength: 4 }),
        text,
        (own, others, expected) => {
          const foreign = others.map((node) => ({ ...node, packageName: "com.other" }));
          const [plain] = matchScreen(screenOf(own), PACKAGE, [expected]);
          const [mixed] = matchScreen(screenOf([...own, ...foreign]), PACKAGE, [expected]);
          expect(mixed?.passed).toBe(plain?.passed ?? false);
        },
      ),
    );
  });

  test("more of the app's own nodes never make a pass a failure", () => {
    fc.assert(
      fc.property(fc.array(label, { maxLength: 4 }), label, text, (own, more, expected) => {
        const [before] = matchScreen(screenOf(own), PACKAGE, [expected]);
        const [after] = matchScreen(screenOf([...own, more]), PACKAGE, [expected]);
        if (before?.passed) expect(after?.passed).toBe(true);
      }),
    );
  });

  test("a text split over two nodes is not found", () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        const [check] = matchScreen(screenOf([{ text: left }, { text: right }]), PACKAGE, [
          `${left} ${right}`,
        ]);
        expect(check?.passed).toBe(false);
      }),
    );
  });
});
