import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunResult } from "../../scripts/agent-benchmark/result.ts";
import { startVirtualDevice } from "../../scripts/virtual-device/index.ts";
import type { VirtualDevice, VirtualDeviceOptions } from "../../scripts/virtual-device/types.ts";
import { namespaceSuffix } from "../../src/environment.ts";
import { type BenchRun, repositoryRoot, type Scene, scene, writeBugRepro } from "../helpers/bench.ts";
import { CLIS } from "../helpers/claude-lab.ts";
import { endProcess, eventually, processesWith } from "../helpers/server-world.ts";
import { type AdbGate, openGate } from "./adb-gate.ts";

/** The CLI pinned in package.json, which every run here uses unless it says otherwise. */
export const CLAUDE = CLIS["2.1.332"];

export interface Started {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when standard error has a line that matches. */
  says(line: RegExp): Promise<void>;
  done: Promise<BenchRun>;
}

export interface RunSettings {
  suite?: string;
  args?: readonly string[];
  /** The Claude that runs; default CLAUDE. */
  claude?: string;
  env?: Record<string, string>;
  /** Words before the command: `prlimit --fsize=1000`, `unshare -rn`. */
  prefix?: readonly string[];
  /** Arguments of bun itself, before the script. */
  bun?: readonly string[];
  /** `virtual`, or null for the bed's own device behind its gate. Default null. */
  device?: "virtual" | null;
  model?: string;
  /** Artifact root; default the scene's. */
  output?: string;
}

/**
 * Everything one test of a fault needs: a folder of its own, a temporary folder of its own in which nothing may be left, a
 * device in the test's process that can misbehave at any moment, and a gate before it that sees every adb request.
 */
export interface Bed extends AsyncDisposable {
  scene: Scene;
  suite: string;
  device: VirtualDevice;
  gate: AdbGate;
  /** TMPDIR of the runs. */
  temporary: string;
  start(settings?: RunSettings): Started;
  run(settings?: RunSettings): Promise<BenchRun>;
  /** The newest result. */
  result(): RunResult;
  /** Processes, temporary files, daemon files and claims that are still there, each in words. */
  leftovers(): string[];
  /** Waits a little until nothing is left; fails with what is. */
  nothingLeft(): Promise<void>;
}

