import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseHierarchy } from "../../../../src/android/hierarchy/parse.ts";
import type { HierarchyResult } from "../../../../src/android/hierarchy/types.ts";

const PROLOG = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";
const dump = (nodes: string) => `${PROLOG}<hierarchy rotation="0">${nodes}</hierarchy>`;
const parse = (text: string) => parseHierarchy(new TextEncoder().encode(text));

function nodes(result: HierarchyResult) {
  if (result.status !== "ok") throw new Error(`${result.code}: ${result.reason}`);
  return result.windows.flatMap((window) => window.nodes);
}
const firstText = (text: string) => nodes(parse(text))[0]?.text;
const code = (result: HierarchyResult) => (result.status === "ok" ? "ok" : result.code);

describe("a whole dump", () => {
  test("keeps document order, parents, depth and attributes", () => {
    const result = parse(
      dump(
        `<node index="0" text="" class="a.Frame" package="p" bounds="[0,0][10,20]"><node index="1" text="Add" resource-id="p:id/add" class="a.Button" package="p" content-desc="d" clickable="true" enabled="false" long-clickable="true" bounds="[-5,1][2,3]" hint="h" /></node><node index="1" text="x" package="q"/>`,
      ),
    );
    const [frame, button, other] = nodes(result);
    expect(frame).toMatchObject({ parent: -1, depth: 0, bounds: [0, 0, 10, 20], enabled: true });
    expect(button).toMatchObject({
      index: 1,
      parent: 0,
      depth: 1,
      text: "Add",
      resourceId: "p:id/add",
      contentDesc: "d",
      hint: "h",
      clickable: true,
      enabled: false,
      longClickable: true,
      bounds: [-5, 1, 2, 3],
    });
    expect(other).toMatchObject({ parent: -1, depth: 0, bounds: null });
    expect(result).toMatchObject({ windows: [{ packageName: "p", rotation: 0, window: null }] });
  });

  test("--windows gives each window its attributes", () => {
    const result = parse(
      `<displays><display id="3"><window index="0" title="Panel" active="true" focused="false" layer="1" type="TYPE_SYSTEM" bounds="[0,0][9,9]"><hierarchy rotation="1"><node package="s"/></hierarchy></window><window title="" type="TYPE_APPLICATION"><hierarchy rotation="1"><node package="a"/><node package="b"/></hierarchy></window></display></displays>`,
    );
    if (result.status !== "ok") throw new Error(result.reason);
    expect(result.windows.map((window) => [window.packageName, window.rotation])).toEqual([
      ["s", 1],
      ["a", 1],
    ]);
    expect(result.windows[0]?.window).toEqual({
      displayId: 3,
      title: "Panel",
      type: "TYPE_SYSTEM",
      active: true,
      focused: false,
      layer: 1,
      bounds: [0, 0, 9, 9],
    });
  });

  test("a hierarchy without nodes is readable and empty", () => {
    expect(nodes(parse(`${PROLOG}<hierarchy rotation="0" />`))).toEqual([]);
  });
});

describe("text", () => {
  test("both kinds of quotes", () => {
    expect(firstText(dump(`<node text='say "hi" > now' />`))).toBe('say "hi" > now');
  });
  test("references are decoded exactly once", () => {
    expect(firstText(dump(`<node text="&amp;lt; &#38;amp; &#128230; &#x1F4E6; A&#10;B&#9;C" />`))).toBe(
      "&lt; &amp; 📦 📦 A\nB\tC",
    );
  });
  test("half pairs and forbidden characters disappear, a pair of references is one character", () => {
    expect(firstText(dump(`<node text="X&#55357;Y&#xDE00;Z&#0;&#x1F;!" />`))).toBe("XYZ!");
    expect(firstText(dump(`<node text="X&#55357;&#56832;Y" />`))).toBe("X😀Y");
    expect(firstText(dump(`<node text="a\u0001b" />`))).toBe("ab");
  });
  test("an attribute cannot be smuggled in through a text", () => {
    const [node, ...rest] = nodes(
      parse(
        dump(`<node text="x&quot; resource-id=&quot;evil&quot; &lt;node text=&quot;y" resource-id="real"/>`),
      ),
    );
    expect(rest).toEqual([]);
    expect(node?.resourceId).toBe("real");
  });
});

describe("what surrounds the document", () => {
  test("is kept as prefix and suffix", () => {
    const result = parse(
      `java.io.IOException: x\n\tat y\n${dump(`<node text="a"/>`)}UI hierchary dumped to: /dev/tty`,
    );
    expect(result).toMatchObject({
      status: "ok",
      prefix: "java.io.IOException: x\n\tat y\n",
      suffix: "UI hierchary dumped to: /dev/tty",
    });
  });
  test("an app's text about errors is only text", () => {
    expect(firstText(dump(`<node text="Killed ERROR: could not get idle state."/>`))).toContain("Killed");
  });
  test("a byte order mark, UTF-16 in both orders", () => {
    const text = dump(`<node text="héllo 📦"/>`);
    const wide = Buffer.from(`\ufeff${text}`, "utf16le");
    expect(nodes(parseHierarchy(wide))[0]?.text).toBe("héllo 📦");
    expect(nodes(parseHierarchy(Buffer.from(wide).swap16()))[0]?.text).toBe("héllo 📦");
    expect(nodes(parse(`\ufeff${text}`))[0]?.text).toBe("héllo 📦");
  });
});

describe("unreadable", () => {
  const cases: [string, string][] = [
    ["", "EMPTY"],
    [" \r\n", "EMPTY"],
    ["ERROR: could not get idle state.\n", "NOT_IDLE"],
    ["ERROR: null root node returned by UiTestAutomationBridge.", "NULL_ROOT"],
    ["java.lang.IllegalStateException: UiAutomationService X already registered!", "ALREADY_REGISTERED"],
    ["Killed \n", "KILLED"],
    ["UI hierchary dumped to: /dev/tty\n", "NO_XML"],
    [`${PROLOG}<hierarchy rotation="0"><node text="abc`, "TRUNCATED"],
    [`${PROLOG}<hierarchy rotation="0"><node text="a" />`, "TRUNCATED"],
    [dump(`<node text="a"/>`).repeat(2), "TWO_DOCUMENTS"],
    [`${dump(`<node text="a"/>`)}\nnoise\n${dump(`<node text="b"/>`)}`, "TWO_DOCUMENTS"],
    [`<!DOCTYPE x [<!ENTITY a "b">]>${dump(`<node text="a"/>`)}`, "DOCTYPE"],
    [`${PROLOG}<!DOCTYPE x [<!ENTITY a "b">]><hierarchy><node text="&a;"/></hierarchy>`, "DOCTYPE"],
    [dump(`<node text="a" text="b"/>`), "MALFORMED"],
    [dump(`<node text="&unknown;"/>`), "MALFORMED"],
    [dump(`<node text="a"></nude>`), "MALFORMED"],
  ];
  test.each(cases)("%j is %s", (text, expected) => {
    expect(code(parse(text))).toBe(expected);
  });

  test("never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(60), (noise, at) => {
        const bytes = new TextEncoder().encode(dump(`<node text="a &amp; b" bounds="[0,0][1,1]"/>`));
        const mixed = Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
        expect(["ok", "unreadable"]).toContain(parseHierarchy(mixed).status);
      }),
    );
  });
});

test("a tree 20,000 deep needs no stack", () => {
  const deep = dump(`${'<node text="a">'.repeat(20_000)}${"</node>".repeat(20_000)}`);
  expect(nodes(parse(deep)).at(-1)?.depth).toBe(19_999);
});
