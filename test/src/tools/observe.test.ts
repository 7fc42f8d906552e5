import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Desk, startDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
  await desk.open("/demos/bugs/repro");
});
afterAll(() => desk.stop());

describe("observe", () => {
  test("shows rows to act on and text to read", async () => {
    const { value } = await desk.call("observe");
    expect(value).toMatchObject({
      deviceId: desk.device.serial,
      rotation: 0,
      screenSize: { width: 1080, height: 2400 },
      activeWindow: { appId: "dev.jasonpearson.automobile.playground" },
      screenIdentity: { name: "BugReproDestination" },
    });
    const add = value.skeleton.find((row: { elementId?: string }) => row.elementId === "bug_repro_add");
    expect(add).toMatchObject({ label: "Add Item", affordances: ["tap"] });
    expect(value.context).toContainEqual(
      expect.objectContaining({ elementId: "bug_repro_expected", label: "Expected count: 0" }),
    );
  });

  test("full shows the hierarchy as Android names it", async () => {
    for (const args of [{ project: "full" }, { raw: true }]) {
      const { value } = await desk.call("observe", args);
      expect(value).not.toHaveProperty("skeleton");
      expect(value.viewHierarchy[0]).toMatchObject({ class: expect.any(String), bounds: [0, 0, 1080, 2400] });
      expect(JSON.stringify(value.viewHierarchy)).toContain('"resource-id":"bug_repro_add"');
    }
  });

  test("a picture comes as an image block when asked for", async () => {
    const { content } = await desk.call("observe", { includeScreenshotImage: true });
    expect(content[1]).toMatchObject({ type: "image", mimeType: "image/png" });
  });
});

describe("waitFor", () => {
  test("what is there already is found at once", async () => {
    const { value } = await desk.call("observe", { waitFor: { elementId: "bug_repro_add" } });
    expect(value).toMatchObject({
      matched: true,
      timedOut: false,
      polls: 1,
      matchedElement: { elementId: "bug_repro_add" },
    });
  });

  test("what comes later is waited for", async () => {
    const waiting = desk.call("observe", {
      waitFor: { text: "Expected count: 1", timeout: 5000, pollMs: 30 },
    });
    await Bun.sleep(60);
    await desk.shell("input tap 180 860");
    const { value } = await waiting;
    expect(value.matched).toBe(true);
    expect(value.polls).toBeGreaterThan(1);
  });

  test("a wait in vain says so, with what is nearest", async () => {
    const { isError, value } = await desk.call("observe", {
      waitFor: { text: "Add Itm", timeoutMs: 80, pollMs: 20 },
    });
    expect(isError).toBe(false);
    expect(value).toMatchObject({ matched: false, timedOut: true });
    expect(value.timeoutReason).toBe('text "Add Itm" did not appear within 80 ms.');
    expect(Object.keys(value)[0]).toBe("matched");
    expect(value.candidates[0]).toContain("Add Item");
    expect(value.skeleton.length).toBeGreaterThan(0);
  });

  test.each([
    [{ for: "disappear", text: "Not there" }, true],
    [{ for: "disappear", text: "Add Item", timeout: 50 }, false],
    [{ for: "clickable", elementId: "bug_repro_add" }, true],
    [{ for: "clickable", text: "Enable Bug", timeout: 50 }, false],
    [{ for: "textEquals", elementId: "bug_repro_status", text: "Status: Updated" }, true],
    [{ for: "stable", pollMs: 20 }, true],
    [{ for: "countStable", text: "Reset", pollMs: 20 }, true],
    [{ textAny: ["Nope", "Reset"] }, true],
    [
      { activeWindow: { appId: "dev.jasonpearson.automobile.playground", activityName: "MainActivity" } },
      true,
    ],
    [{ activeWindow: { appId: "com.other.app" }, timeout: 50 }, false],
  ])("%j is %p", async (waitFor, matched) => {
    const { value } = await desk.call("observe", { waitFor });
    expect(value.matched).toBe(matched);
  });

  test("a client that gives up ends the wait", async () => {
    const controller = new AbortController();
    const call = desk.client.callTool(
      { name: "observe", arguments: { waitFor: { text: "never", timeout: 30_000 } } },
      undefined,
      {
        signal: controller.signal,
      },
    );
    setTimeout(() => controller.abort(), 30);
    await expect(call).rejects.toThrow();
    const before = desk.device.requests.length;
    await Bun.sleep(400);
    expect(desk.device.requests.length - before).toBeLessThan(4);
  });
});
