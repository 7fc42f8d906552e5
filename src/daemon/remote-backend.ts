import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { isAlive } from "../devices/process-identity.ts";
import type { ServerEnvironment } from "../environment.ts";
import type { ToolBackend } from "../tools/types.ts";
import type { CallOptions, DaemonConnection } from "./connection.ts";
import { DaemonError } from "./errors.ts";
import type { Log } from "./log.ts";

export interface RemoteBackendOptions {
  environment: ServerEnvironment;
  sessionId: string;
  /** What to list until a daemon says that it changed. */
  staticTools: Tool[];
  /** A greeted connection; see `ensureDaemon`. */
  connect(): Promise<DaemonConnection>;
  log: Log;
}

/** Calls that may take longer than the general limit, milliseconds. */
const limitFloors: Readonly<Record<string, number>> = {
  executePlan: 600_000,
  installApp: 180_000,
  openLink: 90_000,
  observe: 90_000,
  launchApp: 90_000,
};

/**
 * The tools of the namespace's daemon. The first call connects; a call that finds the daemon gone connects anew. A call
 * that loses it midway is answered with an error and never sent twice: it may have been carried out.
 */
export function createRemoteBackend(options: RemoteBackendOptions): ToolBackend {
  const { environment, log } = options;
  const listeners = new Set<() => void>();
  let tools = options.staticTools;
  let live: DaemonConnection | null = null;
  let opening: Promise<DaemonConnection> | null = null;
  let closed = false;

  async function refreshTools(connection: DaemonConnection): Promise<void> {
    const listed = await connection.call("tools/list", {}, { timeoutMs: environment.reachabilityTimeoutMs });
    if (!Array.isArray(listed.tools) || JSON.stringify(listed.tools) === JSON.stringify(tools)) return;
    tools = listed.tools as Tool[];
    for (const listener of listeners) listener();
  }

  async function open(): Promise<DaemonConnection> {
    const connection = await options.connect();
    const refresh = () =>
      void refreshTools(connection).catch((error: unknown) =>
        log("warn", `tools/list failed: ${String(error)}`),
      );
    connection.onToolsChanged(refresh);
    const beat = setInterval(() => {
      connection.call("daemon/heartbeat", {}, { timeoutMs: environment.heartbeatTimeoutMs }).catch(() => {});
    }, environment.heartbeatTimeoutMs / 3);
    void connection.closed.then(() => {
      clearInterval(beat);
      if (!closed) log("warn", "the daemon's connection ended");
    });
    refresh();
    return connection;
  }

  /** The open connection, or one being opened; several calls share it. */
  function connected(): Promise<DaemonConnection> {
    // A daemon that was killed a moment ago may still look connected; nothing must be sent to it.
    if (live?.open && (live.daemonPid === null || isAlive(live.daemonPid))) return Promise.resolve(live);
    live?.close();
    opening ??= open()
      .then((connection) => {
        live = connection;
        return connection;
      })
      .finally(() => {
        opening = null;
      });
    return opening;
  }

  /** A daemon that is stopping refuses calls before it does anything: then the next daemon gets the call. */
  async function accepted(
    params: Record<string, unknown>,
    limits: CallOptions,
  ): Promise<Record<string, unknown>> {
    const connection = await connected();
    try {
      return await connection.call("tools/call", params, limits);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith("daemon_shutting_down")) throw error;
      await Promise.race([connection.closed, Bun.sleep(environment.reachabilityTimeoutMs)]);
      return (await connected()).call("tools/call", params, limits);
    }
  }

  /** The daemon lets go of the session when its connection ends. */
  async function leave(): Promise<void> {
    closed = true;
    await opening?.catch(() => {});
    live?.close();
  }

  return {
    listTools: () => tools,
    onToolsChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async callTool({ name, arguments: given, signal, onProgress }) {
      const limit = Math.max(environment.requestTimeoutMs, limitFloors[name] ?? 0);
      try {
        const result = await accepted(
          { name, arguments: given, progress: onProgress !== undefined },
          {
            timeoutMs: limit,
            signal,
            ...(onProgress ? { onProgress: (params) => onProgress(asProgress(params)) } : {}),
          },
        );
        return result as CallToolResult;
      } catch (error) {
        const failure = error instanceof DaemonError ? error : null;
        const message = error instanceof Error ? error.message : String(error);
        log("warn", `${name}: ${failure?.code ?? "failed"}: ${message}`);
        return failure ? typedError(failure) : plainError(message);
      }
    },
    closeSession: leave,
    close: leave,
  };
}

/** A typed error as clients know it: JSON text with code and retryable. */
function typedError(error: DaemonError): CallToolResult {
  const body = { success: false, error: error.message, code: error.code, retryable: error.retryable };
  return { content: [{ type: "text", text: JSON.stringify(body) }], isError: true };
}

function plainError(message: string): CallToolResult {
  return { content: [{ type: "text", text: `Error: ${message}` }], isError: true };
}

function asProgress(params: Record<string, unknown>): { progress: number; total?: number; message?: string } {
  return {
    progress: typeof params.progress === "number" ? params.progress : 0,
    ...(typeof params.total === "number" ? { total: params.total } : {}),
    ...(typeof params.message === "string" ? { message: params.message } : {}),
  };
}
