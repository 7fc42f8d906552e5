import { readFileSync } from "node:fs";

/** Roboto's two weights that Material uses. */
export type FontWeight = 400 | 500;

export interface Glyph {
  /** Font units, see `UNITS_PER_EM`. */
  advance: number;
  /** M, L, Q and Z commands with absolute coordinates in font units, y upwards; empty for a blank. */
  outline: string;
}

export const UNITS_PER_EM = 2048;

const tables = new Map<FontWeight, Map<number, Glyph>>();

/** Parses roboto-<weight>.txt (see bake.ts) once. */
function table(weight: FontWeight): Map<number, Glyph> {
  const known = tables.get(weight);
  if (known !== undefined) return known;
  const glyphs = new Map<number, Glyph>();
  for (const line of readFileSync(new URL(`./roboto-${weight}.txt`, import.meta.url), "utf8").split("\n")) {
    if (line === "" || line.startsWith("#") || line.startsWith("@")) continue;
    const [codePoint = "", advance = "", outline = ""] = line.split("\t");
    glyphs.set(Number.parseInt(codePoint, 16), { advance: Number(advance), outline });
  }
  tables.set(weight, glyphs);
  return glyphs;
}

/** The glyph of a code point, or null when the font has none: it is then drawn as a box. */
export function glyphOf(codePoint: number, weight: FontWeight): Glyph | null {
  return table(weight).get(codePoint) ?? null;
}

/** True for code points that take no room: combining marks, joiners, direction marks, variation selectors. */
export function isZeroWidth(codePoint: number): boolean {
  return (
    (codePoint >= 0x300 && codePoint < 0x370) ||
    (codePoint >= 0x200b && codePoint <= 0x200f) ||
    (codePoint >= 0x202a && codePoint <= 0x202e) ||
    (codePoint >= 0x2060 && codePoint <= 0x206f) ||
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
    (codePoint >= 0x64b && codePoint <= 0x65f) ||
    codePoint === 0xfeff ||
    codePoint < 0x20
  );
}

function isWide(codePoint: number): boolean {
  return (
    (codePoint >= 0x1100 && codePoint < 0x1160) ||
    (codePoint >= 0x2e80 && codePoint < 0xa4d0) ||
    (codePoint >= 0xac00 && codePoint < 0xd7a4) ||
    (codePoint >= 0xf900 && codePoint < 0xfb00) ||
    (codePoint >= 0xff00 && codePoint < 0xff61) ||
    codePoint >= 0x1f000
  );
}

/** How far a code point moves the pen, in font units. */
export function advanceOf(codePoint: number, weight: FontWeight): number {
  const glyph = glyphOf(codePoint, weight);
  if (glyph !== null) return glyph.advance;
  if (isZeroWidth(codePoint)) return 0;
  return isWide(codePoint) ? UNITS_PER_EM : UNITS_PER_EM * 0.6;
}

/** Width of one line of text in pixels at a font size in pixels. */
export function textWidth(text: string, sizePx: number, weight: FontWeight): number {
  let units = 0;
  for (const character of text) units += advanceOf(character.codePointAt(0) ?? 0, weight);
  return (units * sizePx) / UNITS_PER_EM;
}
