import { describe, expect, test } from "bun:test";
import { toRows } from "../../../../src/android/screen/rows.ts";
import { button, field, label, node, screenOf } from "./screens.ts";

describe("toRows", () => {
  test("a touchable element takes the texts inside it, other texts are context", () => {
    const { skeleton, context } = toRows(
      screenOf(label("Count: 0", 1, "count"), button("add", "Add Item", 2)),
    );
    expect(skeleton).toEqual([
      { elementId: "add", label: "Add Item", bounds: [0, 200, 500, 290], affordances: ["tap"] },
    ]);
    expect(context).toEqual([{ elementId: "count", label: "Count: 0", bounds: [0, 100, 500, 190] }]);
  });

  test("further texts become the sublabel, without repeats", () => {
    const bounds = "[0,0][500,90]";
    const row = node(
      { clickable: true, bounds, class: "android.view.View" },
      ...["Product 1", "Demo item 3A", "$2", "$2"].map((text) => node({ text, bounds })),
    );
    expect(toRows(screenOf(row)).skeleton[0]).toMatchObject({
      label: "Product 1",
      sublabel: "Demo item 3A · $2",
    });
  });

  test("state is told where it is not the usual", () => {
    const { skeleton } = toRows(
      screenOf(
        button("toggle", "On", 1, { checkable: true, checked: true, enabled: false }),
        field("name", "Ada", 2, { focused: true, hint: "Name" }),
        field("mail", "Email", 3, { hint: "Email" }),
        button("tab", "Home", 4, { selected: true, "long-clickable": true }),
        node({ "resource-id": "list", scrollable: true, bounds: "[0,600][500,900]" }),
      ),
    );
    expect(skeleton).toMatchObject([
      { elementId: "toggle", affordances: ["toggle"], checked: true, enabled: false },
      { elementId: "name", label: "Ada", sublabel: "Name", affordances: ["input", "tap"], focused: true },
      { elementId: "mail", label: "Email" },
      { elementId: "tab", selected: true, affordances: ["tap", "long-press"] },
      { elementId: "list", affordances: ["scroll"] },
    ]);
    expect(skeleton[2]).not.toHaveProperty("sublabel");
  });

  test("repeated ids and labels get the index their selector needs", () => {
    const { skeleton } = toRows(
      screenOf(button("", "View", 1), button("", "View", 2), button("x", "View", 3)),
    );
    expect(skeleton.map((row) => row.index)).toEqual([0, 1, undefined]);
  });

  test("a switch without a label names the text on its line, not the one above", () => {
    const line = (text: string, top: number) =>
      node(
        { clickable: true, bounds: `[0,${top}][1080,${top + 100}]` },
        node({ text, bounds: `[0,${top + 10}][500,${top + 50}]` }),
        node({ checkable: true, "resource-id": "switch", bounds: `[900,${top + 20}][1000,${top + 80}]` }),
      );
    const lone = node({ clickable: true, "resource-id": "fab", bounds: "[900,800][1000,900]" });
    const { skeleton } = toRows(screenOf(line("Dark theme", 100), line("Auto-rotate", 200), lone));
    const beside = skeleton.filter(({ label }) => !label).map((row) => [row.elementId, row.beside]);
    expect(beside).toEqual([
      ["switch", "Dark theme"],
      ["switch", "Auto-rotate"],
      ["fab", undefined],
    ]);
  });

  test("what has no area or is off the display is no row", () => {
    const { skeleton, context } = toRows(
      screenOf(
        button("a", "A", 30),
        label("below", 50),
        node({ text: "flat", bounds: "[5,5][5,90]" }),
        node({ text: "no bounds" }),
      ),
    );
    expect([...skeleton, ...context]).toEqual([]);
  });

  test("an element under another one says so", () => {
    const cover = node({ "resource-id": "fab", clickable: true, bounds: "[0,0][900,900]" });
    const { skeleton } = toRows(screenOf(button("under", "Under", 2), cover));
    expect(skeleton.map((row) => [row.elementId, row.occluded])).toEqual([
      ["under", true],
      ["fab", undefined],
    ]);
  });
});
