import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fingerDirection, swipePath } from "../../../../src/android/input/gestures.ts";
import { nameCharacters, planTyping } from "../../../../src/android/input/typing.ts";

const commands = (text: string) => {
  const plan = planTyping(text);
  return plan.ok ? plan.commands : plan.characters;
};

describe("planTyping", () => {
  test("blanks are %s, quotes survive the shell", () => {
    expect(commands("it's a test")).toEqual(["input text 'it'\\''s%sa%stest'"]);
  });
  test("line feeds and tabs are keys", () => {
    expect(commands("a\r\nb\tc")).toEqual([
      "input text 'a'",
      "input keyevent 66",
      "input text 'b'",
      "input keyevent 61",
      "input text 'c'",
    ]);
  });
  test("a literal %s is parted so that it is not read as a blank", () => {
    expect(commands("100%sure")).toEqual(["input text '100%'", "input text 'sure'"]);
  });
  test("characters beyond the key map are all named and nothing is planned", () => {
    expect(commands("né 📦é\u200b")).toEqual(["é", "📦", "\u200b"]);
    expect(nameCharacters(["é", "📦", "\u200b"])).toBe('"é" (U+00E9), "📦" (U+1F4E6), U+200B');
  });
  test("what Android would type is the text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 900 }), (text) => {
        fc.pre(/^[ -~]*$/.test(text));
        const typed = commands(text)
          .map((command) => command.slice("input text '".length, -1).replaceAll("'\\''", "'"))
          .map((chunk) => chunk.replaceAll("%s", " "))
          .join("");
        expect(typed).toBe(text);
      }),
    );
  });
});

test("a swipe stays inside and goes the way it says", () => {
  const bounds = [0, 100, 1000, 1100] as const;
  expect(swipePath(bounds, "up")).toEqual({ from: { x: 500, y: 850 }, to: { x: 500, y: 350 } });
  expect(swipePath(bounds, "right")).toEqual({ from: { x: 250, y: 600 }, to: { x: 750, y: 600 } });
  expect(fingerDirection("down", "scrollTowardsDirection")).toBe("up");
  expect(fingerDirection("down", "swipeFingerTowardsDirection")).toBe("down");
});
