import { afterEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  managedDirectories,
  readManagedSettings,
} from "../../../../scripts/agent-benchmark/claude/managed-settings.ts";

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});
function managed(files: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), "managed-"));
  directories.push(directory);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  return directory;
}
const COMMAND = ["/usr/bin/bun", "/srv/dist/src/index.js"];
const read = (files: Record<string, string>) => readManagedSettings([managed(files)], COMMAND);
const settings = (value: unknown) => ({ "managed-settings.json": JSON.stringify(value) });

test("each platform has its directories", () => {
  expect(managedDirectories("linux", {})).toEqual(["/etc/claude-code"]);
  expect(managedDirectories("darwin", {})).toEqual(["/Library/Application Support/ClaudeCode"]);
  expect(managedDirectories("win32", { ProgramFiles: "D:\\P", PROGRAMDATA: "D:\\D" })).toEqual([
    "D:\\P\\ClaudeCode",
    "D:\\D\\ClaudeCode",
  ]);
});

test("no managed directory, nothing to tell", () => {
  expect(readManagedSettings(["/nonexistent/claude-code"], COMMAND)).toEqual({
    digests: {},
    problems: [],
    notes: [],
  });
});

test("every file below is digested by content, whatever its name and depth", () => {
  const one = read({
    "CLAUDE.md": "a",
    ".claude/skills/x/SKILL.md": "b",
    "managed-settings.d/10.json": "{}",
  });
  expect(Object.keys(one.digests).length).toBe(3);
  expect(Object.values(one.digests)).toContain("ca978112ca1bbdca");
  expect(one.notes[0]).toContain("CLAUDE.md");
  const other = read({ "CLAUDE.md": "A" });
  expect(Object.values(other.digests)).not.toContain("ca978112ca1bbdca");
});

test("a file that cannot be read is there with an unknown digest", () => {
  const directory = managed({});
  symlinkSync("/nonexistent/target", join(directory, "managed-settings.json"));
  const found = readManagedSettings([directory], COMMAND);
  expect(Object.values(found.digests)).toEqual([null]);
  expect(found.notes.join()).toContain("cannot be read");
});

test("managed-mcp.json stops the run with what to do", () => {
  const [problem] = read({ "managed-mcp.json": "{}" }).problems;
  expect(problem?.code).toBe("CLAUDE_MANAGED_MCP");
  expect(problem?.hint).toContain("managed-mcp.json");
});

test.each([
  [{ allowedMcpServers: [] }, ["CLAUDE_MCP_NOT_ALLOWED"]],
  [{ allowedMcpServers: [{ serverName: "github" }] }, ["CLAUDE_MCP_NOT_ALLOWED"]],
  [{ allowedMcpServers: [{ serverName: "auto-mobile" }] }, []],
  [
    { allowedMcpServers: [{ serverName: "auto-mobile" }, { serverCommand: ["npx", "x"] }] },
    ["CLAUDE_MCP_NOT_ALLOWED"],
  ],
  [{ allowedMcpServers: [{ serverCommand: COMMAND }] }, []],
  [{ deniedMcpServers: [{ serverName: "auto-mobile" }] }, ["CLAUDE_MCP_DENIED"]],
  [{ deniedMcpServers: [{ serverCommand: COMMAND }] }, ["CLAUDE_MCP_DENIED"]],
  [{ deniedMcpServers: [{ serverName: "github" }], allowedMcpServers: "all" }, []],
])("a policy of %j gives %j", (policy, codes) => {
  expect(read(settings(policy)).problems.map((problem) => problem.code)).toEqual(codes);
});

test("denied tools of the server are told, and so is a file that is no JSON", () => {
  const found = read(settings({ permissions: { deny: ["mcp__auto-mobile__tapOn", "Bash"] } }));
  expect(found.notes.join("\n")).toContain("denies tools of the server: mcp__auto-mobile__tapOn.");
  expect(read({ "managed-settings.json": "no" }).notes.join("\n")).toContain("cannot be read as JSON");
});
