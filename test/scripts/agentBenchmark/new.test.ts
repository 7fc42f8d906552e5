import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../../scripts/agent-benchmark/errors.ts";
import { createSuite, parseNew } from "../../../scripts/agent-benchmark/new.ts";
import { loadSuites } from "../../../scripts/agent-benchmark/suite-files.ts";
import { parsePlaybook } from "../../../scripts/scripted-model/index.ts";

const roots: string[] = [];
const newRoot = () => {
  const root = mkdtempSync(join(tmpdir(), "bench-new-"));
  roots.push(root);
  return root;
};
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

const suite = { name: "my-task", packageName: "com.example.app", launchUri: null };

describe("a new suite", () => {
  test.each([
    ["without a link", suite],
    ["with a link that needs quotes", { ...suite, launchUri: 'app://x?a="b"&c=#d: e' }],
  ])("%s loads, and its playbook too", (_, given) => {
    const root = newRoot();
    const [, , playbook = ""] = createSuite(root, given);
    const loaded = loadSuites(["my-task"], { repositoryRoot: root });
    if (!("suites" in loaded)) throw new Error(JSON.stringify(loaded.problems));
    expect(loaded.suites[0]?.preflight.launchUri).toBe(given.launchUri);
    expect(parsePlaybook(readFileSync(playbook, "utf8"), playbook).name).toBe("my-task");
  });

  test("overwrites nothing, also when only one of its files is there", () => {
    const root = newRoot();
    const [suitePath = "", prompt = ""] = createSuite(root, suite);
    rmSync(suitePath);
    writeFileSync(prompt, "mine");
    expect(() => createSuite(root, suite)).toThrow(UsageError);
    expect(readFileSync(prompt, "utf8")).toBe("mine");
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
      launchUri: "automobile://playground/demos",
    });
  });

  test("another app has no link unless one is given", () => {
    expect(parseNew(["--", "t", "--package", "com.example.app"])).toEqual({ ...suite, name: "t" });
    expect(parseNew(["t", "--package=com.example.app", "--link", "app://x"])).toMatchObject({
      launchUri: "app://x",
    });
  });

  test.each([[[]], [["a", "b"]], [["a", "--pakage", "x"]], [["a", "--package"]]])("%j is refused", (argv) => {
    expect(() => parseNew(argv)).toThrow(/^Expected bun run bench:new/);
  });
});
