import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../../scripts/agent-benchmark/errors.ts";
import { createSuite, parseNew } from "../../../scripts/agent-benchmark/new.ts";
import { loadSuites } from "../../../scripts/agent-benchmark/suite-files.ts";
import { parsePlaybook } from "../../../scripts/scripted-model/index.ts";
import { rehearse } from "../../benchmark/rehearse.ts";

const roots: string[] = [];
const newRoot = () => {
  const root = mkdtempSync(join(tmpdir(), "bench-new-"));
  roots.push(root);
  return root;
};
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

const suite = { name: "my-task", packageName: "com.example.app", launchUri: null, example: false };

describe("a new suite", () => {
  test.each([
    ["without a link", suite],
    ["with the example", { ...suite, launchUri: "automobile://playground/home", example: true }],
    ["with a link that needs quotes", { ...suite, launchUri: 'app://x?a="b"&c=#d: e' }],
  ])("%s loads, and its playbook too", (_, given) => {
    const root = newRoot();
    const [, , playbook = ""] = createSuite(root, given);
    const loaded = loadSuites(["my-task"], { repositoryRoot: root });
    if (!("suites" in loaded)) throw new Error(JSON.stringify(loaded.problems));
    expect(loaded.suites[0]?.preflight.launchUri).toBe(given.launchUri);
    expect(parsePlaybook(readFileSync(playbook, "utf8"), playbook).name).toBe("my-task");
  });

  test("of the Playground is a task that its playbook solves and that nothing else passes for", async () => {
    const root = newRoot();
    const [suitePath = "", , playbookPath = ""] = createSuite(root, parseNew(["my-task"]));
    const loaded = loadSuites([suitePath], { repositoryRoot: root });
    if (!("suites" in loaded) || !loaded.suites[0]) throw new Error(JSON.stringify(loaded));
    const [task] = loaded.suites;
    const quick = { ...task, preflight: { ...task.preflight, settleSeconds: 0 } };
    const playbook = parsePlaybook(readFileSync(playbookPath, "utf8"), playbookPath);
    expect(await rehearse(quick, playbook, playbook.turns)).toMatchObject({
      missingOnScreen: [],
      missingInAnswer: [],
    });
    expect((await rehearse(quick, playbook, [])).missingOnScreen).toEqual(["Selected: Cherry"]);
  });

  test("overwrites nothing, also when only one of its files is there", () => {
    const root = newRoot();
    const [suitePath = "", prompt = ""] = createSuite(root, suite);
    rmSync(suitePath);
    writeFileSync(prompt, "mine");
    expect(() => createSuite(root, suite)).toThrow(UsageError);
    expect(readFileSync(prompt, "utf8")).toBe("mine");
  });

  test("that would not load is not left behind", () => {
    const root = newRoot();
    expect(() => createSuite(root, { ...suite, packageName: "no package" })).toThrow(/application id/);
    expect([...new Bun.Glob("**").scanSync({ cwd: root })]).toEqual([]);
  });

  test.each(["../escape", "", "a b", "-x", "a/b", "x".repeat(101)])("%j is no name", (name) => {
    expect(() => createSuite(newRoot(), { ...suite, name })).toThrow(/can't be the name/);
  });
});

describe("the command line", () => {
  test("a name alone starts from the Playground", () => {
    expect(parseNew(["my-task"])).toEqual({
      name: "my-task",
      packageName: "dev.jasonpearson.automobile.playground",
      launchUri: "automobile://playground/home",
      example: true,
    });
  });

  test("another app has no link unless one is given", () => {
    expect(parseNew(["--", "t", "--package", "com.example.app"])).toEqual({ ...suite, name: "t" });
    expect(parseNew(["t", "--package=com.example.app", "--link", "app://x"])).toMatchObject({
      launchUri: "app://x",
      example: false,
    });
  });

  test.each([
    [[], /^Name one suite: bun run bench:new/],
    [["a", "b"], /^Name one suite/],
    [["a", "--pakage", "x"], /^There is no option --pakage. Did you mean --package\?$/],
    [["a", "--package"], /^--package needs a value/],
  ])("%j is refused", (argv, message) => {
    expect(() => parseNew(argv)).toThrow(message);
  });
});
