import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Desk, startDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
  await desk.open("/demos/perf/list");
});
afterAll(() => desk.stop());

describe("swipeOn", () => {
  test("scrolls until the element is there", async () => {
    const { value } = await desk.call("swipeOn", { direction: "down", lookFor: { text: "Product 40" } });
    expect(value).toMatchObject({ success: true, found: true, totalMatches: 1 });
    expect(value.swipes).toBeGreaterThan(3);
    expect(JSON.stringify((await desk.call("observe")).value)).toContain("Product 40");
  });

  test("what is there already needs no swipe", async () => {
    const { value } = await desk.call("swipeOn", { direction: "down", lookFor: { text: "Product 40" } });
    expect(value.swipes).toBe(0);
  });

  test("the end of the content ends the search", async () => {
    const { isError, text } = await desk.call("swipeOn", { direction: "up", lookFor: { text: "Nowhere" } });
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^Error: The end was reached after \d+ swipes up\. No element matches text "Nowhere"/,
    );
  });

  test("scrolling down and a finger that goes down are opposites", async () => {
    const first = async () => JSON.stringify((await desk.call("observe")).value.skeleton);
    const top = await first();
    const stayed = await desk.call("swipeOn", {
      direction: "down",
      gestureType: "swipeFingerTowardsDirection",
    });
    expect(stayed.value.message).toEndWith("The end was there already, or nothing here scrolls.");
    expect(await first()).toBe(top);
    const { value } = await desk.call("swipeOn", {
      direction: "down",
      container: { elementId: "performance_list" },
      speed: "fast",
    });
    expect(value.effect.screenChanged).toBe(true);
    expect(await first()).not.toBe(top);
  });

  test("a container that is not there is a miss", async () => {
    const { text } = await desk.call("swipeOn", {
      direction: "down",
      container: { elementId: "performance_lst" },
    });
    expect(text).toContain("performance_list");
  });

  test("a client that wants progress gets it", async () => {
    const seen: number[] = [];
    await desk.client.callTool(
      { name: "swipeOn", arguments: { direction: "down", lookFor: { text: "Product 30" } } },
      undefined,
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});

describe("dragAndDrop", () => {
  test("drags from one element to another", async () => {
    await desk.open("/demos/bugs/repro");
    const { value } = await desk.call("dragAndDrop", {
      source: { text: "Add Item" },
      target: { elementId: "bug_repro_reset" },
      dragDurationMs: 300,
    });
    expect(value.success).toBe(true);
    expect(
      desk.device.requests.some((request) => /input draganddrop \d+ \d+ \d+ \d+ 300/.test(request)),
    ).toBe(true);
    expect(
      (await desk.call("dragAndDrop", { source: { text: "Zzz" }, target: { text: "Reset" } })).isError,
    ).toBe(true);
  });
});
