import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { decode, encode } from "../shell/streams.ts";
import { type Channel, splice } from "../system/network.ts";
import { byteReader, socketChannel } from "./channel.ts";
import { createForwards } from "./forwards.ts";
import {
  deviceList,
  type EndpointDevice,
  hex4,
  mismatch,
  refusal,
  splitRequest,
  UNAUTHORIZED,
} from "./host-requests.ts";
import { FEATURES, findService, runService } from "./services.ts";
import { waitFor } from "./wait-for.ts";

/** 1.0.41, the number that every adb of the last years speaks. */
const SERVER_VERSION = 41;

export interface HostEndpoint {
  port: number;
  /** Tears every connection that has switched to the device, as when it reboots. */
  dropDeviceConnections(): void;
  stop(): Promise<void>;
}

/** A loopback server that speaks the protocol of the adb server and shows one device. */
export async function startHostEndpoint(device: EndpointDevice): Promise<HostEndpoint> {
  const sockets = new Set<Socket>();
  const switched = new Set<Socket>();
  const forwards = createForwards(device, sockets);

  /** Answers a host request; true when the connection now belongs to the device. */
  async function answer(
    request: string,
    socket: Socket,
    signal: AbortSignal,
  ): Promise<"switched" | "more" | "done"> {
    const write = (text: string): void => void socket.write(text);
    const okay = (text: string): "done" => {
      write(`OKAY${hex4(text)}`);
      return "done";
    };
    const fail = (text: string): "done" => {
      write(`FAIL${hex4(text)}`);
      return "done";
    };
    const split = splitRequest(request);
    if (!split) return fail(`unknown host service '${request}'`);
    const { service } = split;
    const wrong = mismatch(split.selector, device) ?? refusal(device);
    if (service === "version") return okay(SERVER_VERSION.toString(16).padStart(4, "0"));
    if (service === "host-features") return okay(FEATURES.join(","));
    if (service === "devices") return okay(deviceList(device, false));
    if (service === "devices-l") return okay(deviceList(device, true));
    if (service === "track-devices" || service === "track-devices-l") {
      const long = service.endsWith("-l");
      write("OKAY");
      let last = deviceList(device, long);
      write(hex4(last));
      const stop = device.onStateChange(() => {
        const next = deviceList(device, long);
        if (next !== last) write(hex4(next));
        last = next;
      });
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      stop();
      return "done";
    }
    if (service === "kill")
      return fail("kill: refused, this endpoint is a virtual device and not an adb server");
    const transport = /^(?:transport:(.*)|transport-(any|usb|local)|transport-id:(\d+))$/s.exec(service);
    const tport = /^tport:(?:serial:(.*)|(any|usb|local))$/s.exec(service);
    if (transport || tport) {
      const groups = transport ?? tport;
      const serial = groups?.[1];
      const selector = serial !== undefined ? `serial:${serial}` : (groups?.[2] ?? `id:${groups?.[3]}`);
      const problem = mismatch(selector, device) ?? refusal(device);
      if (problem !== null) return fail(problem);
      write("OKAY");
      if (tport) {
        const id = new Uint8Array(8);
        new DataView(id.buffer).setBigUint64(0, BigInt(device.transportId()), true);
        socket.write(id);
      }
      return "switched";
    }
    if (service.startsWith("wait-for-")) {
      write("OKAY");
      await waitFor(service, device, signal);
      write("OKAY");
      return "done";
    }
    if (service === "get-state") {
      const problem = mismatch(split.selector, device);
      if (problem !== null) return fail(problem);
      return device.state() === "unauthorized" ? fail(UNAUTHORIZED) : okay(device.state());
    }
    if (service === "get-serialno")
      return mismatch(split.selector, device) ? fail("unknown") : okay(device.serial);
    if (service === "get-devpath") return okay("unknown");
    if (service === "list-forward") return okay(forwards.list());
    if (service === "killforward-all") {
      write(forwards.removeAll());
      return "done";
    }
    if (service.startsWith("killforward:")) {
      write(forwards.remove(service.slice(12)));
      return "done";
    }
    if (service === "features") return wrong !== null ? fail(wrong) : okay(FEATURES.join(","));
    if (service.startsWith("forward:")) {
      if (wrong !== null) return fail(wrong);
      write(await forwards.add(service));
      return "done";
    }
    if (service.startsWith("connect:") || service.startsWith("disconnect:"))
      return okay(`refused: this endpoint shows ${device.serial} only`);
    if (service === "reconnect") return okay("reconnecting");
    if (service === "reconnect-offline") return okay("");
    if (service.startsWith("mdns")) return fail("mdns is not available");
    return fail(`unknown host service '${service}'`);
  }

  async function serve(socket: Socket): Promise<void> {
    const channel = socketChannel(socket, new Uint8Array());
    const reader = byteReader(channel.source);
    let isSwitched = false;
    for (;;) {
      const length = await reader.exactly(4);
      if (!length) return channel.close();
      const size = Number.parseInt(decode(length), 16);
      const body = Number.isNaN(size) ? null : await reader.exactly(size);
      if (!body) {
        channel.sink.write(encode(`FAIL${hex4("protocol fault: bad request length")}`));
        return channel.close();
      }
      const request = decode(body);
      if (request.startsWith("host:") || request.startsWith("host-")) {
        const outcome = await answer(request, socket, channel.signal);
        if (outcome === "done") return channel.close();
        isSwitched = true;
        switched.add(socket);
        continue;
      }
      if (!isSwitched) {
        channel.sink.write(encode(`FAIL${hex4(`unknown host service '${request}'`)}`));
        return channel.close();
      }
      device.requests.push(request);
      const service = findService(request, device);
      if (!service || device.state() !== "device") {
        channel.sink.write(encode(`FAIL${hex4(service ? (refusal(device) ?? "closed") : "closed")}`));
        return channel.close();
      }
      channel.sink.write(encode("OKAY"));
      const rest = reader.rest();
      const source = channel.source;
      let pending: Uint8Array | null = rest.length > 0 ? rest : null;
      await runService(
        request,
        service,
        {
          ...channel,
          source: {
            async read() {
              if (!pending) return source.read();
              const chunk = pending;
              pending = null;
              return chunk;
            },
          },
        },
        device,
      );
      return;
    }
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      switched.delete(socket);
    });
    serve(socket).catch((error: unknown) => {
      device.machine.system.services.log(
        "E",
        "adbd",
        `service failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
      );
      socket.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    dropDeviceConnections() {
      for (const socket of switched) socket.destroy();
    },
    async stop() {
      forwards.removeAll();
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Connects a device-side channel to a port of the host, for a reverse forward. */
export function connectLoopback(address: string, channel: Channel): void {
  const port = /^tcp:(\d+)$/.exec(address)?.[1];
  if (port === undefined) {
    channel.close();
    return;
  }
  const socket = connect({ host: "127.0.0.1", port: Number(port), allowHalfOpen: true });
  socket.on("error", () => channel.close());
  socket.on("connect", () => void splice(socketChannel(socket, new Uint8Array()), channel));
}
