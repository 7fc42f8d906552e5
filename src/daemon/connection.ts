import { lstatSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { DaemonError } from "./errors.ts";
import { type ControlRequest, encodeFrame, frameReader, isRecord } from "./frames.ts";

export interface CallOptions {
  /** Milliseconds; the daemon is told to cancel when it is over. */
  timeoutMs: number;
  signal?: AbortSignal;
  onProgress?: (params: Record<string, unknown>) => void;
}

/** A client's side of the control socket. */
export interface DaemonConnection {
  /** Rejects with a DaemonError, or an Error with the daemon's own words when it refused the request. */
  call(
    method: string,
    params: Record<string, unknown>,
    options: CallOptions,
  ): Promise<Record<string, unknown>>;
  onToolsChanged(listener: () => void): void;
  readonly open: boolean;
  /** The daemon's process, once it has been greeted. */
  daemonPid: number | null;
  readonly closed: Promise<void>;
  close(): void;
}

interface Waiting {
  resolve(result: Record<string, unknown>): void;
  reject(error: Error): void;
  onProgress: CallOptions["onProgress"];
}

/** Connects to the daemon behind `socketPath`; DaemonError daemon_not_running when nobody listens, foreign_socket when it is not this user's. */
export async function connectDaemon(socketPath: string, timeoutMs: number): Promise<DaemonConnection> {
  const socket = await openSocket(socketPath, timeoutMs);
  const waiting = new Map<string, Waiting>();
  const listeners: (() => void)[] = [];
  const closed = Promise.withResolvers<void>();
  let open = true;

  const end = () => {
    if (!open) return;
    open = false;
    for (const call of waiting.values()) {
      call.reject(
        new DaemonError(
          "daemon_connection_lost",
          "The daemon went away during this call. It may or may not have been carried out: look at the screen before repeating it.",
        ),
      );
    }
    waiting.clear();
    socket.destroy();
    closed.resolve();
  };
  socket.on("error", end).on("close", end).on("end", end);
  socket.on(
    "data",
    frameReader((frame) => {
      const call = typeof frame.id === "string" ? waiting.get(frame.id) : undefined;
      const params = isRecord(frame.params) ? frame.params : {};
      if (frame.type === "event") {
        if (frame.event === "progress") call?.onProgress?.(params);
        if (frame.event === "toolsChanged") for (const listener of listeners) listener();
      } else if (frame.success === true) {
        call?.resolve(isRecord(frame.result) ? frame.result : {});
      } else {
        call?.reject(
          new Error(typeof frame.error === "string" ? frame.error : "The daemon refused the request."),
        );
      }
    }, end),
  );

  function send(request: ControlRequest): void {
    socket.write(encodeFrame(request));
  }

  return {
    get open() {
      return open;
    },
    daemonPid: null,
    closed: closed.promise,
    close: end,
    onToolsChanged: (listener) => void listeners.push(listener),
    call(method, params, { timeoutMs: limit, signal, onProgress }) {
      const id = crypto.randomUUID();
      const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
      if (!open)
        return Promise.reject(new DaemonError("daemon_connection_lost", "The daemon went away.", true));
      const cancel = (error: DaemonError) => {
        if (!waiting.delete(id)) return;
        if (open)
          send({ id: crypto.randomUUID(), type: "daemon_request", method: "request/cancel", params: { id } });
        reject(error);
      };
      const timer = setTimeout(
        () =>
          cancel(
            new DaemonError("request_timeout", `${method} took longer than ${limit} ms and was cancelled.`),
          ),
        limit,
      );
      const aborted = () => cancel(new DaemonError("request_cancelled", "The call was cancelled."));
      waiting.set(id, { resolve, reject, onProgress });
      const type =
        method.startsWith("tools/") || method.startsWith("ide/") ? "mcp_request" : "daemon_request";
      send({ id, type, method, params, timeoutMs: limit });
      if (signal?.aborted) aborted();
      signal?.addEventListener("abort", aborted, { once: true });
      return promise.finally(() => {
        waiting.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener("abort", aborted);
      });
    },
  };
}

/** As `connectDaemon`, but null when nobody listens. */
export async function connectOrNull(path: string, timeoutMs: number): Promise<DaemonConnection | null> {
  try {
    return await connectDaemon(path, timeoutMs);
  } catch (error) {
    if (error instanceof DaemonError && error.code === "daemon_not_running") return null;
    throw error;
  }
}

function openSocket(path: string, timeoutMs: number): Promise<Socket> {
  const foreign = whyForeign(path);
  if (foreign) return Promise.reject(foreign);
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new DaemonError("daemon_stalled", `The daemon at ${path} takes no connection.`, true));
    }, timeoutMs);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.removeAllListeners("error");
      resolve(socket);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const nobody = ["ENOENT", "ECONNREFUSED", "ENOTDIR"].includes(error.code ?? "");
      reject(
        nobody
          ? new DaemonError("daemon_not_running", `No daemon answers at ${path}.`)
          : new DaemonError("daemon_unreachable", `The daemon at ${path} can't be reached: ${error.code}.`),
      );
    });
  });
}

/** /tmp is everybody's: a socket somebody else put at our name must not get our calls. */
function whyForeign(path: string): DaemonError | null {
  try {
    const facts = lstatSync(path);
    if (!facts.isSocket())
      return new DaemonError("foreign_socket", `${path} is in the way: it is no socket. Remove it.`);
    if (process.getuid && facts.uid !== process.getuid()) {
      return new DaemonError("foreign_socket", `${path} belongs to another user.`);
    }
  } catch {
    // Absent: connecting says so.
  }
  return null;
}
