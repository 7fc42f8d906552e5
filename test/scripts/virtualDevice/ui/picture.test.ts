import { describe, expect, test } from "bun:test";
import { inflateSync } from "node:zlib";
import { createCanvas } from "../../../../scripts/virtual-device/ui/picture/canvas.ts";
import { glyphMask } from "../../../../scripts/virtual-device/ui/picture/glyphs.ts";
import { fillOutline } from "../../../../scripts/virtual-device/ui/picture/outline.ts";
import { fakeSystem, find, openLink, tapOn } from "../helpers/services.ts";

interface Picture {
  width: number;
  height: number;
  colors: number;
  at(x: number, y: number): string;
}

function decode(png: Uint8Array): Picture {
  const view = new DataView(png.buffer, png.byteOffset, png.length);
  const parts = new Map<string, Uint8Array>();
  for (let at = 8; at < png.length; ) {
    const length = view.getUint32(at);
    parts.set(new TextDecoder().decode(png.subarray(at + 4, at + 8)), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const header = parts.get("IHDR") ?? new Uint8Array();
  const dimensions = new DataView(header.buffer, header.byteOffset);
  const width = dimensions.getUint32(0);
  const palette = parts.get("PLTE") ?? new Uint8Array();
  const rows = inflateSync(parts.get("IDAT") ?? new Uint8Array());
  return {
    width,
    height: dimensions.getUint32(4),
    colors: palette.length / 3,
    at(x, y) {
      const index = rows[y * (width + 1) + 1 + x] ?? 0;
      return `#${Buffer.from(palette.subarray(index * 3, index * 3 + 3)).toString("hex")}`;
    },
  };
}

describe("a screenshot", () => {
  test("is a PNG of the display as it is turned", () => {
    const system = fakeSystem();
    expect([...system.ui.screenshot().subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
    expect(decode(system.ui.screenshot())).toMatchObject({ width: 1080, height: 2400 });
    system.rotate(1);
    expect(decode(system.ui.screenshot())).toMatchObject({ width: 2400, height: 1080 });
  });

  test("shows widgets where the dump says they are, in the colours of the theme", () => {
    const system = fakeSystem();
    openLink(system, "/demos/bugs/repro");
    const [left, top, , bottom] = find(system, "bug_repro_add").bounds;
    const inButton = (): string =>
      decode(system.ui.screenshot()).at(left + 40, Math.round((top + bottom) / 2));
    expect(inButton()).toBe("#6750a4");
    system.services.setNightMode(true);
    expect(inButton()).toBe("#d0bcff");
  });

  test("changes with the screen and only then", () => {
    const system = fakeSystem();
    openLink(system, "/demos/bugs/repro");
    const before = system.ui.screenshot();
    expect(system.ui.screenshot()).toEqual(before);
    tapOn(system, "bug_repro_add");
    expect(system.ui.screenshot()).not.toEqual(before);
  });

  test("shows a toast, which no dump has, until its time is over", () => {
    const system = fakeSystem();
    openLink(system, "/settings");
    tapOn(system, "settings_clear");
    tapOn(system, "dialog_confirm");
    const during = system.ui.screenshot();
    system.clock.now += 2500;
    expect(system.ui.screenshot()).not.toEqual(during);
  });

  test("darkens what lies behind a dialog", () => {
    const system = fakeSystem();
    openLink(system, "/settings");
    const before = decode(system.ui.screenshot()).at(500, 2000);
    tapOn(system, "settings_clear");
    const behind = decode(system.ui.screenshot()).at(500, 2000);
    expect(before).toBe("#fef7ff");
    expect(behind).toBe("#666366");
  });

  test("is black while the display is off", () => {
    const system = fakeSystem();
    system.ui.setScreenOn(false);
    expect(decode(system.ui.screenshot()).at(500, 500)).toBe("#000000");
  });

  test("draws or boxes any script and never needs more than 256 colours", () => {
    const system = fakeSystem();
    openLink(system, "/text");
    tapOn(system, "text_basic");
    system.ui.input.text("Ωмир 日本語 العربية 👩‍👩‍👧 \u0301\ud800 ‮x");
    expect(decode(system.ui.screenshot()).colors).toBeLessThanOrEqual(256);
  });
});

describe("drawing", () => {
  const whole = { left: 0, top: 0, right: 16, bottom: 16 };

  test("covers exactly the area of an outline, edges in steps", () => {
    const square = fillOutline("M0 0L4 0L4 4L0 4Z", { scale: 1, flipY: false, rule: "nonzero" });
    expect([...square.coverage].filter((level) => level === 7)).toHaveLength(16);
    const half = fillOutline("M0 0L4 0L4 4Z", { scale: 1, flipY: false, rule: "nonzero" });
    const area = [...half.coverage].reduce((sum, level) => sum + level / 7, 0);
    expect(area).toBeCloseTo(8, 0);
    const slanted = fillOutline("M0 0L20 1L20 3L0 2Z", { scale: 1, flipY: false, rule: "nonzero" });
    expect([...slanted.coverage].reduce((sum, level) => sum + level / 7, 0)).toBeCloseTo(40, 0);
  });

  test("leaves holes in what is drawn by even and odd", () => {
    const ring = fillOutline("M0 0L6 0L6 6L0 6ZM2 2L4 2L4 4L2 4Z", {
      scale: 1,
      flipY: false,
      rule: "evenodd",
    });
    expect(ring.coverage[3 * ring.width + 3]).toBe(0);
    expect(ring.coverage[1 * ring.width + 1]).toBe(7);
  });

  test("keeps inside its clip", () => {
    const canvas = createCanvas(16, 16, 0xffffff);
    canvas.fillRound(
      { left: -5, top: -5, right: 30, bottom: 30 },
      8,
      { left: 4, top: 4, right: 8, bottom: 8 },
      canvas.color(0),
    );
    expect(canvas.pixels.filter((index) => index !== 0)).toHaveLength(16);
    const mask = glyphMask(0x4d, 40, 400);
    if (mask === null) throw new Error("no M");
    canvas.fillMask(mask, -10, 60, whole, canvas.color(0xff0000));
    expect(canvas.pixels).toHaveLength(256);
  });

  test("takes the nearest colour when the palette is full", () => {
    const canvas = createCanvas(1, 1, 0);
    for (let grey = 0; grey < 256; grey++) canvas.color((grey << 16) | (grey << 8) | grey);
    expect(canvas.palette).toHaveLength(256);
    expect(canvas.palette[canvas.color(0x808182)]).toBe(0x818181);
  });

  test("gives a box to a character without a glyph and nothing to one without width", () => {
    expect(glyphMask(0x65e5, 40, 400)?.coverage.some((level) => level > 0)).toBe(true);
    expect(glyphMask(0x200d, 40, 400)).toBeNull();
  });
});
