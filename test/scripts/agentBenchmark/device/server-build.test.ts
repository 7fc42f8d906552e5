import { describe, expect, test } from "bun:test";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { AdbClientVersion } from "../../../../scripts/agent-benchmark/device/adb-clients.ts";
import { fileDigest } from "../../../../scripts/agent-benchmark/device/file-digest.ts";
import { moduleGraph } from "../../../../scripts/agent-benchmark/device/module-graph.ts";
import {
  readServerBuild,
  type ServerBuildOptions,
} from "../../../../scripts/agent-benchmark/device/server-build.ts";
import { temporaryDirectory } from "../../../helpers/temp.ts";

const FILES: Record<string, string> = {
  "dist/src/index.js": "console.log('server')",
  "schemas/tool-definitions.json": "[]",
  "vendor/libwebp/cwebp": "binary",
  "bun.lock": "{}",
  "package.json": '{"name":"x"}',
  "scripts/agent-benchmark/run.ts":
    '#!/usr/bin/env bun\nimport { a } from "../../src/a.ts";\nimport type { T } from "../../src/types.ts";\na();',
  "src/a.ts": 'export const a = async () => (await import("./b.ts")).b;',
  "src/b.ts": "export const b = 1;",
  "src/types.ts": "export type T = number;",
  "src/unrelated.ts": "export const c = 1;",
  "home/.aws/config": "[default]\nregion = eu-west-1\n",
  "managed/managed-settings.json": "{}",
  claude: "#!/bin/sh\nexec true\n",
  ".git/HEAD": "ref: refs/heads/main",
};

const adb = (source: AdbClientVersion["source"], version: string | null): AdbClientVersion => ({
  path: `/${source}/adb`,
  source,
  version,
});

function checkout(root: string): ServerBuildOptions {
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  chmodSync(join(root, "claude"), 0o755);
  return {
    serverRoot: root,
    harnessRoot: root,
    claudeCommand: join(root, "claude"),
    env: { CLAUDE_CODE_USE_BEDROCK: "1" },
    home: join(root, "home"),
    adbClients: [adb("PATH", "1.0.41 (29.0.6)"), adb("ANDROID_HOME", "1.0.41 (35.0.2)")],
    bunVersion: "1.4.5",
    platform: "linux",
    architecture: "x64",
    libc: "glibc",
    managedDirectories: [join(root, "managed")],
  };
}

type Change = (
  options: ServerBuildOptions,
  write: (name: string, content: string) => void,
) => Partial<ServerBuildOptions> | undefined;

const CHANGES: [part: string, what: string, change: Change][] = [
  ["dist", "the built server", (_, write) => void write("dist/src/index.js", "console.log('other')")],
  ["dist", "a file more in dist", (_, write) => void write("dist/extra.node", "x")],
  ["schemas", "a schema", (_, write) => void write("schemas/tool-definitions.json", "[{}]")],
  ["vendorTools", "a vendor tool", (_, write) => void write("vendor/libwebp/cwebp", "other")],
  ["lockfile", "bun.lock", (_, write) => void write("bun.lock", "{ }")],
  ["packageJson", "package.json", (_, write) => void write("package.json", '{"name":"y"}')],
  ["harness", "a harness source", (_, write) => void write("scripts/agent-benchmark/run.ts", "export {};")],
  ["harness", "a module it imports", (_, write) => void write("src/a.ts", "export const a = () => 2;")],
  [
    "harness",
    "a module imported dynamically by that",
    (_, write) => void write("src/b.ts", "export const b = 2;"),
  ],
  ["bunVersion", "the Bun version", () => ({ bunVersion: "1.4.6" })],
  ["platform", "the platform", () => ({ platform: "darwin" })],
  ["architecture", "the architecture", () => ({ architecture: "arm64" })],
  ["libc", "the C library", () => ({ libc: "musl" })],
  [
    "claudeCommand",
    "an edited claude wrapper",
    (_, write) => void write("claude", "#!/bin/sh\nexec false\n"),
  ],
  [
    "managedSettings",
    "managed settings",
    (_, write) => void write("managed/managed-settings.json", '{"model":"x"}'),
  ],
  [
    "managedSettings",
    "one more managed file",
    (_, write) => void write("managed/managed-settings.d/a.json", "{}"),
  ],
  [
    "adbClients",
    "the adb the server picks",
    () => ({ adbClients: [adb("PATH", "1.0.41 (36.0.0)"), adb("ANDROID_HOME", "1.0.41 (35.0.2)")] }),
  ],
  [
    "adbClients",
    "an adb it might pick",
    () => ({ adbClients: [adb("PATH", "1.0.41 (29.0.6)"), adb("ANDROID_HOME", "1.0.41 (36.0.0)")] }),
  ],
  ["adbClients", "an adb client fewer", () => ({ adbClients: [adb("PATH", "1.0.41 (29.0.6)")] })],
  [
    "awsConfig",
    "the AWS config file",
    (_, write) => void write("home/.aws/config", "[default]\nregion = us-east-1\n"),
  ],
];

