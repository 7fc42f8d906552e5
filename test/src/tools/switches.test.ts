import { expect, test } from "bun:test";
import { checkSwitchNames, createSwitches, type SwitchStore } from "../../../src/tools/switches.ts";

const tools = [
  { name: "observe", enabledByDefault: true },
  { name: "tapOn", enabledByDefault: true },
  { name: "executePlan", enabledByDefault: false },
  { name: "setToolEnabled", enabledByDefault: true },
];

function memoryStore(): SwitchStore {
  const kept = new Map<string, boolean>();
  return {
    read: () => kept,
    write(names, enabled) {
      for (const name of names) kept.set(name, enabled);
    },
  };
}

test("default, environment, command line and stored choice win in this order", () => {
  const store = memoryStore();
  const options = {
    tools,
    environment: { enabled: ["executePlan"], disabled: ["observe", "tapOn"] },
    commandLine: { enabled: ["observe"], disabled: [] },
    store,
  };
  expect(createSwitches(options).enabled()).toEqual(["executePlan", "observe", "setToolEnabled"]);
  createSwitches(options).set(["tapOn"], true);
  expect(createSwitches(options).isEnabled("tapOn")).toBe(true);
});

test("a batch with an unknown name changes nothing and tells nobody", () => {
  const switches = createSwitches({ tools });
  let told = 0;
  const stop = switches.onChange(() => told++);
  expect(switches.set(["tapOn", "tapOm"], false)).toEqual({
    ok: false,
    message: "Unknown tool: tapOm. Did you mean tapOn?",
  });
  expect(switches.isEnabled("tapOn")).toBe(true);
  switches.set(["tapOn"], true);
  expect(told).toBe(0);
  switches.set(["tapOn"], false);
  stop();
  switches.set(["tapOn"], true);
  expect(told).toBe(1);
});

test("the switch itself stays on", () => {
  expect(createSwitches({ tools }).set(["setToolEnabled"], false).ok).toBe(false);
});

test("unknown names and contradictions are told before anything starts", () => {
  expect(
    checkSwitchNames({
      tools,
      environment: { enabled: ["tapOn", "foo"], disabled: ["tapOn"] },
      commandLine: { enabled: [], disabled: ["obserfe"] },
    }),
  ).toEqual([
    "AUTOMOBILE_ENABLED_TOOLS and AUTOMOBILE_DISABLED_TOOLS: Unknown tool: foo.",
    "AUTOMOBILE_ENABLED_TOOLS and AUTOMOBILE_DISABLED_TOOLS: tapOn is in both",
    "--enable-tool and --disable-tool: Unknown tool: obserfe. Did you mean observe?",
  ]);
});
