import { describe, expect, test } from "bun:test";
import { toolProblem, unknownServerTools } from "../../../../scripts/agent-benchmark/suite/tool-names.ts";

describe("entries of a suite's tool lists", () => {
  test.each([
    "mcp__auto-mobile",
    "mcp__auto-mobile__openLink",
    "mcp__auto-mobile__*",
    "Read",
    "WebFetch(domain:example.com)",
  ])("%s can name a tool", (entry) => {
    expect(toolProblem(entry, "allowedTools")).toBeNull();
    expect(toolProblem(entry, "disallowedTools")).toBeNull();
  });

  test("a tool of the server by its short name denies nothing, and the hint says what would", () => {
    expect(toolProblem("openLink", "disallowedTools")).toEqual({
      code: "SUITE_TOOL_NAME",
      message: '"openLink" is no tool of Claude Code, so it would deny nothing.',
      hint: "A tool of the server is written with the server's name: mcp__auto-mobile__openLink.",
    });
  });

  test.each(["mcp__mobile__tap", "mcp__auto_mobile__tapOn", "mcp__auto-mobile-2"])(
    "%s is of no server of the run",
    (entry) => {
      expect(toolProblem(entry, "allowedTools")?.message).toContain("would allow nothing");
    },
  );

  test("Bash may be denied again, but not allowed", () => {
    expect(toolProblem("Bash(ls *)", "allowedTools")?.code).toBe("SUITE_TOOL_DENIED");
    expect(toolProblem("Bash", "disallowedTools")).toBeNull();
  });
});

describe("against the tools that the server has", () => {
  const tools = new Set(["observe", "openLink", "tapOn"]);

  test("a misspelt one is a problem that names the right one", () => {
    const { problem } = unknownServerTools(["mcp__auto-mobile", "mcp__auto-mobile__openlinks"], tools);
    expect(problem?.code).toBe("SUITE_TOOL_UNKNOWN");
    expect(problem?.message).toContain("Did you mean mcp__auto-mobile__openLink?");
  });

  test("one that only another version has is a note", () => {
    const entries = [
      "mcp__auto-mobile__observe",
      "mcp__auto-mobile__recordVideo",
      "Read",
      "mcp__auto-mobile__*",
    ];
    expect(unknownServerTools(entries, tools)).toEqual({
      problem: null,
      notes: ["The suite names mcp__auto-mobile__recordVideo, which this server does not have."],
    });
  });
});
