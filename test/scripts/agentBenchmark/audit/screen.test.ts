import { describe, expect, test } from "bun:test";
import { matchScreen } from "../../../../scripts/agent-benchmark/audit/index.ts";
import { evidenceNodes } from "../../../../scripts/agent-benchmark/audit/screen.ts";
import { parseHierarchy } from "../../../../src/android/hierarchy/parse.ts";
import { PACKAGE, screenOf } from "./screens.ts";

const one = (screen: Parameters<typeof matchScreen>[0], expected: string, options = {}) => {
  const [check] = matchScreen(screen, PACKAGE, [expected], options);
  if (!check) throw new Error("one check for one expected text");
  return check;
};

/** A dump as the device writes it, with this inside `<hierarchy>`. */
const dump = (inside: string) =>
  parseHierarchy(
    new TextEncoder().encode(
      `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${inside}</hierarchy>`,
    ),
  );
const xml = (attributes: string, inside = "") =>
  `<node index="0" class="android.widget.TextView" bounds="[0,0][1080,2400]" ${attributes}>${inside}</node>`;

describe("what counts", () => {
  test("text and content-desc of the app's own nodes", () => {
    expect(one(screenOf([{ text: "Expected count: 3" }]), "Expected count: 3").passed).toBe(true);
    expect(one(screenOf([{ contentDesc: "Expected count: 3" }]), "Expected count: 3").passed).toBe(true);
    expect(one(screenOf([{ text: "a", contentDesc: "Saved" }]), "Saved").passed).toBe(true);
  });

  test("a part of a longer label, as long as it stands alone", () => {
    expect(one(screenOf([{ text: "Expected count: 3 (of 5)" }]), "Expected count: 3").passed).toBe(true);
    const longer = one(screenOf([{ text: "Expected count: 30" }]), "Expected count: 3");
    expect(longer).toMatchObject({
      passed: false,
      observed: "Expected count: 30",
      reason: "The app shows the text only as a part of a longer word or number.",
    });
  });

  test("case counts", () => {
    expect(one(screenOf([{ text: "SAVED" }]), "Saved").passed).toBe(false);
  });

  test("white space and Unicode form do not, line breaks do", () => {
    expect(one(screenOf([{ text: "  10:30\u202fAM " }]), "10:30 AM").passed).toBe(true);
    expect(one(screenOf([{ text: "Cafe\u0301" }]), "Café").passed).toBe(true);
    const flutter = screenOf([{ contentDesc: "Expected count: 3\n000 steps\nDone" }]);
    expect(one(flutter, "Expected count: 3").passed).toBe(true);
    expect(one(flutter, "Expected count: 3\n000 steps").passed).toBe(true);
    expect(one(flutter, "steps Done").passed).toBe(false);
  });

  test("resource ids, class names and packages never do", () => {
    const screen = screenOf([{ resourceId: "com.suite:id/saved", className: "Saved", text: "x" }]);
    expect(one(screen, "Saved").passed).toBe(false);
    expect(one(screen, "com.suite:id/saved").passed).toBe(false);
    expect(one(screen, PACKAGE).passed).toBe(false);
  });
});

describe("what does not count", () => {
  test("nodes of another package inside the app's window", () => {
    expect(one(screenOf([{ text: "Saved", packageName: "com.other" }]), "Saved").passed).toBe(false);
  });

  test("the app's nodes inside another app's window: a notification or a widget", () => {
    const check = one(screenOf([{ text: "Saved" }], { packageName: "com.android.systemui" }), "Saved");
    expect(check).toMatchObject({
      passed: false,
      reason: "The screen shows com.android.systemui instead of com.suite.",
    });
  });

  test("nodes without area, without bounds or outside of their window", () => {
    for (const bounds of [
      [0, 0, 0, 0],
      [40, 2400, 1040, 2400],
      [0, 2500, 100, 2600],
      [5, 5, 1, 1],
      null,
    ] as const) {
      const screen = screenOf([{ text: "Saved", bounds: bounds ? [...bounds] : null }]);
      expect(one(screen, "Saved").passed).toBe(false);
    }
  });

  test("what an agent can type: the text of an editable field", () => {
    const field = { text: "Saved", className: "android.widget.EditText" };
    expect(one(screenOf([field]), "Saved")).toMatchObject({
      passed: false,
      observed: "Saved",
      reason:
        "The text is on the screen, but it does not count: it stands in a text field, where an agent can type anything.",
    });
    expect(one(screenOf([field, { text: "Saved" }]), "Saved").passed).toBe(true);
    expect(
      one(
        screenOf([{ ...field, className: "androidx.appcompat.widget.AppCompatAutoCompleteTextView" }]),
        "Saved",
      ).passed,
    ).toBe(false);
  });

  test("a field that cannot be typed into, and the app's description of a field, do", () => {
    const field = { className: "android.widget.EditText" };
    expect(one(screenOf([{ ...field, text: "Saved", enabled: false }]), "Saved").passed).toBe(true);
    expect(one(screenOf([{ ...field, contentDesc: "Saved" }]), "Saved").passed).toBe(true);
  });

  test("on a screen that no agent has touched, a field's text does", () => {
    const field = { text: "Saved", className: "android.widget.EditText" };
    expect(one(screenOf([field]), "Saved", { typedText: "counts" }).passed).toBe(true);
  });

  test("hints and passwords never do", () => {
    const field = { className: "android.widget.EditText", text: "Saved" };
    for (const options of [{}, { typedText: "counts" }]) {
      expect(one(screenOf([{ ...field, hint: "Saved" }]), "Saved", options).passed).toBe(false);
      expect(one(screenOf([{ ...field, password: true }]), "Saved", options).passed).toBe(false);
      expect(one(screenOf([{ contentDesc: "Saved", password: true }]), "Saved", options).passed).toBe(false);
    }
  });
});

