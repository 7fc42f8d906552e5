import { join } from "node:path";
import { connectDaemon } from "../daemon/connection.ts";
import { DaemonError } from "../daemon/errors.ts";
import { isRecord } from "../daemon/frames.ts";
import { createLog } from "../daemon/log.ts";
import { ensureDaemon } from "../daemon/manager.ts";
import { clearLeftovers, stopDaemon } from "../daemon/stop-daemon.ts";
import { listForeignLeases } from "../devices/claims.ts";
import type { ServerEnvironment } from "../environment.ts";
import { daemonCommandOf } from "./daemon-command.ts";
import type { DaemonCommand, ServerOptions } from "./options.ts";

/** `--daemon <command>`: acts on the daemon of this environment's namespace. Resolves with the exit code. */
export async function runManage(
  options: ServerOptions,
  environment: ServerEnvironment,
  command: DaemonCommand,
): Promise<number> {
  switch (command) {
    case "status":
      return status(environment, options.json);
    case "health":
      return health(environment, options.json);
    case "start":
      refuseSharedNamespace(options, environment, command);
      return start(options, environment);
    case "stop":
      refuseSharedNamespace(options, environment, command);
      return stop(environment);
    case "restart":
      refuseSharedNamespace(options, environment, command);
      await stop(environment);
      return start(options, environment);
  }
}

/** Private data with a shared daemon: the command would hit a daemon that other work relies on. */
function refuseSharedNamespace(
  options: ServerOptions,
  environment: ServerEnvironment,
  command: string,
): void {
  if (environment.sharedNamespaceConflict === null) return;
  if (options.allowSharedNamespace || environment.allowSharedNamespace) return;
  throw new DaemonError(
    "shared_daemon_namespace",
    `shared_daemon_namespace: ${environment.sharedNamespaceConflict} set private data, but --daemon ${command} would act on the daemon ` +
      "shared by all your sessions. Set AUTOMOBILE_AUX_SOCKET_DIR to the private daemon's directory, or pass --allow-shared-namespace.",
  );
}

async function start(options: ServerOptions, environment: ServerEnvironment): Promise<number> {
  const connection = await ensureDaemon({
    environment,
    command: daemonCommandOf(options),
    sessionId: crypto.randomUUID(),
    autoStart: true,
    log: createLog(environment, `stdio-${process.pid}`),
  });
  const facts = await connection.call("daemon/status", {}, { timeoutMs: environment.reachabilityTimeoutMs });
  connection.close();
  process.stdout.write(`Daemon is running (PID ${String(facts.pid)})\n`);
  return 0;
}

async function stop(environment: ServerEnvironment): Promise<number> {
  const result = await stopDaemon(environment);
  const how = result.stopped && result.killed ? ", which did not end by itself and was killed" : "";
  process.stdout.write(
    result.stopped ? `Daemon stopped (PID ${result.pid}${how})\n` : "Daemon is not running\n",
  );
  return 0;
}

type Asked = { facts: Record<string, unknown> } | { problem: string; code: string };

async function ask(environment: ServerEnvironment): Promise<Asked> {
  try {
    const connection = await connectDaemon(
      environment.namespace.socketPath,
      environment.reachabilityTimeoutMs,
    );
    try {
      return {
        facts: await connection.call("daemon/status", {}, { timeoutMs: environment.reachabilityTimeoutMs }),
      };
    } finally {
      connection.close();
    }
  } catch (error) {
    const code = error instanceof DaemonError ? error.code : "daemon_unreachable";
    return { problem: error instanceof Error ? error.message : String(error), code };
  }
}

async function status(environment: ServerEnvironment, json: boolean): Promise<number> {
  const asked = await ask(environment);
  if ("problem" in asked) {
    if (asked.code === "daemon_not_running") clearLeftovers(environment);
    const running = asked.code !== "daemon_not_running";
    if (json) print({ running, ...(running ? { problem: asked.problem, code: asked.code } : {}) });
    else {
      const first = running ? `Daemon does not answer: ${asked.problem}` : "Daemon is not running";
      process.stdout.write(`${[first, ...(await foreignLeaseLines(environment, null))].join("\n")}\n`);
    }
    return running ? 1 : 0;
  }
  const { facts } = asked;
  if (json) {
    print({ running: true, ...facts });
    return 0;
  }
  const text = (key: string) => String(facts[key] ?? "unknown");
  const lines = [
    "Daemon is running",
    `  PID: ${text("pid")}`,
    "  Port: none",
    `  Socket: ${text("socketPath")}`,
    `  Database: ${text("dbPath")}`,
    `  Version: ${text("version")}`,
    `  Started: ${typeof facts.startedAt === "number" ? new Date(facts.startedAt).toISOString() : "unknown"}`,
    `  Build ID: ${text("buildId")}`,
    `  Entry Script: ${text("entryScript")}`,
    `  Clients: ${text("clients")}`,
    ...sessionLines(facts.sessions),
    ...(await foreignLeaseLines(environment, Number(facts.pid))),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

function sessionLines(sessions: unknown): string[] {
  if (!Array.isArray(sessions)) return [];
  return sessions.flatMap((session: unknown) =>
    isRecord(session)
      ? `  Session: ${String(session.sessionId)} holds ${String(session.serial)}, idle ${Math.round(Number(session.idleForMs) / 1000)} s`
      : [],
  );
}

/** Who else drives a device: the first thing to know when a call is refused. */
async function foreignLeaseLines(environment: ServerEnvironment, ownPid: number | null): Promise<string[]> {
  const leases = await listForeignLeases(
    join(environment.coordinationDirectory, "ctrlproxy-forwards"),
    ownPid,
  );
  return leases.map(({ serial, owner }) => `  Lease of another process: ${serial} is held by ${owner}`);
}

async function health(environment: ServerEnvironment, json: boolean): Promise<number> {
  const started = performance.now();
  const asked = await ask(environment);
  const milliseconds = Math.round((performance.now() - started) * 10) / 10;
  const healthy = "facts" in asked;
  if (json)
    print({ healthy, milliseconds, ...(healthy ? {} : { code: asked.code, problem: asked.problem }) });
  else if (healthy) process.stdout.write(`Daemon is healthy: it answered in ${milliseconds} ms\n`);
  else process.stderr.write(`Error: ${asked.problem} [${asked.code}]\n`);
  return healthy ? 0 : 1;
}

function print(value: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