describe("server build", () => {
  test.each(CHANGES)("%s changes with %s, and nothing else does", (part, _what, change) => {
    using root = temporaryDirectory();
    const options = checkout(root.path);
    const before = readServerBuild(options);
    const more = change(options, (name, content) => {
      mkdirSync(join(root.path, name, ".."), { recursive: true });
      writeFileSync(join(root.path, name), content);
    });
    const after = readServerBuild({ ...options, ...more });
    expect(before.digest).toMatch(/^[0-9a-f]{16}$/);
    expect(after.digest).toMatch(/^[0-9a-f]{16}$/);
    expect(after.digest).not.toBe(before.digest);
    const changed = Object.keys(before.parts).filter((name) => before.parts[name] !== after.parts[name]);
    expect(changed).toEqual([part]);
  });

  test("a commit, an unrelated module and the checkout's place change nothing", () => {
    using root = temporaryDirectory();
    using elsewhere = temporaryDirectory();
    const options = checkout(root.path);
    const before = readServerBuild(options);
    writeFileSync(join(root.path, ".git/HEAD"), "ref: refs/heads/other");
    writeFileSync(join(root.path, "src/unrelated.ts"), "export const c = 2;");
    writeFileSync(join(root.path, "src/types.ts"), "export type T = string;");
    expect(readServerBuild(options)).toEqual(before);
    const there = { ...checkout(elsewhere.path), managedDirectories: options.managedDirectories ?? [] };
    expect(readServerBuild(there).digest).toBe(before.digest);
  });

  test("every source of this checkout can be followed", () => {
    const root = join(import.meta.dir, "..", "..", "..", "..");
    const build = readServerBuild({
      serverRoot: root,
      harnessRoot: root,
      claudeCommand: process.execPath,
      env: {},
      adbClients: [],
    });
    expect(build.parts.harness).toMatch(/^[0-9a-f]{16}$/);
  });

  test("with the server of another checkout the harness's own dependencies count", () => {
    using root = temporaryDirectory();
    using server = temporaryDirectory();
    const options = { ...checkout(root.path), serverRoot: server.path };
    checkout(server.path);
    const before = readServerBuild(options);
    writeFileSync(join(root.path, "bun.lock"), "changed");
    const after = readServerBuild(options);
    expect(after.digest).not.toBe(before.digest);
    expect(after.parts.lockfile).toBe(before.parts.lockfile ?? "");
    expect(after.parts.harnessDependencies).not.toBe(before.parts.harnessDependencies ?? "");
  });

  test.each([
    ["dist", (root: string) => rmSync(join(root, "dist"), { recursive: true })],
    ["lockfile", (root: string) => rmSync(join(root, "bun.lock"))],
    ["claudeCommand", (root: string) => rmSync(join(root, "claude"))],
    ["harness", (root: string) => rmSync(join(root, "scripts"), { recursive: true })],
  ])("without %s the part is unknown and there is no digest", (part, remove) => {
    using root = temporaryDirectory();
    const options = checkout(root.path);
    remove(root.path);
    const build = readServerBuild(options);
    expect(build.digest).toBeNull();
    expect(Object.keys(build.parts).filter((name) => build.parts[name] === null)).toEqual([part]);
  });

  test("an adb client that could not be asked leaves no digest", () => {
    using root = temporaryDirectory();
    const options = checkout(root.path);
    expect(readServerBuild({ ...options, adbClients: [adb("PATH", null)] }).digest).toBeNull();
    expect(readServerBuild({ ...options, adbClients: [] }).parts.adbClients).toBe("none");
  });
});

describe("file digest", () => {
  test("one changed byte of a file above 64 MiB is seen", () => {
    using root = temporaryDirectory();
    const file = join(root.path, "large");
    writeFileSync(file, "");
    truncateSync(file, (64 << 20) + 10);
    const sparse = fileDigest(file);
    appendFileSync(file, "x");
    const longer = fileDigest(file);
    expect(new Set([sparse, longer]).size).toBe(2);
    expect(fileDigest(join(root.path, "missing"))).toBeNull();
  });
});

describe("module graph", () => {
  test("follows relative imports once, through cycles, and leaves packages out", () => {
    using root = temporaryDirectory();
    const write = (name: string, content: string) => writeFileSync(join(root.path, name), content);
    write(
      "a.ts",
      'import "./b.ts"; import "yaml"; import data from "./d.json" with { type: "json" }; console.log(data);',
    );
    write("b.ts", 'export * from "./a.ts"; import "./c";');
    write("c.ts", "export {};");
    write("d.json", "{}");
    symlinkSync("a.ts", join(root.path, "link.ts"));
    expect(moduleGraph([join(root.path, "a.ts")]).map((path) => path.slice(root.path.length + 1))).toEqual([
      "a.ts",
      "b.ts",
      "c.ts",
      "d.json",
    ]);
  });
});
