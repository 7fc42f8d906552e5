import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PlaybookError, parsePlaybook } from "../../../scripts/scripted-model/index.ts";
import { PlaybookSchema } from "../../../scripts/scripted-model/playbook/schema.ts";

function problemsOf(text: string) {
  try {
    parsePlaybook(text, "p.yml");
  } catch (error) {
    if (error instanceof PlaybookError) return error.problems;
    throw error;
  }
  return [];
}

test("defaults are filled in and the answer becomes the last turn", () => {
  const playbook = parsePlaybook(
    "name: x\nturns:\n  - calls:\n      - tool: observe\n      - builtin: Read\nanswer: |\n  A: 1\n",
  );
  expect(playbook.turns.map((turn) => turn.number)).toEqual([1, 2]);
  expect(playbook.turns[0]?.calls.map((call) => call.tool)).toEqual(["mcp__auto-mobile__observe", "Read"]);
  expect(playbook.turns[0]?.calls[0]).toMatchObject({
    label: "observe",
    input: {},
    mustBeOffered: true,
    expect: { isError: false, includes: [] },
    at: { line: 4, column: 9 },
  });
  expect(playbook.turns[1]).toMatchObject({ say: "A: 1", calls: [] });
});

test("every mistake is reported with its place, a frame and advice", () => {
  const text = `name: ""
turn: []
turns:
  - calls:
      - tool: observe
        expct: {}
      - tool: tapOn
        expect: { isError: maybe }
    fault: { kind: htpp, times: 0 }
`;
  const problems = problemsOf(text);
  expect(problems.map(({ code, where }) => `${code} ${where}`)).toEqual([
    "PLAYBOOK_EMPTY p.yml:1:7",
    "PLAYBOOK_UNKNOWN_KEY p.yml:2:1",
    "PLAYBOOK_UNKNOWN_KEY p.yml:6:9",
    "PLAYBOOK_VALUE p.yml:8:28",
    "PLAYBOOK_VALUE p.yml:9:20",
    "PLAYBOOK_VALUE p.yml:9:33",
  ]);
  expect(problems[1]?.hint).toBe('Did you mean "turns"?');
  expect(problems[2]?.frame).toBe("  6 |         expct: {}\n    |         ^");
  expect(problems[4]?.message).toContain("must be http, html,");
});

test.each([
  ["name: x\nname: y\nanswer: z\n", "PLAYBOOK_YAML", "p.yml:2:1"],
  ["name: [x\n", "PLAYBOOK_YAML", "p.yml:2:1"],
  ["- a\n", "PLAYBOOK_TYPE", "p.yml:1:1"],
  ["name: x\n", "PLAYBOOK_EMPTY", "p.yml:1:1"],
  ["name: x\nturns:\n  - calls: [{ tool: a }]\n", "PLAYBOOK_NO_ANSWER", "p.yml:3:5"],
  ["name: x\nturns:\n  - say: hm\nanswer: z\n", "PLAYBOOK_EARLY_END", "p.yml:3:5"],
  ["name: x\nturns:\n  - calls: [{ tool: a, builtin: b }]\nanswer: z\n", "PLAYBOOK_TOOL", "p.yml:3:13"],
  ["name: x\nturns:\n  - calls: [{ input: {} }]\nanswer: z\n", "PLAYBOOK_TOOL", "p.yml:3:13"],
  ['name: x\nanswer: "{count}"\n', "PLAYBOOK_REFERENCE", "p.yml:2:9"],
  [
    "name: x\nturns:\n  - calls:\n      - tool: a\n        capture: { v: { json: '$[' } }\nanswer: '{v}'\n",
    "PLAYBOOK_PATTERN",
    "p.yml:5:20",
  ],
  [
    "name: x\nturns:\n  - calls:\n      - tool: a\n        capture: { v: { regex: '(' } }\nanswer: '{v}'\n",
    "PLAYBOOK_PATTERN",
    "p.yml:5:20",
  ],
  [
    "name: x\nturns:\n  - calls:\n      - tool: a\n        capture: { v: { json: $, regex: a } }\nanswer: z\n",
    "PLAYBOOK_VALUE",
    "p.yml:5:23",
  ],
  ["name: x\nturns:\n  - fault: { kind: http }\n", "PLAYBOOK_FAULT", "p.yml:3:5"],
  ["name: x\nturns:\n  - fault: { kind: refusal, status: 500 }\n", "PLAYBOOK_FAULT", "p.yml:3:5"],
])("refuses %j with %s", (text, code, where) => {
  expect(problemsOf(text).map((problem) => [problem.code, problem.where])).toContainEqual([code, where]);
});

test("a literal brace pair is no reference, and {{name}} writes one", () => {
  expect(problemsOf('name: x\nanswer: "{} {1} {{count}} {deviceSerial}"\n')).toEqual([]);
});

test("schemas/playbook.schema.json is what the code says", () => {
  const file = join(import.meta.dir, "../../../schemas/playbook.schema.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(JSON.stringify(PlaybookSchema)));
});