/** Makes a bed; `playbook` and `edit` change the suite bug-repro. */
export async function makeBed(
  options: { playbook?: string; edit?: (suite: string) => string; device?: VirtualDeviceOptions } = {},
): Promise<Bed> {
  const stage = scene();
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), "bench-bed-")));
  const device = await startVirtualDevice(options.device);
  const gate = await openGate(device.adbServerSocket);
  const { playbook, edit } = options;
  const suite = writeBugRepro(stage, { ...(playbook ? { playbook } : {}), ...(edit ? { edit } : {}) });
  mkdirSync(join(stage.path, "claims"));

  const environment = (): Record<string, string> => ({
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: join(stage.path, "home"),
    TMPDIR: temporary,
    NO_COLOR: "1",
    ADB_SERVER_SOCKET: gate.socketSpec,
    AUTOMOBILE_COORDINATION_DIR: join(stage.path, "claims"),
    AUTOMOBILE_ADB_SERVER_COORDINATION_DIR: join(stage.path, "claims"),
  });

  const start = (settings: RunSettings = {}): Started => {
    const script = join(repositoryRoot, "scripts/agent-benchmark/run.ts");
    const { args = [], prefix = [], bun = [], model = "scripted" } = settings;
    const command = [
      ...[...prefix, process.execPath, ...bun, script, "--suite", settings.suite ?? suite, "--model", model],
      ...(settings.device ? ["--device", settings.device] : []),
      ...["--claude", settings.claude ?? CLAUDE, "--output", settings.output ?? stage.output, ...args],
    ];
    const child = Bun.spawn(command, {
      cwd: stage.path,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      env: { ...environment(), ...settings.env },
    });
    let stderr = "";
    const heard = new Set<() => void>();
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of child.stderr) {
        stderr += decoder.decode(chunk, { stream: true });
        for (const look of heard) look();
      }
    })();
    const stdout = new Response(child.stdout).text();
    return {
      pid: child.pid,
      kill: (signal) => child.kill(signal),
      says: (line) =>
        new Promise((found) => {
          const look = () => {
            if (!line.test(stderr)) return;
            heard.delete(look);
            found();
          };
          heard.add(look);
          look();
        }),
      done: Promise.all([stdout, reading, child.exited]).then(([out, , exitCode]) => ({
        stdout: out,
        stderr,
        exitCode: child.signalCode ? null : exitCode,
      })),
    };
  };

  const bed: Bed = {
    scene: stage,
    suite,
    device,
    gate,
    temporary,
    start,
    run: (settings) => start(settings).done,
    result() {
      const last = stage.results().at(-1);
      if (!last) throw new Error("there is no result");
      return last;
    },
    leftovers: () => [
      ...processesWith(stage.path).map((pid) => `process ${pid}: ${commandOf(pid)}`),
      ...processesWith(temporary).map((pid) => `process ${pid}: ${commandOf(pid)}`),
      ...readdirSync(temporary).map((name) => `temporary ${name}`),
      ...daemonFiles(stage.output).map((name) => `daemon ${name}`),
      ...claimFiles(join(stage.path, "claims")).map((name) => `claim ${name}`),
    ],
    async nothingLeft() {
      let left = bed.leftovers();
      // What was killed takes a moment to be gone.
      for (let i = 0; i < 100 && left.length > 0; i++) {
        await Bun.sleep(20);
        left = bed.leftovers();
      }
      if (left.length > 0) throw new Error(`left behind:\n${left.join("\n")}`);
    },
    async [Symbol.asyncDispose]() {
      for (const pid of new Set([...processesWith(stage.path), ...processesWith(temporary)])) {
        try {
          endProcess(pid);
        } catch {
          // It has just ended.
        }
      }
      await gate.close();
      await device.stop();
      for (const name of daemonFiles(stage.output)) rmSync(join("/tmp", name), { force: true });
      rmSync(temporary, { recursive: true, force: true });
      await stage[Symbol.asyncDispose]();
    },
  };
  return bed;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").slice(0, 200);
  } catch {
    return "gone";
  }
}

/** Files in /tmp of the daemons that the runs below `output` had. */
function daemonFiles(output: string): string[] {
  const suffixes = filesBelow(output)
    .filter((name) => name.endsWith("mcp-config.json"))
    .flatMap((name) => {
      const text = readFileSync(join(output, name), "utf8");
      const directory = /"AUTOMOBILE_AUX_SOCKET_DIR": "([^"]+)"/.exec(text)?.[1];
      return directory ? [namespaceSuffix(directory)] : [];
    });
  return readdirSync("/tmp").filter((name) => suffixes.some((suffix) => name.includes(suffix)));
}

