import { expect, test } from "bun:test";
import { diffScreens } from "../../../../src/android/screen/diff.ts";
import { button, label, screenOf } from "./screens.ts";

test("a text that changed under its id is one change", () => {
  const before = screenOf(label("Count: 0", 1, "count"), button("add", "Add", 2));
  const after = screenOf(label("Count: 1", 1, "count"), button("add", "Add", 2));
  expect(diffScreens(before, after)).toEqual({
    added: [],
    removed: [],
    changed: [{ key: "count", before: { label: "Count: 0" }, after: { label: "Count: 1" } }],
    moved: 0,
  });
});

test("texts without ids come and go", () => {
  const diff = diffScreens(screenOf(label("Old", 1)), screenOf(label("New", 1)));
  expect(diff.removed).toEqual([{ key: "Old", label: "Old" }]);
  expect(diff.added).toMatchObject([{ label: "New" }]);
});

test("repeated rows are told apart, moved ones only counted", () => {
  const before = screenOf(button("", "View", 1), button("", "View", 2));
  const after = screenOf(button("", "View", 3), button("", "View", 2), button("", "View", 4));
  const diff = diffScreens(before, after);
  expect(diff.added).toHaveLength(1);
  expect(diff.moved).toBe(1);
});
