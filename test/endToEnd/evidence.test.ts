import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../../scripts/agent-benchmark/result.ts";
import { resultProblems } from "../../scripts/agent-benchmark/run/write-result.ts";
import { startVirtualDevice } from "../../scripts/virtual-device/index.ts";
import type { VirtualDevice } from "../../scripts/virtual-device/types.ts";
import { daemonNamespace } from "../../src/environment.ts";
import {
  type BenchRun,
  onlyResult,
  repositoryRoot,
  type Scene,
  scene,
  writeBugRepro,
} from "../helpers/bench.ts";
import { CLIS } from "../helpers/claude-lab.ts";
import { processesWith } from "../helpers/server-world.ts";

const APP = "dev.jasonpearson.automobile.playground";
/** What an operator's shell may hold that must not shape a run: several of them would break it. */
const PLANTED = {
  AUTOMOBILE_DB_PATH: "/nowhere/planted.db",
  AUTOMOBILE_DISABLED_TOOLS: "observe,tapOn",
  AUTO_MOBILE_DATA_DIR: "/nowhere/planted-data",
  NODE_ENV: "test",
  CLAUDE_CODE_EFFORT_LEVEL: "low",
  CLAUDE_CODE_USE_POWERSHELL_TOOL: "1",
  CLAUDE_CODE_MCP_ALLOWLIST_ENV: "0",
};

let stage: Scene;
let device: VirtualDevice;
let run: BenchRun;
let result: RunResult;

const artifact = (name: string) => readFileSync(join(result.run.directory, name), "utf8");
const seenByClaude = (name: string) => readFileSync(join(stage.path, "seen", name), "utf8");
const config = () =>
  (JSON.parse(artifact("mcp-config.json")) as Mcp).mcpServers["auto-mobile"].env as Record<string, string>;
interface Mcp {
  mcpServers: { "auto-mobile": { command: string; args: string[]; env: Record<string, string> } };
}
const command = () =>
  JSON.parse(artifact("claude-command.json")) as { command: string; args: string[]; cwd: string };

/** One run that everything here looks at, on a device outside of the harness, as a phone is. */
beforeAll(async () => {
  stage = scene();
  device = await startVirtualDevice();
  const suite = writeBugRepro(stage, {
    edit: (text) =>
      text.replace("claude:\n", 'claude:\n  appendSystemPrompt: "Keep {packageName} in front."\n'),
  });
  const prompt = readFileSync(join(stage.path, "prompts/bug-repro.txt"), "utf8");
  stage.write("prompts/bug-repro.txt", `${prompt}\n[{deviceSerial}|{packageName}|{runDirectory}]\n`);
  const seen = join(stage.path, "seen");
  stage.write("seen/.keep", "");
  const claude = stage.write(
    "bin/claude",
    `#!/bin/sh
pwd -P > "${seen}/cwd"; ls -A > "${seen}/files"; env > "${seen}/environment"
tee "${seen}/stdin" | "${CLIS["2.1.332"]}" "$@"
code=$?; date +%s%N > "${seen}/ended"; exit $code
`,
  );
  run = await stage.bench(["--suite", suite, "--model", "scripted", "--claude", claude], {
    env: {
      ADB_SERVER_SOCKET: device.adbServerSocket,
      AUTOMOBILE_COORDINATION_DIR: join(stage.path, "claims"),
      AUTO_MOBILE_ADB_SERVER_COORDINATION_DIR: "claims",
      ...PLANTED,
    },
  });
  result = onlyResult(stage);
}, 60_000);

afterAll(async () => {
  await device.stop();
  await stage[Symbol.asyncDispose]();
});

test("the run passes, whatever the operator's shell holds", () => {
  expect(result.reasons).toEqual([]);
  expect(run.exitCode).toBe(0);
});

test("preflight goes through its steps in order, before anything of Claude's", () => {
  const order = [
    "dumpsys package",
    "am force-stop",
    "pm clear",
    "run-as",
    "am start -W",
    // The server's first look is without a file of the harness.
    "input ",
  ].map((words) => device.requests.findIndex((request) => request.includes(words)));
  expect(order.every((place) => place >= 0)).toBe(true);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  const steps = [...artifact("preflight.log").matchAll(/^\S+ \[([a-z-]+)\]/gm)].map(([, step]) => step);
  expect([...new Set(steps)]).toEqual([
    "device",
    "app-build",
    "stop",
    "clear",
    "preferences",
    "open",
    "start-screen",
    "fingerprint",
    "dump",
  ]);
  expect(typeof result.appBuild?.versionName).toBe("string");
  expect(typeof result.appBuild?.versionCode).toBe("number");
  expect(typeof result.appBuild?.lastUpdateTime).toBe("string");
  expect(result.run.phases.map(({ name }) => name)).toEqual([
    "parts",
    "device",
    "preflight",
    "fingerprint",
    "claude",
    "daemon",
    "screen",
    "audit",
  ]);
});

