import type { Rect } from "../layout/placed.ts";

/** Steps of coverage at edges: enough to look smooth, few enough for a palette of 256 colours. */
export const LEVELS = 7;

const UNSET = 0xffff;
const PALETTE_SIZE = 256;

/** Coverage of a shape, 0..LEVELS for each pixel, with its place relative to the pen. */
export interface Mask {
  left: number;
  top: number;
  width: number;
  height: number;
  coverage: Uint8Array;
}

/** A picture with one byte for each pixel: the index of its colour. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** 0xrrggbb. */
  readonly palette: number[];
  color(rgb: number): number;
  fill(rect: Rect, clip: Rect, color: number): void;
  /** A rectangle with round corners; with `thickness` only its edge. */
  fillRound(rect: Rect, radius: number, clip: Rect, color: number, thickness?: number): void;
  fillMask(mask: Mask, x: number, y: number, clip: Rect, color: number): void;
  /** Darkens all that was drawn. */
  dim(factor: number): void;
}

/** An empty picture in one colour. */
export function createCanvas(width: number, height: number, background: number): Canvas {
  const pixels = new Uint8Array(width * height);
  const palette: number[] = [];
  const indexes = new Map<number, number>();
  const mixes: (Uint16Array | undefined)[] = [];

  const color = (rgb: number): number => {
    const known = indexes.get(rgb);
    if (known !== undefined) return known;
    const index = palette.length < PALETTE_SIZE ? palette.push(rgb) - 1 : nearest(palette, rgb);
    indexes.set(rgb, index);
    return index;
  };
  color(background);

  /** For each colour below, what it becomes under `level`/LEVELS of another. */
  const mixTable = (above: number, level: number): Uint16Array => {
    const slot = above * LEVELS + level;
    const known = mixes[slot];
    if (known !== undefined) return known;
    const table = new Uint16Array(PALETTE_SIZE).fill(UNSET);
    mixes[slot] = table;
    return table;
  };

  const blend = (at: number, above: number, level: number): void => {
    const below = pixels[at] ?? 0;
    const table = mixTable(above, level);
    let mixed = table[below] ?? UNSET;
    if (mixed === UNSET) {
      mixed = color(mix(palette[below] ?? 0, palette[above] ?? 0, level / LEVELS));
      table[below] = mixed;
    }
    pixels[at] = mixed;
  };

  /** Part of a row between two fractional positions. */
  const span = (y: number, from: number, to: number, clip: Rect, index: number): void => {
    if (y < clip.top || y >= clip.bottom || to <= from) return;
    const first = Math.ceil(from);
    const last = Math.floor(to);
    const left = Math.max(first, clip.left);
    const right = Math.min(last, clip.right);
    const start = y * width;
    if (right > left) pixels.fill(index, start + left, start + right);
    if (last < first) {
      edge(start, last, to - from, clip, index);
      return;
    }
    edge(start, first - 1, first - from, clip, index);
    edge(start, last, to - last, clip, index);
  };

  const edge = (start: number, x: number, coverage: number, clip: Rect, index: number): void => {
    const level = Math.round(coverage * LEVELS);
    if (level <= 0 || x < clip.left || x >= clip.right) return;
    if (level >= LEVELS) pixels[start + x] = index;
    else blend(start + x, index, level);
  };

  const fill: Canvas["fill"] = (rect, clip, index) => {
    const left = Math.max(0, rect.left, clip.left);
    const right = Math.min(width, rect.right, clip.right);
    const bottom = Math.min(height, rect.bottom, clip.bottom);
    if (right <= left) return;
    for (let y = Math.max(0, rect.top, clip.top); y < bottom; y++)
      pixels.fill(index, y * width + left, y * width + right);
  };

  return {
    width,
    height,
    pixels,
    palette,
    color,
    fill,
    fillRound(rect, radius, clip, index, thickness) {
      const round = Math.min(radius, (rect.right - rect.left) / 2, (rect.bottom - rect.top) / 2);
      if (round <= 0 && thickness === undefined) return fill(rect, clip, index);
      const bottom = Math.min(rect.bottom, clip.bottom);
      for (let y = Math.max(rect.top, clip.top); y < bottom; y++) {
        const outer = inset(y, rect.top, rect.bottom, round);
        const left = rect.left + outer;
        const right = rect.right - outer;
        const inRing = thickness !== undefined && y >= rect.top + thickness && y < rect.bottom - thickness;
        if (!inRing) span(y, left, right, clip, index);
        else {
          const inner =
            inset(y, rect.top + thickness, rect.bottom - thickness, Math.max(0, round - thickness)) +
            thickness;
          span(y, left, rect.left + inner, clip, index);
          span(y, rect.right - inner, right, clip, index);
        }
      }
    },
    fillMask(mask, x, y, clip, index) {
      const left = x + mask.left;
      const top = y + mask.top;
      const firstRow = Math.max(0, clip.top - top);
      const lastRow = Math.min(mask.height, clip.bottom - top);
      const firstColumn = Math.max(0, clip.left - left);
      const lastColumn = Math.min(mask.width, clip.right - left);
      for (let row = firstRow; row < lastRow; row++) {
        const target = (top + row) * width + left;
        const source = row * mask.width;
        for (let column = firstColumn; column < lastColumn; column++) {
          const level = mask.coverage[source + column] ?? 0;
          if (level === 0) continue;
          if (level === LEVELS) pixels[target + column] = index;
          else blend(target + column, index, level);
        }
      }
    },
    dim(factor) {
      const table = new Uint8Array(PALETTE_SIZE);
      const before = palette.length;
      for (let index = 0; index < before; index++) table[index] = color(mix(0, palette[index] ?? 0, factor));
      for (let at = 0; at < pixels.length; at++) pixels[at] = table[pixels[at] ?? 0] ?? 0;
    },
  };
}

/** How far a circle's edge is inside a rectangle's at a row. */
function inset(y: number, top: number, bottom: number, radius: number): number {
  const fromEdge = Math.min(y + 0.5 - top, bottom - y - 0.5);
  if (fromEdge >= radius) return 0;
  const rise = radius - fromEdge;
  return radius - Math.sqrt(Math.max(0, radius * radius - rise * rise));
}

function mix(below: number, above: number, share: number): number {
  const part = (shift: number): number => {
    const from = (below >> shift) & 0xff;
    const to = (above >> shift) & 0xff;
    return Math.round(from + (to - from) * share) << shift;
  };
  return part(16) | part(8) | part(0);
}

function nearest(palette: readonly number[], rgb: number): number {
  let best = 0;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, other] of palette.entries()) {
    const red = ((other >> 16) & 0xff) - ((rgb >> 16) & 0xff);
    const green = ((other >> 8) & 0xff) - ((rgb >> 8) & 0xff);
    const blue = (other & 0xff) - (rgb & 0xff);
    const far = red * red + green * green + blue * blue;
    if (far < distance) {
      distance = far;
      best = index;
    }
  }
  return best;
}
