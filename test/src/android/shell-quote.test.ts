import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { shellQuote } from "../../../src/android/shell-quote.ts";

test("quotes for a real POSIX shell", () => {
  for (const value of [
    "",
    "a b",
    "it's",
    "$HOME `id` $(id) ;reboot & | > <",
    "'",
    "''",
    "\\",
    '"',
    "日本語 🎉",
  ]) {
    const out = spawnSync("/bin/sh", ["-c", `printf %s ${shellQuote(value)}`], { encoding: "utf8" });
    expect(out.stdout).toBe(value);
  }
});

test("always one word in single quotes, whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (value) => {
      fc.pre(!/[\u0000-\u001f\u007f]/.test(value));
      const quoted = shellQuote(value);
      expect(quoted.replaceAll("'\\''", "").slice(1, -1)).not.toContain("'");
    }),
  );
});

test.each(["a\nb", "\u0000", "\u001b[2J", "\u007f", "\ud83d"])("%j is refused", (value) => {
  expect(() => shellQuote(value)).toThrow("shell");
});
