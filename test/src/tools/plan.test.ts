import { expect, test } from "bun:test";
import { parsePlan } from "../../../src/tools/plan.ts";

test("arguments stand flat or under params, parameters are filled in", () => {
  const result = parsePlan(`name: demo
parameters: {app: com.a.b, times: 3}
steps:
  - tool: launchApp
    appId: "{{app}}"
  - {tool: tapOn, label: add, params: {selector: {text: "Add {{ times }}"}}}
`);
  expect(result).toEqual({
    ok: true,
    plan: {
      name: "demo",
      steps: [
        { tool: "launchApp", label: null, args: { appId: "com.a.b" } },
        { tool: "tapOn", label: "add", args: { selector: { text: "Add 3" } } },
      ],
    },
  });
});

test.each([
  ["name: a\nname: b\nsteps: [{tool: observe}]", "line 2, column 1"],
  ["name: a\nsteps: []", "steps"],
  ["name: a\nstep: [{tool: observe}]\nsteps: [{tool: observe}]", "step"],
  ["name: a\nsteps: [{tool: '{{x}}'}, {tool: tapOn, text: '{{nope}}'}]", "no parameter nope"],
  ["- 1", "The plan is not valid"],
  ["name: [", "no valid YAML"],
  [`a: &a [1]\nb: &b [${"*a,".repeat(30)}]\nname: x\nsteps: [{tool: observe}]`, "aliases"],
])("%j is refused: %s", (text, part) => {
  const result = parsePlan(text);
  expect(!result.ok && result.message).toContain(part);
});
