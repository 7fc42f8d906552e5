import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { socketChannel } from "./channel.ts";
import { type EndpointDevice, hex4 } from "./host-requests.ts";
import { findService, runService } from "./services.ts";

/** The ports of the host that lead to the device. Every answer is what the adb server writes. */
export interface Forwards {
  /** `forward:LOCAL;REMOTE`, `forward:norebind:...` */
  add(service: string): Promise<string>;
  remove(local: string): string;
  removeAll(): string;
  /** `serial local remote` lines. */
  list(): string;
}

/** No forwards yet; their connections are added to `sockets`. */
export function createForwards(device: EndpointDevice, sockets: Set<Socket>): Forwards {
  const forwards = new Map<string, { remote: string; server: Server }>();
  async function add(service: string): Promise<string> {
    const match = /^forward:(norebind:)?([^;]+);(.+)$/.exec(service);
    if (!match) return `FAIL${hex4(`bad forward: ${service}`)}`;
    const [, noRebind, local = "", remote = ""] = match;
    if (!local.startsWith("tcp:"))
      return `FAIL${hex4(`unsupported socket '${local}': the virtual device forwards tcp ports`)}`;
    const existing = forwards.get(local);
    if (existing && noRebind) return `FAIL${hex4("cannot rebind existing socket")}`;
    existing?.server.close();
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      const channel = socketChannel(socket, new Uint8Array());
      const found = findService(remote, device);
      device.requests.push(remote);
      if (found && device.state() === "device") void runService(remote, found, channel, device);
      else channel.close();
    });
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(Number(local.slice(4)), "127.0.0.1", resolve);
      });
    } catch (error) {
      return `FAIL${hex4(`cannot bind listener: ${error instanceof Error ? error.message : "unknown"}`)}`;
    }
    const { port } = server.address() as AddressInfo;
    forwards.set(`tcp:${port}`, { remote, server });
    // One OKAY for the request, one for the listener; a port that the server chose follows.
    return local === "tcp:0" ? `OKAYOKAY${hex4(String(port))}` : "OKAYOKAY";
  }

  return {
    add,
    remove(local) {
      const entry = forwards.get(local);
      if (!entry) return `FAIL${hex4(`listener '${local}' not found`)}`;
      entry.server.close();
      forwards.delete(local);
      return "OKAYOKAY";
    },
    removeAll() {
      for (const { server } of forwards.values()) server.close();
      forwards.clear();
      return "OKAYOKAY";
    },
    list: () => [...forwards].map(([local, { remote }]) => `${device.serial} ${local} ${remote}\n`).join(""),
  };
}
