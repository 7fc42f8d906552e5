import { advanceOf, type FontWeight, textWidth, UNITS_PER_EM } from "../font/font.ts";
import type { TextStyle } from "../kit/element.ts";

interface StyleSize {
  /** Font size and line height in sp. */
  size: number;
  line: number;
  weight: FontWeight;
}

/** Material 3's type scale (m3.material.io, "Type scale tokens"); `clock` is the lock screen's. */
const STYLES: Record<TextStyle, StyleSize> = {
  headlineLarge: { size: 32, line: 40, weight: 400 },
  headlineMedium: { size: 28, line: 36, weight: 400 },
  headlineSmall: { size: 24, line: 32, weight: 400 },
  titleLarge: { size: 22, line: 28, weight: 400 },
  titleMedium: { size: 16, line: 24, weight: 500 },
  titleSmall: { size: 14, line: 20, weight: 500 },
  bodyLarge: { size: 16, line: 24, weight: 400 },
  bodyMedium: { size: 14, line: 20, weight: 400 },
  bodySmall: { size: 12, line: 16, weight: 400 },
  labelLarge: { size: 14, line: 20, weight: 500 },
  labelMedium: { size: 12, line: 16, weight: 500 },
  labelSmall: { size: 11, line: 16, weight: 500 },
  clock: { size: 72, line: 84, weight: 400 },
};

export interface TextMetrics {
  sizePx: number;
  linePx: number;
  weight: FontWeight;
}

/** Pixel sizes of a style at `pxPerDp` and a font scale. */
export function textMetrics(style: TextStyle, pxPerDp: number, fontScale: number): TextMetrics {
  const { size, line, weight } = STYLES[style];
  return { sizePx: size * pxPerDp * fontScale, linePx: Math.round(line * pxPerDp * fontScale), weight };
}

/** Breaks a text into lines no wider than `maxWidth` pixels: at blanks, inside a word only when it alone is too wide. */
export function breakLines(text: string, metrics: TextMetrics, maxWidth: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r\n|[\n\r\u2028]/)) {
    if (textWidth(paragraph, metrics.sizePx, metrics.weight) <= maxWidth) lines.push(paragraph);
    else breakParagraph(paragraph, metrics, maxWidth, lines);
  }
  return lines;
}

function breakParagraph(paragraph: string, metrics: TextMetrics, maxWidth: number, lines: string[]): void {
  const limit = (maxWidth * UNITS_PER_EM) / metrics.sizePx;
  let line = "";
  let width = 0;
  for (const word of paragraph.split(/(?<=[ \u3000-\u9fff\uac00-\ud7a3])/)) {
    const wordWidth = unitsOf(word, metrics.weight);
    const visible = word.endsWith(" ") ? wordWidth - advanceOf(0x20, metrics.weight) : wordWidth;
    if (width > 0 && width + visible > limit) {
      lines.push(line.trimEnd());
      line = "";
      width = 0;
    }
    if (visible <= limit) {
      line += word;
      width += wordWidth;
      continue;
    }
    for (const character of word) {
      const advance = unitsOf(character, metrics.weight);
      if (width > 0 && width + advance > limit) {
        lines.push(line);
        line = "";
        width = 0;
      }
      line += character;
      width += advance;
    }
  }
  lines.push(line.trimEnd());
}

function unitsOf(text: string, weight: FontWeight): number {
  let units = 0;
  for (const character of text) units += advanceOf(character.codePointAt(0) ?? 0, weight);
  return units;
}
