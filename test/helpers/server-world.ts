import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { readEnvironment, type ServerEnvironment } from "../../src/environment.ts";

/** A client of one server process over stdio. */
export interface TestClient extends AsyncDisposable {
  client: Client;
  pid: number;
  call(
    name: string,
    args?: Record<string, unknown>,
  ): Promise<{ isError: boolean; value: Record<string, unknown> }>;
  close(): Promise<void>;
}

/** A namespace, directories and an environment of its own for server processes; leaves nothing behind. */
export interface ServerWorld extends AsyncDisposable {
  directory: string;
  env: Record<string, string>;
  environment: ServerEnvironment;
  entryScript: string;
  run(
    args: string[],
    more?: Record<string, string>,
  ): Promise<{ code: number; stdout: string; stderr: string }>;
  connect(args?: string[], more?: Record<string, string>): Promise<TestClient>;
  /** Processes of this world that still live. */
  survivors(): number[];
  /** Files that no process should leave: sockets, records, locks, temporaries. */
  leftovers(): string[];
  daemonLog(): string;
}

const fakeServer = join(import.meta.dir, "../fakes/device-less-server.ts");

/** Makes a world; `shared` gives coordination directories of another world, so that the two contend for devices. */
export function serverWorld(
  options: { entryScript?: string; env?: Record<string, string>; shared?: ServerWorld } = {},
): ServerWorld {
  const directory = mkdtempSync(join(tmpdir(), "server-world-"));
  const coordination = options.shared?.directory ?? directory;
  const entryScript = options.entryScript ?? fakeServer;
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: directory,
    AUTOMOBILE_AUX_SOCKET_DIR: join(directory, "aux"),
    AUTOMOBILE_DATA_DIR: join(directory, "data"),
    AUTOMOBILE_LOG_DIR: join(directory, "logs"),
    AUTOMOBILE_DB_DIR: join(directory, "db"),
    AUTOMOBILE_COORDINATION_DIR: join(coordination, "coordination"),
    AUTOMOBILE_ADB_SERVER_COORDINATION_DIR: join(coordination, "adb-servers"),
    AUTOMOBILE_DAEMON_ORPHAN_IDLE_MS: "20000",
    ...options.env,
  };
  const read = readEnvironment(env, directory, directory);
  if (!read.ok) throw new Error(read.problems.join("\n"));
  const { environment } = read;

  const world: ServerWorld = {
    directory,
    env,
    environment,
    entryScript,
    async run(args, more = {}) {
      const child = Bun.spawn([process.execPath, entryScript, ...args], {
        env: { ...env, ...more },
        cwd: directory,
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      const [code, stdout, stderr] = await Promise.all([
        child.exited,
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      return { code, stdout, stderr };
    },
    async connect(args = [], more = {}) {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [entryScript, ...args],
        env: { ...env, ...more },
        cwd: directory,
      });
      const client = new Client({ name: "test", version: "1" });
      await client.connect(transport);
      const close = () => client.close();
      const { pid } = transport;
      if (pid === null) throw new Error("The server has no process.");
      return {
        client,
        pid,
        close,
        [Symbol.asyncDispose]: close,
        async call(name, args = {}) {
          const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
          const block = result.content[0];
          const text = block?.type === "text" ? block.text : "";
          return { isError: result.isError === true, value: parse(text) };
        },
      };
    },
    survivors: () => processesWith(directory),
    leftovers() {
      const { suffix } = environment.namespace;
      const inTmp = readdirSync("/tmp").filter((name) => suffix !== null && name.includes(suffix));
      const inside = readdirSync(directory, { recursive: true, encoding: "utf8" });
      return [...inTmp, ...inside.filter((name) => /\.(lock|tmp|aside|sock|pid)$/.test(name))];
    },
    daemonLog() {
      try {
        return readFileSync(join(environment.logDirectory, "daemon.log"), "utf8");
      } catch {
        return "";
      }
    },
    async [Symbol.asyncDispose]() {
      await world.run(["--daemon", "stop"]);
      for (const pid of world.survivors()) endProcess(pid);
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return world;
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { text };
  }
}

/** Living processes, zombies aside, whose environment names the directory. */
export function processesWith(directory: string): number[] {
  if (!existsSync("/proc/self/environ")) {
    const listed = Bun.spawnSync(["ps", "-axEww", "-o", "pid=,stat=,command="]).stdout.toString();
    return listed.split("\n").flatMap((line) => {
      const [, pid, state] = /^\s*(\d+)\s+(\S+)/.exec(line) ?? [];
      return pid && !state?.startsWith("Z") && line.includes(directory) ? [Number(pid)] : [];
    });
  }
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      if (!readFileSync(`/proc/${name}/environ`, "utf8").includes(directory)) return [];
      return / Z /.test(readFileSync(`/proc/${name}/stat`, "utf8")) ? [] : [Number(name)];
    } catch {
      return [];
    }
  });
}

/** Ends one process, and never more: kill(2) takes 0 and negative numbers for groups and for everybody. */
export function endProcess(pid: unknown, signal: NodeJS.Signals = "SIGKILL"): void {
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 1)
    throw new Error(`No process: ${String(pid)}`);
  process.kill(pid, signal);
}

/** Waits until `check` gives something true; fails after `withinMs`. */
export async function eventually<T>(check: () => T, withinMs = 5000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = check();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`It did not come true within ${withinMs} ms: ${check}`);
    await Bun.sleep(10);
  }
}