describe("what the check tells", () => {
  test("the nearest label when there is one like it, the first labels otherwise", () => {
    const screen = screenOf([{ text: "Reset" }, { text: "Expected count: 7" }]);
    expect(one(screen, "Expected count: 3").observed).toBe("Expected count: 7");
    expect(one(screen, "Nothing alike").observed).toBe("Reset | Expected count: 7");
    expect(one(screenOf([]), "x")).toMatchObject({
      observed: "",
      reason: "The app's screen shows no text at all.",
    });
  });

  test("a screen that could not be observed is never a missing text", () => {
    const check = one({ status: "unreadable", reason: "the device was offline." }, "Saved", {
      evidence: "screen.xml",
    });
    expect(check).toEqual({
      kind: "screen",
      expected: "Saved",
      passed: false,
      observed: null,
      reason: "The screen could not be observed: the device was offline.",
      evidence: "screen.xml",
    });
    expect(one({ status: "ok", windows: [], prefix: "", suffix: "" }, "Saved").reason).toBe(
      "The screen shows nothing instead of com.suite.",
    );
  });
});

describe("real dumps", () => {
  test("an attribute value that looks like XML stays a value", () => {
    const injected = dump(
      `<node index="0" class="android.view.View" package="com.suite" bounds="[0,0][9,9]"><node index="0" text='" content-desc="Order placed" x="' class="android.widget.EditText" package="com.suite" content-desc="" bounds="[0,0][9,9]" /></node>`,
    );
    expect(one(injected, "Order placed").passed).toBe(false);
    const escaped = dump(
      xml(
        `package="com.suite" text="&lt;node text=&quot;Order placed&quot; package=&quot;com.suite&quot;/&gt;"`,
      ),
    );
    expect(one(escaped, 'text="Order placed"').passed).toBe(true);
  });

  test("references are decoded once", () => {
    const screen = dump(xml(`package="com.suite" text="&amp;lt; &#128230; A&#10;B"`));
    expect(one(screen, "&lt; \u{1f4e6} A").passed).toBe(true);
    expect(one(screen, "<").passed).toBe(false);
  });

  test("a DOCTYPE and a cut dump are not observed", () => {
    const bytes = (text: string) => parseHierarchy(new TextEncoder().encode(text));
    const doctype = bytes(
      `<?xml version='1.0'?><!DOCTYPE hierarchy [<!ENTITY x "Saved">]><hierarchy rotation="0"><node text="&x;" package="com.suite" bounds="[0,0][1,1]"/></hierarchy>`,
    );
    expect(one(doctype, "Saved").observed).toBeNull();
    const cut = bytes(
      `<?xml version='1.0'?><hierarchy rotation="0"><node text="Saved" package="com.suite" bounds="[0,0][1,1]"/>`,
    );
    expect(one(cut, "Saved")).toMatchObject({ passed: false, observed: null });
    expect(one(bytes(""), "Saved").reason).toStartWith("The screen could not be observed: ");
  });

  test("several windows: the app's own counts, the keyboard's does not", () => {
    const windows = parseHierarchy(
      new TextEncoder().encode(
        `<displays><display id="0"><window index="0" title="IME" type="2" active="true"><hierarchy rotation="0">${xml(`package="com.keyboard" text="Saved"`)}</hierarchy></window><window index="1" title="App"><hierarchy rotation="0">${xml(`package="com.suite" text="Draft"`)}</hierarchy></window></display></displays>`,
      ),
    );
    expect(one(windows, "Draft").passed).toBe(true);
    expect(one(windows, "Saved").passed).toBe(false);
  });
});

test("evidence nodes are those that made the check pass, and none where it failed", () => {
  const screen = screenOf([
    { text: "Other" },
    { text: "Saved: 3" },
    { text: "Saved: 3", className: "android.widget.EditText" },
    { contentDesc: "Saved: 3" },
  ]);
  if (screen.status !== "ok") throw new Error(screen.reason);
  const nodes = evidenceNodes(screen.windows, PACKAGE, "Saved: 3");
  expect(nodes.map((node) => [node.text, node.contentDesc])).toEqual([
    ["Saved: 3", ""],
    ["", "Saved: 3"],
  ]);
  expect(evidenceNodes(screen.windows, PACKAGE, "Saved: 4")).toEqual([]);
  expect(evidenceNodes(screen.windows, "other.app", "Saved: 3")).toEqual([]);
});
