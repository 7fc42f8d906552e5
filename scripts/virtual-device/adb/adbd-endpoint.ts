import { type AddressInfo, createServer, type Socket } from "node:net";
import { concat, decode, encode } from "../shell/streams.ts";
import { type Channel, splice } from "../system/network.ts";
import {
  AUTH,
  CLSE,
  CNXN,
  encodeMessage,
  HEADER,
  MAX_PAYLOAD,
  type Message,
  OKAY,
  OPEN,
  VERSION,
  WRTE,
} from "./adbd-messages.ts";
import { createStream, type Stream } from "./adbd-stream.ts";
import type { EndpointDevice } from "./host-requests.ts";
import { FEATURES, findService, runService } from "./services.ts";

export interface AdbdEndpoint {
  port: number;
  dropConnections(): void;
  stop(): Promise<void>;
}

/** One connection from an adb server (or a client that speaks the transport itself). */
function serveTransport(socket: Socket, device: EndpointDevice): void {
  const streams = new Map<number, Stream>();
  let nextId = 1;
  let maxPayload = MAX_PAYLOAD;
  let buffered: Uint8Array = new Uint8Array();
  let online = false;
  const nothing = new Uint8Array();

  const send = (command: number, arg0: number, arg1: number, data: Uint8Array = nothing): void => {
    if (!socket.destroyed) socket.write(encodeMessage({ command, arg0, arg1, data }));
  };

  function addStream(remote: number): Stream {
    const stream = createStream(nextId++, remote, {
      send,
      maxPayload,
      ended: (local) => void streams.delete(local),
      tear: () => socket.destroy(),
    });
    streams.set(stream.local, stream);
    return stream;
  }

  /** A reverse forward: the device opens a stream to the host. */
  const connectHost = (address: string, peer: Channel): void => {
    const stream = addStream(0);
    stream.opened = (ok) => {
      if (!ok) {
        peer.close();
        return;
      }
      void splice(stream.channel, peer);
    };
    send(OPEN, stream.local, 0, encode(`${address}\0`));
  };

  function open(remote: number, name: string): void {
    device.requests.push(name);
    const service = findService(name, { ...device, connectHost });
    if (!service || device.state() !== "device") {
      send(CLSE, 0, remote);
      return;
    }
    const stream = addStream(remote);
    send(OKAY, stream.local, remote);
    runService(name, service, stream.channel, device).catch((error: unknown) => {
      device.machine.system.services.log(
        "E",
        "adbd",
        `service failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
      );
      stream.channel.close();
    });
  }

  function receive({ command, arg0, arg1, data }: Message): void {
    if (command === CNXN) {
      maxPayload = Math.min(arg1, MAX_PAYLOAD);
      if (device.state() === "unauthorized") {
        // A token to sign; no key is ever accepted, so the server lists the device as unauthorized.
        send(AUTH, 1, 0, new Uint8Array(20));
        return;
      }
      online = true;
      const { product, model, device: name } = device.banner();
      send(
        CNXN,
        VERSION,
        MAX_PAYLOAD,
        encode(
          `device::ro.product.name=${product};ro.product.model=${model};ro.product.device=${name};features=${FEATURES.join(",")}`,
        ),
      );
      return;
    }
    if (command === AUTH) {
      if (arg0 === 2) send(AUTH, 1, 0, new Uint8Array(20));
      return;
    }
    if (!online) return;
    if (command === OPEN) {
      open(arg0, decode(data).replace(/\0$/, ""));
      return;
    }
    const stream = streams.get(arg1);
    if (command === WRTE) {
      if (stream) stream.deliver(data);
      else send(CLSE, 0, arg0);
    } else if (command === OKAY && stream) {
      if (stream.opened) {
        stream.remote = arg0;
        const opened = stream.opened;
        stream.opened = null;
        opened(true);
      } else stream.acknowledged();
    } else if (command === CLSE && stream) {
      if (stream.opened) {
        streams.delete(stream.local);
        stream.opened(false);
      } else stream.closed();
    }
  }

  socket.on("data", (chunk) => {
    const fresh = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    buffered = buffered.length === 0 ? fresh : concat([buffered, fresh]);
    for (;;) {
      if (buffered.length < HEADER) return;
      const view = new DataView(buffered.buffer, buffered.byteOffset, buffered.byteLength);
      const command = view.getUint32(0, true);
      const size = view.getUint32(12, true);
      if (view.getUint32(20, true) !== (command ^ 0xffffffff) >>> 0 || size > MAX_PAYLOAD) {
        socket.destroy();
        return;
      }
      if (buffered.length < HEADER + size) return;
      const data = buffered.slice(HEADER, HEADER + size);
      buffered = buffered.subarray(HEADER + size);
      receive({ command, arg0: view.getUint32(4, true), arg1: view.getUint32(8, true), data });
    }
  });
  const gone = (): void => {
    for (const stream of [...streams.values()]) stream.closed();
  };
  socket.on("close", gone);
  socket.on("error", gone);
}

/** Listens as adbd does, for `adb connect` or `host:emulator:PORT`. Port 0 takes a free one; a taken one throws. */
export async function startAdbdEndpoint(device: EndpointDevice, port = 0): Promise<AdbdEndpoint> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    // A device that is gone or offline takes the connection and says nothing.
    if (device.state() === "gone") {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    if (device.state() === "offline") return;
    serveTransport(socket, device);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(taken ? new Error(`port ${port} of 127.0.0.1 is taken; choose another or none`) : error);
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    dropConnections() {
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
