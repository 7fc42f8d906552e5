import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Desk, startDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
  await desk.open("/demos/bugs/repro");
});
afterAll(() => desk.stop());

describe("tapOn", () => {
  test("taps by text and tells what became of the screen", async () => {
    const { isError, value } = await desk.call("tapOn", { selector: { text: "Add Item" } });
    expect(isError).toBe(false);
    expect(value.message).toContain('"Expected count: 0" became "Expected count: 1"');
    expect(value).toMatchObject({
      success: true,
      effect: { screenChanged: true },
      observationDiff: { mode: "diff", toScreen: "BugReproDestination" },
      selectedElement: { resourceId: "bug_repro_add", totalMatches: 1, selectionStrategy: "only" },
    });
    expect(value.observation.isDiff).toBe(true);
    expect(value.observation.changed).toContainEqual({
      key: "bug_repro_expected",
      before: { label: "Expected count: 0" },
      after: { label: "Expected count: 1" },
    });
    expect(value.observation.skeleton.length).toBeGreaterThan(3);
  });

  test("taps by id, and a toggle tells its state", async () => {
    const { value } = await desk.call("tapOn", { selector: { elementId: "bug_repro_toggle" } });
    expect(value.message).toContain("Now on.");
    const again = await desk.call("tapOn", { selector: { testTag: "bug_repro_toggle" } });
    expect(again.value.selectedElement.selectedState).toBe(true);
    expect(again.value.message).toContain("Now off.");
  });

  test("a miss names the screen and the nearest elements", async () => {
    const { isError, text } = await desk.call("tapOn", {
      selector: { text: "Add Items" },
      searchUntil: { duration: 100 },
    });
    expect(isError).toBe(true);
    expect(text).toStartWith(
      'Error: No element matches text "Add Items" on BugReproDestination. Nearest: "Add Item"',
    );
    expect(text).toContain("bug_repro_add");
  });

  test("plain text is tapped with a warning", async () => {
    const { value } = await desk.call("tapOn", { selector: { text: "Enable Bug" } });
    expect(value.warnings[0]).toContain(
      'plain text that answers to no touch. Beside it is elementId "bug_repro_toggle"',
    );
    expect(value.message).toContain("Nothing on the screen changed");
    expect(value.effect.screenChanged).toBe(false);
  });

  test("several matches are listed with their indexes, and index or strategy picks one", async () => {
    await desk.open("/demos/perf/list");
    const started = performance.now();
    const many = await desk.call("tapOn", { selector: { text: "View" }, searchUntil: { duration: 5000 } });
    expect(performance.now() - started).toBeLessThan(2000);
    expect(many.text).toMatch(
      /^Error: \d+ elements match text "View": pass index to say which\. 0: "View" beside "Product 1"/,
    );
    const away = await desk.call("tapOn", {
      selector: { text: "Product 70" },
      searchUntil: { duration: 100 },
    });
    expect(away.text).toContain("swipeOn with lookFor");
    const high = await desk.call("tapOn", { selector: { text: "View" }, index: 99 });
    expect(high.text).toContain("index 99 is too high");
    const third = await desk.call("tapOn", { selector: { text: "View" }, index: 2 });
    expect(third.value.observationDiff.toScreen).toBe("PerformanceDetailDestination");
    expect(JSON.stringify(third.value.observation)).toContain("Detail for Product 3");
    await desk.call("pressButton", { button: "back" });
    const inside = await desk.call("tapOn", {
      selector: { text: "View" },
      container: { elementId: "performance_item_2" },
    });
    expect(inside.value.selectedElement.totalMatches).toBe(1);
    await desk.call("pressButton", { button: "back" });
    const first = await desk.call("tapOn", { selector: { text: "View" }, selectionStrategy: "first" });
    expect(first.value.selectedElement).toMatchObject({ indexInMatches: 0, selectionStrategy: "first" });
  });

  test("a title above all matches is not said to stand beside each", async () => {
    await desk.open("/home");
    const { text } = await desk.call("tapOn", { selector: { text: "b" }, searchUntil: { duration: 100 } });
    expect(text).toMatch(/^Error: \d+ elements match text "b"/);
    expect(text).not.toContain('beside "TAP SCREEN"');
  });

  test("longPress holds, doubleTap taps twice", async () => {
    await desk.open("/demos/bugs/repro");
    await desk.call("tapOn", { selector: { elementId: "bug_repro_add" }, action: "doubleTap" });
    expect(await desk.shell("uiautomator dump /dev/tty")).toContain("Expected count: 2");
    const held = await desk.call("tapOn", {
      selector: { elementId: "bug_repro_add" },
      action: "longPress",
      duration: 800,
    });
    expect(held.value.message).toStartWith('Long-pressed "Add Item".');
    expect(desk.device.requests.some((request) => /input swipe (\d+) (\d+) \1 \2 800/.test(request))).toBe(
      true,
    );
  });
});
