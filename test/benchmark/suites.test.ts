import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { loadSuiteFile } from "../../scripts/agent-benchmark/suite-files.ts";
import { loadPlaybook } from "../../scripts/scripted-model/index.ts";
import { repositoryRoot } from "../helpers/bench.ts";
import { changesDevice, rehearse } from "./rehearse.ts";

const folder = join(repositoryRoot, "benchmark/agent");
const names = readdirSync(join(folder, "suites"))
  .filter((name) => name.endsWith(".yml"))
  .map((name) => name.replace(/\.yml$/, ""))
  .sort();

function suiteOf(name: string) {
  const suite = loadSuiteFile(join(folder, "suites", `${name}.yml`), {
    repositoryRoot,
    cwd: repositoryRoot,
  });
  if (Array.isArray(suite)) throw new Error(suite.map(({ message }) => message).join("\n"));
  return suite;
}

const playbookOf = (name: string) => loadPlaybook(join(folder, "playbooks", `${name}.yml`));

describe("the committed suites", () => {
  test("are ten, each with a prompt and a playbook of its own", () => {
    expect(names).toHaveLength(10);
    expect(readdirSync(join(folder, "prompts")).sort()).toEqual(names.map((name) => `${name}.txt`).sort());
    expect(readdirSync(join(folder, "playbooks")).sort()).toEqual(names.map((name) => `${name}.yml`).sort());
  });

  test("between them take from two to twelve steps and use what a task needs of the server", () => {
    const playbooks = names.map(playbookOf);
    const steps = playbooks.map(({ turns }) => turns.flatMap(({ calls }) => calls).length);
    expect(Math.min(...steps)).toBe(2);
    expect(Math.max(...steps)).toBeLessThanOrEqual(12);
    const used = new Set(
      playbooks.flatMap(({ turns }) => turns.flatMap(({ calls }) => calls.map(({ label }) => label))),
    );
    expect([...used].sort()).toEqual([
      "captureScreenshot",
      "clearText",
      "dragAndDrop",
      "getDeviceState",
      "homeScreen",
      "imeAction",
      "inputText",
      "keyboard",
      "launchApp",
      "observe",
      "openLink",
      "pressButton",
      "recentApps",
      "rotate",
      "sendKeys",
      "swipeOn",
      "tapOn",
      "terminateApp",
    ]);
  });

  test.each(names)("%s: its answers and screen texts can't be had for nothing", (name) => {
    const suite = suiteOf(name);
    expect(suite.verify.answerIncludes.every((line) => /^[A-Z_]+: \S/.test(line))).toBe(true);
    expect(suite.preflight.startScreenIncludes.length).toBeGreaterThan(0);
    for (const line of suite.verify.answerIncludes) expect(suite.prompt.text).not.toContain(line);
  });
});

describe.each(names)("%s", (name) => {
  test("is solved by its playbook", async () => {
    const playbook = playbookOf(name);
    const { missingOnScreen, missingInAnswer } = await rehearse(suiteOf(name), playbook, playbook.turns);
    expect({ missingOnScreen, missingInAnswer }).toEqual({ missingOnScreen: [], missingInAnswer: [] });
  });

  test("fails when its playbook stops one step early", async () => {
    const playbook = playbookOf(name);
    const early = playbook.turns.slice(0, playbook.turns.findLastIndex(changesDevice));
    const { missingOnScreen } = await rehearse(suiteOf(name), playbook, early);
    expect(missingOnScreen).not.toEqual([]);
  });

  test("asserts a text that its start screen does not show", async () => {
    const { missingOnScreen } = await rehearse(suiteOf(name), playbookOf(name), []);
    expect(missingOnScreen).not.toEqual([]);
  });
});