test("Claude runs -p --output-format stream-json from an empty directory outside the repository, the prompt on stdin", () => {
  const { args, cwd } = command();
  expect(args.slice(0, 4)).toEqual(["-p", "--output-format", "stream-json", "--verbose"]);
  expect(seenByClaude("cwd").trim()).toBe(cwd);
  expect(cwd).not.toStartWith(repositoryRoot);
  expect(seenByClaude("files")).toBe("");
  expect(seenByClaude("stdin")).toBe(artifact("prompt.md"));
});

test("prompt.md is what was sent, placeholders filled in; Claude is told which device and app to use", () => {
  expect(artifact("prompt.md")).toEndWith(`\n[${device.serial}|${APP}|${result.run.directory}]\n`);
  const { args } = command();
  const words = args[args.indexOf("--append-system-prompt") + 1];
  expect(words).toContain(`serial ${device.serial} and the app ${APP}`);
  expect(words).toEndWith(`Keep ${APP} in front.`);
});

test("nothing of the operator's that shapes a run reaches Claude or the server", () => {
  const environment = seenByClaude("environment");
  expect(environment).toContain("CLAUDE_CODE_MCP_ALLOWLIST_ENV=1\n");
  for (const name of Object.keys(PLANTED).filter((one) => !one.includes("ALLOWLIST")))
    expect(environment).not.toContain(`${name}=`);
  for (const [name, value] of Object.entries(PLANTED)) expect(config()[name]).not.toBe(value);
});

test("the server has a daemon, a database, data and logs of its own, which nothing of is left running", () => {
  const { directory } = result.run;
  const env = config();
  expect(env).toMatchObject({
    AUTOMOBILE_DB_DIR: join(directory, "db"),
    AUTOMOBILE_DATA_DIR: join(directory, "data"),
    AUTOMOBILE_LOG_DIR: join(directory, "logs"),
    ADB_SERVER_SOCKET: device.adbServerSocket,
    AUTOMOBILE_COORDINATION_DIR: join(stage.path, "claims"),
    AUTOMOBILE_ADB_SERVER_COORDINATION_DIR: join(stage.path, "claims"),
    AUTO_MOBILE_ADB_SERVER_COORDINATION_DIR: join(stage.path, "claims"),
  });
  expect(readdirSync(join(directory, "logs")).join(" ")).toContain("daemon");
  expect(readdirSync(join(directory, "db")).join(" ")).toContain("auto-mobile.db");
  const namespace = daemonNamespace(env);
  expect(namespace.shared).toBe(false);
  expect([namespace.socketPath, namespace.pidPath, namespace.lockPath].filter(existsSync)).toEqual([]);
  expect(processesWith(directory)).toEqual([]);
  expect(existsSync(command().cwd)).toBe(false);
});

test("the screen is dumped by the harness, into a file of its own, after Claude's last action", () => {
  const last = (words: RegExp) => device.requests.findLastIndex((request) => words.test(request));
  const dump = last(/uiautomator dump \/data\/local\/tmp\/agent-benchmark-[0-9a-f]{12}\.xml/);
  expect(dump).toBeGreaterThan(last(/input tap/));
  const ended = Number(BigInt(seenByClaude("ended").trim()) / 1_000_000n);
  expect(statSync(join(result.run.directory, "screen.xml")).mtimeMs).toBeGreaterThanOrEqual(ended);
  expect(artifact("screen.xml")).toContain("Expected count: 3");
  expect(result.screen).toMatchObject({ observed: true, attempts: 1 });
});

test("the run directory has every file of the documentation, and result.json is the last of them", () => {
  const { directory } = result.run;
  expect(directory).toMatch(/\/out dir\/bug-repro\/\d{8}T\d{6}Z-[0-9a-f]{8}$/);
  expect(readdirSync(directory).sort()).toEqual([
    "baseline.yml",
    "claude-command.json",
    "claude.jsonl",
    "claude.stderr",
    "data",
    "db",
    "logs",
    "mcp-config.json",
    "preflight",
    "preflight.log",
    "prompt.md",
    "result.json",
    "screen.png",
    "screen.xml",
    "start-screen.png",
    "start-screen.xml",
  ]);
  expect(readdirSync(join(directory, "preflight")).sort()).toEqual([
    "auth_prefs.xml",
    "onboarding_prefs.xml",
  ]);
  const written = (name: string) => statSync(join(directory, name)).mtimeMs;
  const newest = readdirSync(directory).toSorted((a, b) => written(b) - written(a))[0];
  expect(newest).toBe("result.json");
  expect(resultProblems(result)).toEqual([]);
  expect(result.server.root).toBe(".");
  expect(result.suite.path).toEndWith("/suites/bug-repro.yml");
  expect(result.run.wallClockSeconds ?? 0).toBeLessThan(
    result.run.phases.reduce((sum, { seconds }) => sum + seconds, 0),
  );
});
