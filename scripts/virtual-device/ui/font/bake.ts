/**
 * Writes roboto-400.txt and roboto-500.txt, the outlines the device's picture is drawn with, from the npm package
 * @fontsource/roboto: `bun scripts/virtual-device/ui/font/bake.ts`. The result is committed, so that a device starts
 * without a font on the machine and without parsing a font file.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { type Font, type PathCommand, parse } from "opentype.js";

const SUBSETS = ["latin", "latin-ext", "greek", "cyrillic", "vietnamese", "math", "symbols"];

function wanted(codePoint: number): boolean {
  return (
    (codePoint >= 0x20 && codePoint < 0x250 && codePoint !== 0x7f) ||
    (codePoint >= 0x370 && codePoint < 0x530) ||
    (codePoint >= 0x1e00 && codePoint < 0x1f00) ||
    (codePoint >= 0x2010 && codePoint < 0x2070) ||
    (codePoint >= 0x20a0 && codePoint < 0x2200) ||
    (codePoint >= 0x2200 && codePoint < 0x2300)
  );
}

function outline(commands: readonly PathCommand[]): string {
  return commands
    .map(({ type, x = 0, y = 0, x1 = 0, y1 = 0 }) => {
      const point = `${Math.round(x)} ${Math.round(y)}`;
      if (type === "Z") return "Z";
      if (type === "Q") return `Q${Math.round(x1)} ${Math.round(y1)} ${point}`;
      return `${type}${point}`;
    })
    .join("");
}

function load(subset: string, weight: number): Font {
  const url = import.meta.resolve(`@fontsource/roboto/files/roboto-${subset}-${weight}-normal.woff`);
  const bytes = readFileSync(new URL(url));
  return parse(new Uint8Array(bytes).buffer);
}

/** The text file of one weight. */
export function bakeFont(weight: number): string {
  const lines = new Map<number, string>();
  let head = "";
  for (const subset of SUBSETS) {
    const font = load(subset, weight);
    head ||= `# Roboto ${weight}, OFL-1.1, from @fontsource/roboto by bake.ts: code point, advance, outline\n@ ${font.unitsPerEm} ${font.ascender} ${font.descender}`;
    for (let index = 0; index < font.glyphs.length; index++) {
      const glyph = font.glyphs.get(index);
      const data = `${Math.round(glyph.advanceWidth ?? 0)}\t${outline(glyph.path.commands)}`;
      for (const codePoint of glyph.unicodes) {
        if (wanted(codePoint) && !lines.has(codePoint))
          lines.set(codePoint, `${codePoint.toString(16)}\t${data}`);
      }
    }
  }
  const sorted = [...lines].sort(([a], [b]) => a - b).map(([, line]) => line);
  return `${head}\n${sorted.join("\n")}\n`;
}

if (import.meta.main) {
  for (const weight of [400, 500]) {
    writeFileSync(new URL(`roboto-${weight}.txt`, import.meta.url), bakeFont(weight));
  }
}
