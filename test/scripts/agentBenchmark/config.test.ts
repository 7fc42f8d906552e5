import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { formatProblem } from "../../../scripts/agent-benchmark/errors.ts";
import { suiteDigest } from "../../../scripts/agent-benchmark/suite/digest.ts";
import {
  findSuiteFile,
  listSuiteFiles,
  loadSuiteFile,
  loadSuites,
} from "../../../scripts/agent-benchmark/suite-files.ts";

const repositoryRoot = join(import.meta.dir, "../../..");
const files = listSuiteFiles({ repositoryRoot });

describe("committed suites", () => {
  test("bug-repro and ux-flow are among them", () => {
    expect(files.map((file) => basename(file, ".yml"))).toEqual(
      expect.arrayContaining(["bug-repro", "ux-flow"]),
    );
  });

  test.each(files)("%s loads", (file) => {
    const suite = loadSuiteFile(file, { repositoryRoot });
    if (Array.isArray(suite)) throw new Error(suite.map(formatProblem).join("\n"));
    expect(suite.verify.answerIncludes.length).toBeGreaterThan(0);
    expect(suiteDigest(suite, suite.prompt.text, null).digest).toMatch(/^[0-9a-f]{16}$/);
    expect(readFileSync(file, "utf8")).toStartWith(
      "# yaml-language-server: $schema=../../../schemas/suite.schema.json\n",
    );
  });

  test("ux-flow denies what would jump to its end", () => {
    const loaded = loadSuites(["ux-flow"], { repositoryRoot });
    if (!("suites" in loaded)) throw new Error("ux-flow does not load");
    expect(loaded.suites[0]?.claude.disallowedTools).toEqual([
      "mcp__auto-mobile__openLink",
      "mcp__auto-mobile__navigateTo",
      "mcp__auto-mobile__executePlan",
    ]);
  });
});

describe("finding suites", () => {
  const find = (given: string) => findSuiteFile(given, { repositoryRoot, cwd: repositoryRoot });

  test("by name and by path", () => {
    const path = join(repositoryRoot, "benchmark/agent/suites/bug-repro.yml");
    expect(find("bug-repro")).toBe(path);
    expect(find("benchmark/agent/suites/bug-repro.yml")).toBe(path);
    expect(find(path)).toBe(path);
  });

  test.each([
    ["bug-rep", 'There is no suite named "bug-rep". Did you mean "bug-repro"?'],
    ["../bug-repro", "There is no suite file ../bug-repro."],
    ["bug-repro.yml", "There is no suite file bug-repro.yml."],
    ["constructor", 'There is no suite named "constructor".'],
  ])("%s is not found", (given, message) => {
    expect(find(given)).toMatchObject({ code: "SUITE_NOT_FOUND", message });
  });

  test("a suite asked for twice is one, and problems of several files come together", () => {
    const twice = loadSuites(["bug-repro", "benchmark/agent/suites/bug-repro.yml"], {
      repositoryRoot,
      cwd: repositoryRoot,
    });
    expect("suites" in twice && twice.suites.length).toBe(1);
    const wrong = loadSuites(["nope", "bug-repro", "gone.yml"], { repositoryRoot, cwd: repositoryRoot });
    expect("problems" in wrong && wrong.problems.map((problem) => problem.code)).toEqual([
      "SUITE_NOT_FOUND",
      "SUITE_NOT_FOUND",
    ]);
  });

  test("an empty folder has nothing to run", () => {
    const none = loadSuites(null, { repositoryRoot, suitesDirectory: join(repositoryRoot, "test/fixtures") });
    expect("problems" in none && none.problems[0]?.message).toBe("There are no suites to run.");
  });
});
