import { createServer, type Socket } from "node:net";

/** A device's side of one service: gets the service string and the bytes that follow it. */
export type ServiceHandler = (service: string, socket: Socket) => void;

export interface FakeServer {
  port: number;
  /** Every request as it came: host services and device services. */
  requests: string[];
  stop(): Promise<void>;
}

/** The least of an adb server: framing, host answers from a table, and one device handler. */
export async function startFakeServer(options: {
  host?: Record<string, string>;
  features?: string;
  onService?: ServiceHandler;
  /** Called with each new connection before anything is read; true when it took the connection over. */
  onConnection?: (socket: Socket, count: number) => boolean;
}): Promise<FakeServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    if (options.onConnection?.(socket, ++count)) return;
    let buffer = Buffer.alloc(0);
    const onData = (data: Buffer) => {
      buffer = Buffer.concat([buffer, data]);
      while (buffer.length >= 4) {
        const length = Number.parseInt(buffer.toString("latin1", 0, 4), 16);
        if (buffer.length < 4 + length) return;
        const text = buffer.toString("utf8", 4, 4 + length);
        buffer = buffer.subarray(4 + length);
        requests.push(text);
        if (text === "host:transport:gone") {
          socket.end(fail("device 'gone' not found"));
        } else if (text.startsWith("host:transport:")) {
          socket.write("OKAY");
        } else if (text.endsWith(":features")) {
          socket.end(`OKAY${frame(options.features ?? "shell_v2,cmd")}`);
        } else if (text.startsWith("host:")) {
          const answer = options.host?.[text];
          socket.end(answer === undefined ? fail("unknown host service") : `OKAY${frame(answer)}`);
        } else {
          socket.off("data", onData);
          if (options.onService) options.onService(text, socket);
          else socket.end(fail("closed"));
          if (buffer.length > 0) socket.emit("data", buffer);
          return;
        }
      }
    };
    socket.on("data", onData);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    requests,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function frame(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, "0") + text;
}

export function fail(text: string): string {
  return `FAIL${frame(text)}`;
}

/** A shell v2 packet. */
export function packet(kind: number, data: string | Uint8Array): Buffer {
  const body = Buffer.from(data);
  const header = Buffer.alloc(5);
  header.writeUInt8(kind, 0);
  header.writeUInt32LE(body.length, 1);
  return Buffer.concat([header, body]);
}
