import type { Socket } from "node:net";
import { buildId, serverVersion } from "../build-info.ts";
import type { LocalDeviceSessions } from "../devices/sessions.ts";
import type { ToolBackend } from "../tools/types.ts";
import {
  asRequest,
  type ControlEvent,
  type ControlRequest,
  type ControlResponse,
  encodeFrame,
  frameReader,
} from "./frames.ts";
import type { Log } from "./log.ts";

export interface ControlServerOptions {
  backend: ToolBackend;
  sessions: LocalDeviceSessions;
  log: Log;
  /** A session whose client is silent for this long is let go, milliseconds. */
  heartbeatTimeoutMs: number;
  /** What `daemon/status` says besides sessions and connections. */
  facts: Record<string, unknown>;
  requestStop(): void;
}

export interface ControlServer {
  accept(socket: Socket): void;
  /** Clients that said hello and are still there. */
  readonly clients: number;
  /** Connections of any kind. */
  readonly connections: number;
  /** Refuses new calls, cancels running ones, and waits for them (up to 5 s) before it cuts the connections. */
  close(): Promise<void>;
}

interface Client {
  socket: Socket;
  sessionId: string;
  greeted: boolean;
  /** By performance.now(): the wall clock may be set. */
  heardAt: number;
  calls: Map<string, AbortController>;
}

/** The daemon's side of the control socket: who is connected, what they asked, and what becomes of it when they go. */
export function createControlServer(options: ControlServerOptions): ControlServer {
  const { backend, sessions, log } = options;
  const clients = new Set<Client>();
  const running = new Set<Promise<void>>();
  let closing = false;

  const post = (client: Client, message: ControlResponse | ControlEvent) => {
    if (!client.socket.destroyed) client.socket.write(encodeFrame(message));
  };
  const unsubscribe = backend.onToolsChanged(() => {
    for (const client of clients)
      if (client.greeted) post(client, { type: "event", event: "toolsChanged", params: {} });
  });
  const watch = setInterval(
    () => {
      const since = performance.now() - options.heartbeatTimeoutMs;
      for (const client of clients) {
        if (!client.greeted || client.heardAt > since || client.calls.size > 0) continue;
        void backend.closeSession(client.sessionId);
      }
    },
    Math.max(50, options.heartbeatTimeoutMs / 2),
  );
  watch.unref();

  async function callTool(client: Client, request: ControlRequest): Promise<Record<string, unknown>> {
    if (closing) throw new Error("daemon_shutting_down: the daemon is stopping.");
    const { name, arguments: given, progress } = request.params;
    if (typeof name !== "string") throw new Error("tools/call needs a name.");
    const cancel = new AbortController();
    client.calls.set(request.id, cancel);
    const limit = setTimeout(() => cancel.abort(), (request.timeoutMs ?? 600_000) + 1000);
    const started = performance.now();
    let outcome = "failed";
    try {
      const result = await backend.callTool({
        name,
        arguments: typeof given === "object" && given !== null ? { ...given } : {},
        sessionId: client.sessionId,
        signal: cancel.signal,
        ...(progress === true
          ? {
              onProgress: (params) =>
                post(client, { type: "event", event: "progress", id: request.id, params: { ...params } }),
            }
          : {}),
      });
      outcome = result.isError ? "error" : "ok";
      return { ...result };
    } finally {
      clearTimeout(limit);
      client.calls.delete(request.id);
      log("info", `${name} ${outcome} in ${Math.round(performance.now() - started)} ms`);
    }
  }

  async function answer(client: Client, request: ControlRequest): Promise<Record<string, unknown>> {
    const { params } = request;
    switch (request.method) {
      case "client/hello":
        client.greeted = true;
        if (typeof params.sessionId === "string") client.sessionId = params.sessionId;
        return { pid: process.pid, version: serverVersion, buildId, startedAt: options.facts.startedAt };
      case "daemon/heartbeat":
        return {};
      case "daemon/deviceLeaseStatus":
        return { ...sessions.leaseStatus(String(params.deviceId ?? "")) };
      case "daemon/status":
        return { ...options.facts, sessions: sessions.list(), clients: count() };
      case "daemon/stop":
        setTimeout(options.requestStop, 10);
        return { stopping: true, pid: process.pid };
      case "request/cancel":
        client.calls.get(String(params.id ?? ""))?.abort();
        return {};
      case "session/close":
        await backend.closeSession(client.sessionId);
        return {};
      case "ide/ping":
        return { ok: true, timestamp: Date.now() };
      case "ide/status":
        return { version: serverVersion, releaseVersion: serverVersion };
      case "tools/list":
        return { tools: backend.listTools() };
      case "tools/call":
        return callTool(client, request);
      default:
        throw new Error(`Unsupported method: ${request.method}`);
    }
  }

  function receive(client: Client, frame: Record<string, unknown>): void {
    client.heardAt = performance.now();
    const request = asRequest(frame);
    if (!request) {
      const id = typeof frame.id === "string" ? frame.id : "";
      post(client, { id, type: "mcp_response", success: false, error: "That is no request." });
      return;
    }
    const { id } = request;
    const work = answer(client, request).then(
      (result) => post(client, { id, type: "mcp_response", success: true, result }),
      (error: unknown) =>
        post(client, {
          id,
          type: "mcp_response",
          success: false,
          error: error instanceof Error ? error.message : String(error),
        }),
    );
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  function leave(client: Client, why: string): void {
    if (!clients.delete(client)) return;
    client.socket.destroy();
    if (client.calls.size > 0) log("warn", `a client left during ${client.calls.size} call(s): ${why}`);
    for (const call of client.calls.values()) call.abort();
    const shared = [...clients].some((other) => other.sessionId === client.sessionId);
    if (!shared) void backend.closeSession(client.sessionId);
  }

  const count = () => [...clients].filter((client) => client.greeted).length;

  return {
    accept(socket) {
      const client: Client = {
        socket,
        sessionId: crypto.randomUUID(),
        greeted: false,
        heardAt: performance.now(),
        calls: new Map(),
      };
      clients.add(client);
      const broken = (reason: string) => leave(client, reason);
      socket.on(
        "data",
        frameReader((frame) => receive(client, frame), broken),
      );
      socket.on("error", (error) => leave(client, error.message));
      socket.on("close", () => leave(client, "closed"));
      socket.on("end", () => leave(client, "closed"));
    },
    get clients() {
      return count();
    },
    get connections() {
      return clients.size;
    },
    async close() {
      closing = true;
      clearInterval(watch);
      unsubscribe();
      for (const client of clients) for (const call of client.calls.values()) call.abort();
      await Promise.race([Promise.allSettled([...running]), Bun.sleep(5000)]);
      for (const client of [...clients]) client.socket.end();
      await Bun.sleep(5);
      for (const client of [...clients]) leave(client, "the daemon is stopping");
    },
  };
}
