import { join } from "node:path";
import { isLoopbackHost } from "../android/adb/endpoint.ts";
import type { AdbEndpoint } from "../android/adb/types.ts";

/** The three files that can say who holds a device. */
export interface ClaimPaths {
  /** `<adb root>/<scope>/device-allocations/<name>`: written while a session holds the device. */
  claim: string;
  /** `<coordination>/ctrlproxy-forwards/<name>`: written while a process drives the device. */
  lease: string;
  /** `<coordination>/device-allocations/<name>`: only read; releases up to 0.0.84 wrote it. */
  legacy: string;
}

/** Name of a device's claim file: base64url of its serial, unpadded. */
export function claimFileName(serial: string): string {
  return `${Buffer.from(serial).toString("base64url")}.lock`;
}

/** The adb server that lists a device; `spec` is how ADB_SERVER_SOCKET names it, where known. */
export type ClaimServer = AdbEndpoint & { spec?: string };

/**
 * Directory that stands for an adb server: `tcp-localhost-5037` (every loopback spelling is localhost, what a file name
 * can't have is `_`), or `socket-<base64url of the spec>` for a local socket.
 */
export function adbScope(server: ClaimServer): string {
  if (server.socketPath) {
    return `socket-${Buffer.from(server.spec ?? `localfilesystem:${server.socketPath}`).toString("base64url")}`;
  }
  const host = server.host === "" || isLoopbackHost(server.host) ? "localhost" : server.host.toLowerCase();
  return `tcp-${host.replace(/[^a-z0-9.-]/g, "_")}-${server.port}`;
}

/** Where a device's claims are. `server` is the adb server that lists the device. */
export function claimPaths(options: {
  serial: string;
  server: ClaimServer;
  adbRoot: string;
  coordination: string;
}): ClaimPaths {
  const name = claimFileName(options.serial);
  return {
    claim: join(options.adbRoot, adbScope(options.server), "device-allocations", name),
    lease: join(options.coordination, "ctrlproxy-forwards", name),
    legacy: join(options.coordination, "device-allocations", name),
  };
}
