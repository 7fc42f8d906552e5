import { describe, expect, test } from "bun:test";
import { nearestRows } from "../../../../src/android/screen/nearest.ts";
import { findMatches, type Selector } from "../../../../src/android/screen/select.ts";
import type { Screen } from "../../../../src/android/screen/types.ts";
import { button, field, label, node, screenOf } from "./screens.ts";

const ids = (screen: Screen, selector: Selector) =>
  findMatches(screen, selector).map(({ target }) => screen.nodes[target]!.resourceId);

describe("findMatches", () => {
  const screen = screenOf(
    button("com.app:id/save", "Save", 1),
    button("save_all", "Save all", 2),
    button("cancel", "CANCEL", 3),
    node({
      "resource-id": "icon",
      clickable: true,
      "content-desc": "More options",
      bounds: "[600,0][700,90]",
    }),
    field("search", "", 4, { hint: "Search here" }),
  );

  test("an id is named with and without its package", () => {
    expect(ids(screen, { elementId: "com.app:id/save" })).toEqual(["com.app:id/save"]);
    expect(ids(screen, { elementId: "save" })).toEqual(["com.app:id/save"]);
    expect(ids(screen, { testTag: "save_all" })).toEqual(["save_all"]);
    expect(ids(screen, { elementId: "sav" })).toEqual([]);
  });

  test("an exact text beats another case, which beats a part", () => {
    expect(ids(screen, { text: "Save" })).toEqual(["com.app:id/save"]);
    expect(ids(screen, { text: "cancel" })).toEqual(["cancel"]);
    expect(ids(screen, { text: "save" })).toEqual(["com.app:id/save"]);
    expect(ids(screen, { text: "all" })).toEqual(["save_all"]);
    expect(ids(screen, { text: "more options" })).toEqual(["icon"]);
    expect(ids(screen, { text: "Search here" })).toEqual(["search"]);
  });

  test("textAny takes the first that is there", () => {
    expect(ids(screen, { textAny: ["Speichern", "CANCEL", "Save"] })).toEqual(["cancel"]);
  });

  test("blanks and invisible marks do not matter", () => {
    const narrow = screenOf(button("time", "9:41\u202fAM\u200e", 1));
    expect(ids(narrow, { text: "9:41 AM" })).toEqual(["time"]);
  });

  test("two texts in one touchable element are one match", () => {
    const bounds = "[0,0][500,90]";
    const twice = screenOf(
      node(
        { "resource-id": "card", clickable: true, bounds },
        node({ text: "Hi", bounds }),
        node({ text: "Hi", bounds }),
      ),
    );
    expect(findMatches(twice, { text: "Hi" })).toHaveLength(1);
  });

  test("a container narrows the search", () => {
    const inner = (id: string, top: number) =>
      node(
        { "resource-id": id, bounds: `[0,${top}][500,${top + 90}]` },
        node({
          text: "View",
          "resource-id": `${id}_view`,
          clickable: true,
          bounds: `[0,${top}][500,${top + 90}]`,
        }),
      );
    const list = screenOf(inner("row1", 0), inner("row2", 100));
    expect(ids(list, { text: "View", container: { elementId: "row2" } })).toEqual(["row2_view"]);
    expect(ids(list, { text: "View", container: { elementId: "row3" } })).toEqual([]);
  });

  test("a line of a joined description counts as a text", () => {
    const flutter = screenOf(
      node({ "resource-id": "tile", "content-desc": "Ada\nOnline", clickable: true, bounds: "[0,0][9,9]" }),
    );
    expect(ids(flutter, { text: "Online" })).toEqual(["tile"]);
  });
});

describe("nearestRows", () => {
  test("names what is most like the wanted element", () => {
    const screen = screenOf(
      button("bug_repro_add", "Add Item", 1),
      button("bug_repro_reset", "Reset", 2),
      label("Expected count: 0", 3),
    );
    expect(nearestRows(screen, { text: "Add Items" })[0]?.label).toBe("Add Item");
    expect(nearestRows(screen, { elementId: "bug_repro_rest" })[0]?.elementId).toBe("bug_repro_reset");
    expect(nearestRows(screen, { text: "count" }, 1)[0]?.label).toBe("Expected count: 0");
    expect(nearestRows(screenOf(), { text: "x" })).toEqual([]);
  });
});
