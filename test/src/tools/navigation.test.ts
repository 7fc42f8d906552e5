import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Desk, startDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk({ enabledTools: ["executePlan"] });
  await desk.open("/demos/ux/start");
});
afterAll(() => desk.stop());

describe("navigation graph", () => {
  test("is learned from what is done, and walked", async () => {
    const unknown = await desk.call("navigateTo", { targetScreen: "UxFlowSummaryDestination" });
    expect(unknown.text).toContain("is known");
    await desk.call("tapOn", { selector: { elementId: "ux_flow_start_next" } });
    await desk.call("tapOn", { selector: { elementId: "ux_flow_details_next" } });
    await desk.call("tapOn", { selector: { elementId: "ux_flow_summary_restart" } });
    const graph = await desk.call("getNavigationGraph");
    expect(graph.value.currentScreen).toBe("UxFlowStartDestination");
    expect(graph.value.edges).toContainEqual(
      expect.objectContaining({ from: "UxFlowStartDestination", to: "UxFlowDetailsDestination", count: 1 }),
    );
    const went = await desk.call("navigateTo", { targetScreen: "UxFlowSummaryDestination" });
    expect(went.value.path).toEqual([
      "UxFlowStartDestination",
      "UxFlowDetailsDestination",
      "UxFlowSummaryDestination",
    ]);
    expect(went.value.observation.screenIdentity.name).toBe("UxFlowSummaryDestination");
    expect(
      (await desk.call("navigateTo", { targetScreen: "UxFlowSummaryDestination" })).value.message,
    ).toContain("Already on");
  });

  test("a name that is nearly right is suggested", async () => {
    const { text } = await desk.call("navigateTo", { targetScreen: "UxFlowSummaryDestinatio" });
    expect(text).toContain("Did you mean UxFlowSummaryDestination?");
    const far = await desk.call("navigateTo", { targetScreen: "Checkout" });
    expect(far.text).toContain("getNavigationGraph lists");
  });
});

describe("executePlan", () => {
  const plan = (steps: string) => ({ platform: "android", planContent: `name: demo\nsteps:\n${steps}` });

  test("runs its steps in order and shows the screen they left", async () => {
    const { value } = await desk.call(
      "executePlan",
      plan(`  - {tool: openLink, url: "automobile://playground/demos/bugs/repro"}
  - {tool: tapOn, label: add, selector: {text: Add Item}}
  - {tool: observe, waitFor: {text: "Expected count: 1"}}`),
    );
    expect(value).toMatchObject({ success: true, executedSteps: 3, totalSteps: 3 });
    expect(JSON.stringify(value.observation)).toContain("Expected count: 1");
  });

  test("stops at the step that fails and says why", async () => {
    const { isError, value } = await desk.call(
      "executePlan",
      plan(`  - {tool: tapOn, selector: {text: Add Item}}
  - {tool: tapOn, selector: {text: Nowhere}, searchUntil: {duration: 100}}
  - {tool: homeScreen}`),
    );
    expect(isError).toBe(true);
    expect(value).toMatchObject({
      success: false,
      executedSteps: 1,
      skippedSteps: 1,
      failedStep: { stepIndex: 1, tool: "tapOn" },
    });
    expect(value.failedStep.error).toContain("Nowhere");
  });

  test.each([
    ["  - {tool: executePlan, planContent: x}", "not allowed"],
    ["  - {tool: nope}", "Unknown tool: nope"],
    ["  - {tool: tapOn, selctor: {text: a}}", "did you mean selector?"],
  ])("%s is refused", async (steps, part) => {
    const { isError, text } = await desk.call("executePlan", plan(steps));
    expect(isError).toBe(true);
    expect(text).toContain(part);
  });

  test("cleans up afterwards", async () => {
    const result = await desk.call("executePlan", {
      ...plan("  - {tool: observe}"),
      cleanupAppId: "dev.jasonpearson.automobile.playground",
    });
    expect(result.isError).toBe(false);
    expect(await desk.shell("pidof dev.jasonpearson.automobile.playground")).toBe("");
  });
});

describe("setToolEnabled", () => {
  test("switches tools off and on, and tells the client", async () => {
    const before = (await desk.client.listTools()).tools.map((tool) => tool.name);
    expect(before).toContain("executePlan");
    const off = await desk.call("setToolEnabled", { toolNames: ["rotate", "executePlan"], enabled: false });
    expect(off.value.enabledTools).not.toContain("rotate");
    expect((await desk.call("rotate", { orientation: "portrait" })).text).toContain("switched off");
    expect((await desk.client.listTools()).tools.map((tool) => tool.name)).not.toContain("rotate");
    const wrong = await desk.call("setToolEnabled", { toolNames: ["rotate", "rotat"] });
    expect(wrong.text).toBe("Error: Unknown tool: rotat. Did you mean rotate?");
    expect((await desk.call("rotate", { orientation: "portrait" })).isError).toBe(true);
    await desk.call("setToolEnabled", { toolName: "rotate" });
    expect((await desk.client.listTools()).tools.map((tool) => tool.name)).toContain("rotate");
    expect((await desk.call("setToolEnabled", {})).isError).toBe(true);
  });
});
