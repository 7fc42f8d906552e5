/** The part of opentype.js that bake.ts uses (the package ships no types). */
declare module "opentype.js" {
  export interface PathCommand {
    type: "M" | "L" | "Q" | "C" | "Z";
    x?: number;
    y?: number;
    x1?: number;
    y1?: number;
  }
  export interface Glyph {
    unicodes: number[];
    advanceWidth?: number;
    path: { commands: PathCommand[] };
  }
  export interface Font {
    unitsPerEm: number;
    ascender: number;
    descender: number;
    glyphs: { length: number; get(index: number): Glyph };
  }
  export function parse(buffer: ArrayBuffer): Font;
}
