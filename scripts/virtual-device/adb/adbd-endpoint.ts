import { type AddressInfo, createServer, type Socket } from "node:net";
import { concat, createPipe, decode, encode } from "../shell/streams.ts";
import { type Channel, splice } from "../system/network.ts";
import type { EndpointDevice } from "./host-requests.ts";
import { FEATURES, findService, runService } from "./services.ts";

/** The transport that an adb server speaks to a device: packages/modules/adb/protocol.txt. */
const CNXN = 0x4e584e43;
const OPEN = 0x4e45504f;
const OKAY = 0x59414b4f;
const WRTE = 0x45545257;
const CLSE = 0x45534c43;
const AUTH = 0x48545541;
/** Data checksums may be left out from this version on. */
const VERSION = 0x01000001;
const MAX_PAYLOAD = 1 << 20;
const HEADER = 24;

interface Message {
  command: number;
  arg0: number;
  arg1: number;
  data: Uint8Array;
}

function encodeMessage({ command, arg0, arg1, data }: Message): Uint8Array {
  const bytes = new Uint8Array(HEADER + data.length);
  const view = new DataView(bytes.buffer);
  [command, arg0, arg1, data.length, 0, (command ^ 0xffffffff) >>> 0].forEach((word, index) => {
    view.setUint32(4 * index, word, true);
  });
  bytes.set(data, HEADER);
  return bytes;
}

interface Stream {
  local: number;
  remote: number;
  channel: Channel;
  /** Bytes from the peer. */
  deliver(data: Uint8Array): void;
  /** The peer has taken the last WRTE. */
  acknowledged(): void;
  /** The peer has closed the stream. */
  closed(): void;
  /** The peer has accepted a stream that the device opened. */
  opened: ((ok: boolean) => void) | null;
}

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

  function createStream(remote: number): Stream {
    const local = nextId++;
    const controller = new AbortController();
    // An OKAY is owed for each WRTE; it is given when the data has been read: this is the back-pressure.
    let owed = 0;
    const incoming = createPipe(() => {
      while (owed > 0 && incoming.pending < MAX_PAYLOAD) {
        owed--;
        send(OKAY, local, stream.remote);
      }
    });
    const outgoing: Uint8Array[] = [];
    let waiting = false;
    let closing = false;
    let dead = false;
    let wake: (() => void)[] = [];
    const pump = (): void => {
      if (waiting || dead) return;
      const first = outgoing[0];
      if (first === undefined) {
        for (const resolve of wake.splice(0)) resolve();
        if (closing) finish();
        return;
      }
      let data: Uint8Array;
      if (first.length > maxPayload) {
        data = first.subarray(0, maxPayload);
        outgoing[0] = first.subarray(maxPayload);
      } else {
        let size = 0;
        let count = 0;
        while (count < outgoing.length && size + (outgoing[count] as Uint8Array).length <= maxPayload) {
          size += (outgoing[count++] as Uint8Array).length;
        }
        data = concat(outgoing.splice(0, count));
      }
      waiting = true;
      send(WRTE, local, stream.remote, data);
    };
    const finish = (): void => {
      if (dead) return;
      dead = true;
      streams.delete(local);
      send(CLSE, local, stream.remote);
      incoming.hangUp();
    };
    const stream: Stream = {
      local,
      remote,
      opened: null,
      channel: {
        source: incoming,
        sink: {
          write(chunk) {
            if (dead || closing || chunk.length === 0) return;
            outgoing.push(chunk);
            pump();
          },
          drained() {
            if (dead || outgoing.length === 0) return undefined;
            return new Promise((resolve) => {
              wake.push(resolve);
            });
          },
        },
        close() {
          closing = true;
          pump();
        },
        destroy() {
          socket.destroy();
        },
        signal: controller.signal,
      },
      deliver(data) {
        if (dead || closing) {
          send(OKAY, local, stream.remote);
          return;
        }
        incoming.write(data);
        if (incoming.pending < MAX_PAYLOAD) send(OKAY, local, stream.remote);
        else owed++;
      },
      acknowledged() {
        waiting = false;
        pump();
      },
      closed() {
        if (!dead) send(CLSE, local, stream.remote);
        dead = true;
        streams.delete(local);
        outgoing.length = 0;
        for (const resolve of wake.splice(0)) resolve();
        wake = [];
        incoming.end();
        controller.abort();
      },
    };
    streams.set(local, stream);
    return stream;
  }

  /** A reverse forward: the device opens a stream to the host. */
  const connectHost = (address: string, peer: Channel): void => {
    const stream = createStream(0);
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
    const stream = createStream(remote);
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
