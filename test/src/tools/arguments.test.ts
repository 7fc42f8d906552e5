import { describe, expect, test } from "bun:test";
import { checkArguments } from "../../../src/tools/arguments.ts";
import { allTools } from "../../../src/tools/index.ts";

const tool = (name: string) => allTools.find((tool) => tool.name === name)!;
const check = (name: string, args: Record<string, unknown>) => {
  const checked = checkArguments(tool(name), args);
  return checked.ok ? checked.args : checked.message;
};

describe("checkArguments", () => {
  test("known other spellings are understood", () => {
    expect(check("launchApp", { packageName: "com.a.b", deviceId: "emulator-5554" })).toEqual({
      appId: "com.a.b",
      device: "emulator-5554",
    });
    expect(check("tapOn", { text: "Save", action: "tap" })).toEqual({
      selector: { text: "Save" },
      action: "tap",
    });
    expect(check("inputText", { text: "hi", elementId: "name" })).toEqual({
      text: "hi",
      selector: { elementId: "name" },
    });
    expect(check("observe", { waitFor: null })).toEqual({});
  });

  test("an unknown key is refused with the nearest one", () => {
    expect(check("tapOn", { selector: { text: "a" }, acton: "tap" })).toBe(
      'Invalid arguments for tapOn: unknown key "acton" (did you mean action?)',
    );
  });

  test("a selector must name exactly one thing", () => {
    for (const selector of [{}, { text: "a", elementId: "b" }, { id: "x" }, "Save", { text: 5 }]) {
      expect(check("tapOn", { selector })).toContain("exactly one of elementId, testTag, text, textAny");
    }
    expect(check("tapOn", {})).toContain("selector");
  });

  test("several problems are told at once, but not without end", () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`bad${at}`, 1]));
    const message = check("pressButton", { button: "hom", ...many });
    expect(message).toContain("button");
    expect(message).toContain("and 5 more");
  });

  test.each([
    ["launchApp", { appId: "com.a; reboot" }],
    ["launchApp", { appId: "nodots" }],
    ["tapOn", { selector: { text: "a" }, index: -1 }],
    ["observe", { waitFor: { for: "textEquals", text: "x" } }],
    ["observe", { waitFor: { text: "x", timeout: 1, timeoutMs: 1 } }],
    ["observe", { waitFor: {} }],
    ["sendKeys", { commands: [] }],
    ["executePlan", { planContent: "x" }],
  ])("%s %j is refused", (name, args) => {
    expect(check(name, args)).toStartWith(`Invalid arguments for ${name}: `);
  });
});
