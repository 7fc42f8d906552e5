import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** What becomes of a request when `decide` has thought about it. */
export type Decision = "pass" | "drop";

type Then = (request: string) => Promise<Decision> | Decision;

/** A TCP relay before an adb server that sees each request before the server does, and may keep it waiting. */
export interface AdbGate {
  /** tcp:127.0.0.1:PORT */
  socketSpec: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly string[];
  /** Calls `then` for the nth request (from 1) that matches; the request waits for it. */
  at(pattern: RegExp, then: Then, nth?: number): void;
  /** Nobody listens any more and every connection breaks, as when the adb server dies. */
  close(): Promise<void>;
  /** Listens again on the same port. */
  open(): Promise<void>;
}

interface Watch {
  pattern: RegExp;
  then: Then;
  left: number;
}

/** Opens a gate before the adb server at `tcp:HOST:PORT`. */
export async function openGate(upstream: string): Promise<AdbGate> {
  const upstreamPort = Number(upstream.split(":")[2]);
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const watches: Watch[] = [];
  let server: Server | null = null;
  let port = 0;

  async function decide(request: string): Promise<Decision> {
    requests.push(request);
    const due = watches.filter(({ pattern, left }) => left > 0 && pattern.test(request));
    for (const watch of due) watch.left -= 1;
    const hit = due.find(({ left }) => left === 0);
    return (await hit?.then(request)) ?? "pass";
  }

  function relay(client: Socket): void {
    const target = connect(upstreamPort, "127.0.0.1");
    const end = () => {
      client.destroy();
      target.destroy();
    };
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on("error", end);
      socket.on("close", () => {
        sockets.delete(socket);
        end();
      });
    }
    target.pipe(client);
    let seen = Buffer.alloc(0);
    let raw = false;
    let work = Promise.resolve();
    const take = async (chunk: Buffer) => {
      if (raw) return void target.write(chunk);
      seen = Buffer.concat([seen, chunk]);
      while (!raw && seen.length >= 4) {
        const length = Number.parseInt(seen.subarray(0, 4).toString("latin1"), 16);
        if (!(length >= 0) || seen.length < 4 + length) break;
        const request = seen.subarray(4, 4 + length).toString();
        if ((await decide(request)) === "drop") return end();
        target.write(seen.subarray(0, 4 + length));
        seen = seen.subarray(4 + length);
        raw = !/^host:(transport|tport)/.test(request);
      }
      if (raw && seen.length > 0) target.write(seen);
      if (raw) seen = Buffer.alloc(0);
    };
    client.on("data", (chunk: Buffer) => {
      work = work.then(() => take(chunk)).catch(end);
    });
    client.on("end", () => void work.then(() => target.end()));
  }

  const gate: AdbGate = {
    get socketSpec() {
      return `tcp:127.0.0.1:${port}`;
    },
    requests,
    at(pattern, then, nth = 1) {
      watches.push({ pattern, then, left: nth });
    },
    async close() {
      const closing = server;
      server = null;
      for (const socket of sockets) socket.destroy();
      if (closing) await new Promise<void>((done) => closing.close(() => done()));
    },
    async open() {
      const opening = createServer({ allowHalfOpen: true }, relay);
      server = opening;
      await new Promise<void>((done, failed) => {
        opening.once("error", failed);
        opening.listen(port, "127.0.0.1", done);
      });
      port = (opening.address() as AddressInfo).port;
    },
  };
  await gate.open();
  return gate;
}
