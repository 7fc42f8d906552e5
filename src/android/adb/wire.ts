import { connect, type Socket } from "node:net";
import { type AdbEndpoint, AdbError } from "./types.ts";

/** A byte stream to the adb server with a deadline over its whole life. */
export interface Wire {
  /** Resolves when the bytes may be followed by more (back-pressure). */
  write(data: Uint8Array | string): Promise<void>;
  /** Exactly `length` bytes; AdbError CLOSED when the stream ends first. */
  read(length: number): Promise<Buffer>;
  /** Whatever came next; null at the end of the stream. */
  chunk(): Promise<Buffer | null>;
  /** Half-closes: nothing more will be written. */
  finish(): void;
  /** False once either side has gone. */
  isOpen(): boolean;
  /** A new deadline and purpose from now on. An idle wire does not keep the process alive. */
  limit(options: WireOptions & { idle?: boolean }): void;
  destroy(): void;
}

export interface WireOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** For messages: what is being asked. */
  what: string;
}

const HIGH_WATER_BYTES = 4 * 1024 * 1024;

/** Connects to the adb server. AdbError SERVER_UNREACHABLE when nothing answers there. */
export function openWire(endpoint: AdbEndpoint, options: WireOptions): Promise<Wire> {
  const { promise, resolve, reject } = Promise.withResolvers<Wire>();
  if (options.signal?.aborted) return Promise.reject(aborted(options.what));
  const socket = endpoint.socketPath
    ? connect({ path: endpoint.socketPath, allowHalfOpen: true })
    : connect({ host: endpoint.host, port: endpoint.port, noDelay: true, allowHalfOpen: true });
  const inbox = createInbox(socket);
  let connected = false;
  let { what } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let signal: AbortSignal | undefined;
  const fail = (error: AdbError) => {
    inbox.fail(error);
    reject(error);
    socket.destroy();
  };
  const onAbort = () => fail(aborted(what));
  const release = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  };
  const limit = (limits: WireOptions) => {
    release();
    what = limits.what;
    signal = limits.signal;
    const late = `adb: no answer within ${limits.timeoutMs / 1000} s (${what})`;
    timer = setTimeout(() => fail(new AdbError("TIMEOUT", late)), limits.timeoutMs);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  };
  limit(options);
  socket.on("connect", () => {
    connected = true;
    resolve({
      ...inbox.reader,
      ...writer(socket, inbox.failure),
      isOpen: () => inbox.isOpen() && !socket.destroyed,
      limit(limits) {
        limit(limits);
        if (limits.idle) {
          socket.unref();
          timer?.unref();
        } else socket.ref();
      },
      destroy() {
        release();
        socket.destroy();
      },
    });
  });
  socket.on("error", (error) => {
    const cause = { cause: error };
    fail(
      connected
        ? new AdbError("CLOSED", `adb: the connection broke (${what})`, cause)
        : new AdbError("SERVER_UNREACHABLE", `No adb server answers at ${describe(endpoint)}`, cause),
    );
  });
  socket.on("close", () => {
    release();
    inbox.end();
    if (!connected) {
      reject(new AdbError("SERVER_UNREACHABLE", `No adb server answers at ${describe(endpoint)}`));
    }
  });
  return promise;
}

/** host:port or the socket's path, for messages. */
export function describe(endpoint: AdbEndpoint): string {
  return endpoint.socketPath ?? `${endpoint.host}:${endpoint.port}`;
}

function aborted(what: string): AdbError {
  return new AdbError("ABORTED", `adb: the call was cancelled (${what})`);
}

function createInbox(socket: Socket) {
  const chunks: Buffer[] = [];
  let buffered = 0;
  let ended = false;
  let error: AdbError | null = null;
  let wake: (() => void) | null = null;
  const notify = () => {
    wake?.();
    wake = null;
  };
  socket.on("data", (data: Buffer) => {
    chunks.push(data);
    buffered += data.length;
    if (buffered > HIGH_WATER_BYTES) socket.pause();
    notify();
  });
  const end = () => {
    ended = true;
    notify();
  };
  socket.on("end", end);
  const more = async (): Promise<boolean> => {
    while (buffered === 0) {
      if (error) throw error;
      if (ended) return false;
      const waiting = Promise.withResolvers<void>();
      wake = waiting.resolve;
      await waiting.promise;
    }
    return true;
  };
  const take = (most: number): Buffer => {
    const first = chunks[0]!;
    const part = first.length <= most ? first : first.subarray(0, most);
    if (part.length === first.length) chunks.shift();
    else chunks[0] = first.subarray(most);
    buffered -= part.length;
    if (buffered <= HIGH_WATER_BYTES && socket.isPaused()) socket.resume();
    return part;
  };
  const read = async (length: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for (let missing = length; missing > 0; ) {
      if (!(await more())) {
        throw new AdbError("CLOSED", `adb: the connection ended ${missing} bytes too early`);
      }
      const part = take(missing);
      parts.push(part);
      missing -= part.length;
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  };
  return {
    reader: { read, chunk: async () => ((await more()) ? take(Number.POSITIVE_INFINITY) : null) },
    end,
    failure: () => error,
    isOpen: () => !ended && !error,
    fail(reason: AdbError) {
      error ??= reason;
      notify();
    },
  };
}

function writer(socket: Socket, failure: () => AdbError | null) {
  return {
    write(data: Uint8Array | string): Promise<void> {
      const broken = failure();
      if (broken) return Promise.reject(broken);
      if (socket.write(data)) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const done = () => {
          socket.off("drain", done);
          socket.off("close", done);
          const error = failure();
          if (error) reject(error);
          else resolve();
        };
        socket.on("drain", done);
        socket.on("close", done);
      });
    },
    finish: () => void socket.end(),
  };
}
