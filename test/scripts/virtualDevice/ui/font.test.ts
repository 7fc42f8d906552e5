import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bakeFont } from "../../../../scripts/virtual-device/ui/font/bake.ts";
import { glyphOf, textWidth } from "../../../../scripts/virtual-device/ui/font/font.ts";

const folder = join(import.meta.dir, "../../../../scripts/virtual-device/ui/font");

describe("the committed font", () => {
  test.each([400, 500])("is what the font package gives, weight %p", (weight) => {
    expect(bakeFont(weight) === readFileSync(join(folder, `roboto-${weight}.txt`), "utf8")).toBe(true);
  });

  test("has Latin, Greek, Cyrillic and Vietnamese letters, and no Chinese", () => {
    for (const letter of "AzÄßłΩяỆ€≤")
      expect(glyphOf(letter.codePointAt(0) ?? 0, 400)?.outline).toStartWith("M");
    expect(glyphOf(0x65e5, 400)).toBeNull();
  });

  test("measures what it cannot draw: wide scripts, emoji, marks without width", () => {
    expect(textWidth("日", 16, 400)).toBe(16);
    expect(textWidth("📦", 16, 400)).toBe(16);
    expect(textWidth("e\u0301", 16, 400)).toBe(textWidth("e", 16, 400));
    expect(textWidth("medium", 16, 500)).toBeGreaterThan(textWidth("medium", 16, 400));
  });
});
