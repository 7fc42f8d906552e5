import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { attribute, dumpWindow } from "../../../../scripts/virtual-device/ui/dump.ts";
import type { Element } from "../../../../scripts/virtual-device/ui/kit/element.ts";
import { label, view } from "../../../../scripts/virtual-device/ui/kit/views.ts";
import { measure } from "../../../../scripts/virtual-device/ui/layout/layout.ts";
import { toDisplay } from "../../../../scripts/virtual-device/ui/layout/placed.ts";
import { parseHierarchy } from "../../../../src/android/hierarchy/parse.ts";
import { fakeSystem, openLink } from "../helpers/services.ts";

const OPTIONS = { rotation: 0, compressed: false, extraAttributes: false, focus: null };

function dumpOf(element: Element, options: Partial<typeof OPTIONS> = {}): string {
  const layout = { pxPerDp: 1, fontScale: 1, rtl: false, scroll: new Map() };
  const display = { left: 0, top: 0, right: 400, bottom: 800 };
  const root = toDisplay(measure(element, 400, 800, layout), 0, 0, display, false);
  const window = { packageName: "com.example", title: "t", type: "application", focusable: true } as const;
  return dumpWindow(
    { ...window, bounds: display, root, id: 1, layer: 0, dims: false },
    { ...OPTIONS, ...options },
  );
}

function read(xml: string) {
  const result = parseHierarchy(new TextEncoder().encode(xml));
  if (result.status !== "ok") throw new Error(result.reason);
  return result.windows;
}

describe("a node", () => {
  test("has the 17 attributes of Android 14, in their order", () => {
    expect(dumpOf(label("Hi", { id: "x:id/hi", size: { width: 100, height: 20 } }))).toBe(
      "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">" +
        '<node index="0" text="Hi" resource-id="x:id/hi" class="android.widget.TextView" package="com.example" content-desc="" ' +
        'checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" ' +
        'scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][100,20]" /></hierarchy>',
    );
  });

  test("has drawing-order and hint after them on newer releases", () => {
    const xml = dumpOf(label("Hi", { semantics: { hint: "Name" } }), { extraAttributes: true });
    expect(xml).toMatch(/bounds="\[0,0\]\[\d+,\d+\]" drawing-order="0" hint="Name" \/>/);
  });

  test("is NAF first of all when nothing in it says what it does", () => {
    const tap = { onTap: () => undefined };
    const silent = view({ className: "FrameLayout", size: { width: 10, height: 10 }, actions: tap });
    expect(dumpOf(silent)).toContain('<node NAF="true" index="0"');
    expect(dumpOf(view({ className: "FrameLayout", actions: tap }, label("Go")))).not.toContain("NAF");
    expect(dumpOf({ ...silent, semantics: { className: "android.widget.ListView" } })).not.toContain("NAF");
  });
});

describe("visibility", () => {
  const high = (text: string): Element => label(text, { size: { height: 500, width: 50 } });
  const list = view(
    { className: "ScrollView", arrange: { type: "scroll", key: "k", axis: "vertical" } },
    high("a"),
    high("b"),
    high("c"),
  );

  test("drops what is off the screen with all that is in it", () => {
    const texts = read(dumpOf(list))[0]?.nodes.map(({ text }) => text);
    expect(texts).toEqual(["", "a", "b"]);
  });

  test("clips bounds to the scroller", () => {
    expect(dumpOf(list)).toContain("[0,500][50,800]");
  });

  test("counts a child that is left out in the index of the next", () => {
    const gone = label("gone", { size: { width: 0, height: 0 } });
    const xml = dumpOf(view({ className: "FrameLayout" }, gone, label("there")));
    expect(xml).toContain('<node index="1" text="there"');
    expect(xml).not.toContain("gone");
  });

  test("--compressed leaves out wrappers and keeps what they hold", () => {
    const wrapped = view({ className: "FrameLayout" }, view({ className: "LinearLayout" }, label("in")));
    expect(read(dumpOf(wrapped, { compressed: true }))[0]?.nodes.map(({ className }) => className)).toEqual([
      "android.widget.TextView",
    ]);
  });
});

describe("attribute values", () => {
  test("switch to apostrophes around a quotation mark, as KXmlSerializer does", () => {
    expect(attribute('say "hi"')).toBe("'say \"hi\"'");
    expect(attribute(`it's "so"`)).toBe(`'it&apos;s "so"'`);
    expect(attribute("it's")).toBe(`"it's"`);
  });

  test("write line breaks and astral characters as decimal references", () => {
    expect(attribute("a\nb\tc")).toBe('"a&#10;b&#9;c"');
    expect(attribute("📦 ⛰️")).toBe('"&#128230; ⛰️"');
  });

  test("escape markup and replace what XML forbids by dots", () => {
    expect(attribute("<a> & b")).toBe('"&lt;a&gt; &amp; b"');
    expect(attribute("x\u0001y\u007fz\ufffe\ud800")).toBe('"x.y.z.."');
  });

  test("come back from a reader as they went in", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const legal = text.replace(
          /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufdd0-\ufddf\ufffe\uffff]/g,
          ".",
        );
        const xml = dumpOf(
          view({ className: "FrameLayout", size: { width: 10, height: 10 }, semantics: { text } }),
        );
        expect(read(xml)[0]?.nodes[0]?.text).toBe(legal);
      }),
      { numRuns: 200 },
    );
  });
});

describe("--windows", () => {
  test("lists every window top first on Android 14, the active one marked", () => {
    const system = fakeSystem({ sdk: 34 });
    openLink(system, "/demos/bugs/repro");
    const xml = system.ui.dumpXml({ compressed: false, windows: true }) ?? "";
    expect(read(xml).map(({ packageName }) => packageName)).toEqual([
      "com.android.systemui",
      "com.android.systemui",
      "dev.jasonpearson.automobile.playground",
    ]);
    expect(xml.match(/active="true"/g)).toHaveLength(1);
    expect(xml).toMatch(
      /<window index="2" title="[^"]*MainActivity" bounds="\[0,0\]\[1080,2400\]" active="true" focused="true"/,
    );
  });

  test("is an unknown flag before: the plain dump comes back", () => {
    const system = fakeSystem({ sdk: 33 });
    expect(system.ui.dumpXml({ compressed: false, windows: true })).toContain(
      '<hierarchy rotation="0"><node',
    );
  });
});
