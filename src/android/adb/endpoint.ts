import { type AdbEndpoint, AdbError } from "./types.ts";

const DEFAULT_ADB_PORT = 5037;

/** The adb server that adb's own variables name. */
export interface AdbServerAddress extends AdbEndpoint {
  /** The socket spec as adb writes it: `tcp:5037`, `tcp:host:port`, `localfilesystem:/path`. */
  spec: string;
  /** Whether `adb` itself would start a server there (it never does for `tcp:127.0.0.1:port`). */
  startable: boolean;
}

/**
 * Where the adb server listens, by adb's own rules (client/commandline.cpp): ADB_SERVER_SOCKET beats
 * ANDROID_ADB_SERVER_ADDRESS and ANDROID_ADB_SERVER_PORT; an empty variable counts as unset.
 * Throws AdbError BAD_ENDPOINT on a value that names no socket.
 */
export function resolveAdbEndpoint(env: Record<string, string | undefined>): AdbServerAddress {
  if (env.ADB_SERVER_SOCKET) return parseSocketSpec(env.ADB_SERVER_SOCKET, "ADB_SERVER_SOCKET");
  const port = env.ANDROID_ADB_SERVER_PORT
    ? parsePort(env.ANDROID_ADB_SERVER_PORT, "ANDROID_ADB_SERVER_PORT")
    : DEFAULT_ADB_PORT;
  const host = env.ANDROID_ADB_SERVER_ADDRESS;
  if (!host) return { spec: `tcp:${port}`, host: "127.0.0.1", port, startable: true };
  return parseSocketSpec(`tcp:${bracket(host)}:${port}`, "ANDROID_ADB_SERVER_ADDRESS");
}

/** localhost, 127.x.x.x, ::1 and their spellings: all the same machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  return (
    name === "localhost" ||
    /^127(\.\d{1,3}){3}$/.test(name) ||
    name === "::1" ||
    name === "0:0:0:0:0:0:0:1" ||
    name.startsWith("::ffff:127.")
  );
}

function parseSocketSpec(spec: string, variable: string): AdbServerAddress {
  const file = /^(?:localfilesystem|unix):(\/.+)$/s.exec(spec)?.[1];
  if (file) return { spec, host: "", port: 0, socketPath: file, startable: true };
  if (!spec.startsWith("tcp:")) {
    throw new AdbError(
      "BAD_ENDPOINT",
      `${variable}=${JSON.stringify(spec)} is no adb server socket; expected tcp:HOST:PORT, tcp:PORT or localfilesystem:/PATH`,
    );
  }
  const rest = spec.slice("tcp:".length);
  const parts = /^(?:(\[[^\]]+\]|[^:[\]]*):)?([^:]*)$/.exec(rest);
  if (!parts) {
    throw new AdbError(
      "BAD_ENDPOINT",
      `${variable}: ${JSON.stringify(rest)} is not HOST:PORT; write an IPv6 address in square brackets`,
    );
  }
  const host = (parts[1] ?? "").replace(/^\[|\]$/g, "");
  const portText = parts[2] ?? "";
  if (parts[1] === undefined && !/^\d+$/.test(portText)) {
    return { spec, host: connectHost(portText), port: DEFAULT_ADB_PORT, startable: portText === "localhost" };
  }
  return {
    spec,
    host: connectHost(host),
    port: parsePort(portText, variable),
    startable: host === "" || host === "localhost",
  };
}

/** adb binds IPv4 loopback for `tcp:PORT` and `localhost`; asking the resolver could try ::1 first. */
function connectHost(host: string): string {
  return host === "" || host === "localhost" ? "127.0.0.1" : host;
}

function bracket(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

function parsePort(text: string, variable: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new AdbError(
    "BAD_ENDPOINT",
    `$${variable} must name a port from 1 to 65535: got ${JSON.stringify(text)}`,
  );
}