/** Claims, locks and leases; folders may stay. */
function claimFiles(folder: string): string[] {
  return filesBelow(folder);
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/**
 * A stand-in for Claude that says where it is: it makes `at-claude` and, asked for its version, `at-version` in the folder;
 * it stays there while there is `hold-claude` or `hold-version`. `last` is what it does at the end.
 */
export function fakeClaude(stage: Scene, last = "exit 0"): string {
  const here = stage.path;
  return stage.write(
    "bin/claude",
    `#!/bin/sh
stay() { touch "${here}/at-$1"; while [ -e "${here}/hold-$1" ]; do sleep 0.05; done; }
if [ "$1" = --version ]; then stay version; echo "9.9.9 (Claude Code)"; exit 0; fi
cat > /dev/null
stay claude
${last}
`,
  );
}

/** What a Claude prints that looked at the device once and gives the right answer: complete and without a fault. */
export const GOOD_TRANSCRIPT = [
  {
    type: "system",
    subtype: "init",
    model: "scripted",
    tools: ["mcp__auto-mobile__observe"],
    mcp_servers: [{ name: "auto-mobile", status: "connected" }],
    claude_code_version: "9.9.9",
  },
  {
    type: "assistant",
    message: {
      id: "msg_1",
      model: "scripted",
      content: [{ type: "tool_use", id: "toolu_1", name: "mcp__auto-mobile__observe", input: {} }],
    },
    parent_tool_use_id: null,
  },
  {
    type: "user",
    message: {
      content: [{ type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "{}" }] }],
    },
    parent_tool_use_id: null,
  },
  {
    type: "assistant",
    message: { id: "msg_2", model: "scripted", content: [{ type: "text", text: "EXPECTED_COUNT: 3" }] },
    parent_tool_use_id: null,
  },
  {
    type: "result",
    subtype: "success",
    is_error: false,
    result: "EXPECTED_COUNT: 3",
    stop_reason: "end_turn",
    num_turns: 2,
    total_cost_usd: 0.01,
    modelUsage: {
      scripted: {
        inputTokens: 1,
        outputTokens: 1,
        cacheReadInputTokens: 0,
        cacheCreationInputTokens: 0,
        costUSD: 0.01,
      },
    },
  },
];

/** A fake Claude that prints `transcript` and exits 0. */
export function printingClaude(
  stage: Scene,
  transcript: string | Uint8Array = `${GOOD_TRANSCRIPT.map((event) => JSON.stringify(event)).join("\n")}\n`,
): string {
  const file = join(stage.path, "transcript.jsonl");
  writeFileSync(file, transcript);
  return fakeClaude(stage, `cat "${file}"`);
}

/** Holds the fake Claude at a place until the file is removed. */
export function hold(stage: Scene, place: "claude" | "version" | "daemon"): void {
  writeFileSync(join(stage.path, `hold-${place}`), "");
}

/** Resolves when the fake is at the place; fails when the run ends before. */
export async function reached(
  stage: Scene,
  place: "claude" | "version" | "daemon",
  started: Started,
): Promise<void> {
  let ended: BenchRun | null = null;
  void started.done.then((run) => {
    ended = run;
  });
  await eventually(() => ended !== null || existsSync(join(stage.path, `at-${place}`)), 30_000);
  if (!existsSync(join(stage.path, `at-${place}`)))
    throw new Error(`the run ended: ${JSON.stringify(ended)}`);
}

/** A checkout with the server contract whose dist/src/index.js is `source`; returns its root. */
export function fakeServerRoot(stage: Scene, source: string, name = "server"): string {
  stage.write(`${name}/src/index.ts`, "");
  stage.write(
    `${name}/schemas/tool-definitions.json`,
    readFileSync(join(repositoryRoot, "schemas/tool-definitions.json"), "utf8"),
  );
  stage.write(`${name}/package.json`, "{}");
  stage.write(`${name}/bun.lock`, "{}");
  // A build is newer than its sources.
  Bun.sleepSync(10);
  stage.write(`${name}/dist/src/index.js`, source);
  return join(stage.path, name);
}

/** A checkout whose server is test/fakes/mcp-server.ts in the given mode; its log is `server.log` in the scene's folder. */
export function faultyServerRoot(stage: Scene, mode: string): string {
  const fake = join(repositoryRoot, "test/fakes/mcp-server.ts");
  const log = join(stage.path, "server.log");
  return fakeServerRoot(
    stage,
    `if (process.argv.includes("--daemon")) process.exit(0);
process.argv.push(${JSON.stringify(`mode=${mode}`)}, ${JSON.stringify(`log=${log}`)});
await import(${JSON.stringify(fake)});
`,
  );
}

/** Whether that process still runs; zombies do not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
