import { advanceOf, type FontWeight, glyphOf, isZeroWidth, UNITS_PER_EM } from "../font/font.ts";
import { LEVELS, type Mask } from "./canvas.ts";
import { ICONS, type IconName } from "./icons.ts";
import { fillOutline } from "./outline.ts";

const masks = new Map<string, Mask>();
/** Sizes come from a type scale and a few font scales; a run through every script must not fill the memory. */
const MASK_LIMIT = 20_000;

function cached(key: string, make: () => Mask): Mask {
  const known = masks.get(key);
  if (known !== undefined) return known;
  if (masks.size >= MASK_LIMIT) masks.clear();
  const mask = make();
  masks.set(key, mask);
  return mask;
}

/** A glyph at a size in pixels, relative to the pen on the base line; a box for what the font does not have. */
export function glyphMask(codePoint: number, sizePx: number, weight: FontWeight): Mask | null {
  if (isZeroWidth(codePoint)) return null;
  const glyph = glyphOf(codePoint, weight);
  if (glyph !== null && glyph.outline === "") return null;
  const scale = sizePx / UNITS_PER_EM;
  return cached(
    `${glyph === null ? `box${advanceOf(codePoint, weight)}` : codePoint}/${sizePx}/${weight}`,
    () =>
      glyph === null
        ? box(advanceOf(codePoint, weight) * scale, sizePx)
        : fillOutline(glyph.outline, { scale, flipY: true, rule: "nonzero" }),
  );
}

/** The frame that stands for a character without a glyph. */
function box(advance: number, sizePx: number): Mask {
  const width = Math.max(3, Math.round(advance * 0.8));
  const height = Math.max(3, Math.round(sizePx * 0.72));
  const line = Math.max(1, Math.round(sizePx / 18));
  const coverage = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const onEdge = x < line || y < line || x >= width - line || y >= height - line;
      coverage[y * width + x] = onEdge ? LEVELS : 0;
    }
  }
  return { left: Math.round(advance * 0.1), top: -height, width, height, coverage };
}

/** Icons that point along the direction of reading are mirrored with it. */
const DIRECTIONAL: ReadonlySet<IconName> = new Set(["back", "chevron", "backspace"]);

/** An icon with a side of that many pixels, relative to its upper left corner. */
export function iconMask(name: IconName, sizePx: number, rtl: boolean): Mask {
  const mirrored = rtl && DIRECTIONAL.has(name);
  return cached(`${name}@${sizePx}${mirrored ? "r" : ""}`, () => {
    const mask = fillOutline(ICONS[name], { scale: sizePx / 24, flipY: false, rule: "evenodd" });
    return mirrored ? mirror(mask, sizePx) : mask;
  });
}

function mirror(mask: Mask, sizePx: number): Mask {
  const { left, width, height } = mask;
  const coverage = new Uint8Array(mask.coverage.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) coverage[y * width + x] = mask.coverage[y * width + width - 1 - x] ?? 0;
  }
  return { ...mask, left: sizePx - left - width, coverage };
}
