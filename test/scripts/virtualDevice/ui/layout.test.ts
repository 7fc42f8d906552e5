import { describe, expect, test } from "bun:test";
import { column, lazyColumn, row, spacer, text } from "../../../../scripts/virtual-device/ui/kit/compose.ts";
import type { Element } from "../../../../scripts/virtual-device/ui/kit/element.ts";
import { type LayoutContext, measure } from "../../../../scripts/virtual-device/ui/layout/layout.ts";
import { breakLines, textMetrics } from "../../../../scripts/virtual-device/ui/layout/text.ts";

function context(more: Partial<LayoutContext> = {}): LayoutContext {
  return { pxPerDp: 2, fontScale: 1, rtl: false, scroll: new Map(), ...more };
}

function places(element: Element, layout = context()): number[][] {
  return measure(element, 200, 400, layout).children.map(({ x, y, measured }) => [
    x,
    y,
    measured.width,
    measured.height,
  ]);
}

describe("rows and columns", () => {
  const square = spacer({ width: 10, height: 10 });

  test("place children one after the other, with gaps in dp", () => {
    expect(places(row({ gap: 5 }, square, square))).toEqual([
      [0, 0, 20, 20],
      [30, 0, 20, 20],
    ]);
    expect(places(column({ gap: 5 }, square, square))).toEqual([
      [0, 0, 20, 20],
      [0, 30, 20, 20],
    ]);
  });

  test("give what is left to weights", () => {
    const weighted = row(
      { size: { width: "fill" } },
      square,
      spacer({ weight: 1, height: 10 }),
      spacer({ weight: 2, height: 10 }),
    );
    expect(places(weighted).map(([x, , width]) => [x, width])).toEqual([
      [0, 20],
      [20, 60],
      [80, 120],
    ]);
  });

  test("spread, centre and pad", () => {
    expect(
      places(row({ justify: "between", size: { width: "fill" } }, square, square)).map(([x]) => x),
    ).toEqual([0, 180]);
    expect(
      places(column({ align: "center", size: { width: "fill", padding: [10, 5, 10, 5] } }, square)),
    ).toEqual([[90, 10, 20, 20]]);
  });

  test("leave nothing for what does not fit", () => {
    const tall = spacer({ width: 10, height: 300 });
    expect(places(column({}, tall, square)).map(([, , , height]) => height)).toEqual([400, 0]);
  });
});

describe("text", () => {
  test("grows with density and font scale", () => {
    const plain = measure(text("Hello"), 1000, 1000, context());
    const large = measure(text("Hello"), 1000, 1000, context({ fontScale: 1.3 }));
    expect(plain.height).toBe(48);
    expect(large.height).toBe(62);
    expect(large.width).toBeGreaterThan(plain.width);
  });

  test("breaks at blanks, inside a word only when it alone is too wide", () => {
    const metrics = textMetrics("bodyLarge", 1, 1);
    expect(breakLines("one two three", metrics, 60)).toEqual(["one two", "three"]);
    expect(breakLines("a\nb", metrics, 60)).toEqual(["a", "b"]);
    expect(breakLines("abcdefghijklmnop", metrics, 60).join("")).toBe("abcdefghijklmnop");
    expect(breakLines("日本語の文章です", metrics, 50).length).toBeGreaterThan(1);
  });
});

describe("a lazy list", () => {
  function list(offset: number, count = 80, built: number[] = []) {
    const layout = context({ scroll: new Map([["l", { index: 0, offset }]]) });
    const element = lazyColumn({
      key: "l",
      count,
      item: (index) => {
        built.push(index);
        return spacer({ width: 10, height: 50 });
      },
    });
    const measured = measure({ ...element, size: { width: "fill", height: "fill" } }, 200, 400, layout);
    return { measured, position: layout.scroll.get("l"), built };
  }

  test("builds only the rows on the screen", () => {
    expect(list(0).built).toEqual([0, 1, 2, 3]);
    expect(list(1050).built.filter((index) => index >= 10)).toEqual([10, 11, 12, 13, 14]);
  });

  test("turns pixels into the first row and what is scrolled of it", () => {
    const { position, measured } = list(1050);
    expect(position).toEqual({ index: 10, offset: 50 });
    expect(measured.children[0]?.y).toBe(-50);
  });

  test("stops at both ends", () => {
    expect(list(-500).position).toEqual({ index: 0, offset: 0 });
    expect(list(1_000_000).position).toEqual({ index: 76, offset: 0 });
    expect(list(0, 2).measured.scrolls?.canScroll).toBe(false);
    expect(list(0).measured.scrolls?.canScroll).toBe(true);
    expect(list(0, 0).measured.children).toEqual([]);
  });
});
