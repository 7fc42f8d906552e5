import { afterEach, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ResolveOptions, resolveClaude } from "../../../../scripts/agent-benchmark/claude/resolve.ts";

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** A machine: files that exist (executable unless the name ends in .txt), below one directory. */
function machine(files: string[], options: Partial<ResolveOptions> = {}) {
  const root = mkdtempSync(join(tmpdir(), "resolve-"));
  directories.push(root);
  for (const name of files) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), "#!/bin/sh\n");
    chmodSync(join(root, name), name.endsWith(".txt") ? 0o644 : 0o755);
  }
  const path = ["repo/node_modules/.bin", "node_modules/.bin", "bin", "more", "node_modules/.bin"]
    .map((name) => join(root, name))
    .join(":");
  const resolved = resolveClaude({
    requested: null,
    scripted: false,
    path,
    cwd: join(root, "cwd"),
    repositoryRoot: join(root, "repo"),
    platform: "linux",
    arch: "x64",
    musl: false,
    ...options,
  });
  return resolved.ok ? resolved.command.slice(root.length + 1) : resolved.problem.code;
}

const BOTH = ["repo/node_modules/.bin/claude", "bin/claude"];
const PINNED = "repo/node_modules/@anthropic-ai/claude-code-linux-x64/claude";

test.each([
  ["the operator's claude, not the repository's own", BOTH, {}, "bin/claude"],
  [
    "not what a directory above the repository depends on",
    ["node_modules/.bin/claude", "more/claude"],
    {},
    "more/claude",
  ],
  [
    "that one too when the operator's PATH names it",
    ["node_modules/.bin/claude"],
    {},
    "node_modules/.bin/claude",
  ],
  ["nothing but the repository's own", BOTH.slice(0, 1), {}, "CLAUDE_NOT_FOUND"],
  ["a later entry when an earlier one is a plain file", ["more/claude"], {}, "more/claude"],
  ["another name", ["bin/my-claude"], { requested: "my-claude" }, "bin/my-claude"],
  [
    "a path, from the working directory",
    ["cwd/wrap/claude.sh"],
    { requested: "./wrap/claude.sh" },
    "cwd/wrap/claude.sh",
  ],
  ["a path that is not there", [], { requested: "./claude" }, "CLAUDE_NOT_FOUND"],
  [
    "a file that is not executable",
    ["cwd/claude.txt"],
    { requested: "./claude.txt" },
    "CLAUDE_NOT_EXECUTABLE",
  ],
  ["a directory", ["cwd/x/claude"], { requested: "./x" }, "CLAUDE_NOT_EXECUTABLE"],
  ["the pinned CLI for a playbook", [...BOTH, PINNED], { scripted: true }, PINNED],
  ["--claude over the pinned CLI", [...BOTH, PINNED], { scripted: true, requested: "claude" }, "bin/claude"],
  ["no pinned CLI", BOTH, { scripted: true }, "CLAUDE_PINNED_MISSING"],
  [
    "the musl build on a musl system",
    [PINNED, PINNED.replace("x64/", "x64-musl/")],
    { scripted: true, musl: true },
    PINNED.replace("x64/", "x64-musl/"),
  ],
  [
    "the Windows build",
    ["repo/node_modules/@anthropic-ai/claude-code-win32-arm64/claude.exe"],
    { scripted: true, platform: "win32", arch: "arm64" },
    "repo/node_modules/@anthropic-ai/claude-code-win32-arm64/claude.exe",
  ],
  [
    "an .exe anywhere before a .cmd on Windows",
    ["bin/claude.cmd", "more/claude.exe"],
    { platform: "win32" },
    "more/claude.exe",
  ],
  ["no .cmd on Windows", ["bin/claude.cmd"], { platform: "win32" }, "CLAUDE_IS_A_SCRIPT"],
  [
    "no .BAT by path on Windows",
    ["cwd/c.BAT"],
    { platform: "win32", requested: "./c.BAT" },
    "CLAUDE_IS_A_SCRIPT",
  ],
  ["a script elsewhere", ["cwd/c.cmd"], { requested: "./c.cmd" }, "cwd/c.cmd"],
] as [string, string[], Partial<ResolveOptions>, string][])("finds %s", (_, files, options, expected) => {
  expect(machine(files, options)).toBe(expected);
});
