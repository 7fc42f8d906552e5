import { parseDeviceList } from "./devices.ts";
import { resolveAdbEndpoint } from "./endpoint.ts";
import { installApk } from "./install.ts";
import { readToEnd, runShellV1, runShellV2, withSentinel } from "./shell.ts";
import { hostQuery, openService } from "./smart-socket.ts";
import { createSpares, noSpares } from "./spares.ts";
import { pullFile, pushFile } from "./sync.ts";
import { type AdbClient, type AdbEndpoint, AdbError, type ShellOptions, type ShellResult } from "./types.ts";
import type { Wire } from "./wire.ts";

const DEFAULT_TIMEOUT_MS = 20_000;
const TRANSFER_TIMEOUT_MS = 120_000;

export interface AdbClientOptions {
  /** Default: the server adb's own environment variables name. */
  endpoint?: AdbEndpoint;
  defaultTimeoutMs?: number;
  /** Called once per unreachable server; the request is tried again when it resolves. See `ensureAdbServer`. */
  startServer?: () => Promise<void>;
  /** Keep connections ready for the next commands on a device: for a process that sends many. Default false. */
  keepSpares?: boolean;
}

/** A look at the screen takes two commands at once. */
const SPARES = 2;

/** An adb client over the server's socket: no process per command. See AdbClient for the contract. */
export function createAdbClient(options: AdbClientOptions = {}): AdbClient {
  const endpoint = options.endpoint ?? resolveAdbEndpoint(process.env);
  const defaultTimeoutMs = options.defaultTimeoutMs ?? DEFAULT_TIMEOUT_MS;
  const spares = options.keepSpares ? createSpares(endpoint) : noSpares;
  const featuresOf = new Map<string, Set<string>>();

  /** Nothing was sent to a server that is not there, so asking again is always safe. */
  async function reaching<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const absent = error instanceof AdbError && error.code === "SERVER_UNREACHABLE";
      if (!absent || !options.startServer) throw error;
      await options.startServer();
      return await work();
    }
  }

  const query = (text: string, timeoutMs = defaultTimeoutMs) =>
    reaching(() => hostQuery(endpoint, text, { timeoutMs }));

  async function features(serial: string, timeoutMs: number, signal?: AbortSignal): Promise<Set<string>> {
    const known = featuresOf.get(serial);
    if (known) return known;
    if (serial === "") throw new AdbError("BAD_ARGUMENT", "adb: an empty device serial");
    const text = await reaching(() =>
      hostQuery(endpoint, `host-serial:${serial}:features`, { timeoutMs, signal }),
    );
    const found = new Set(text.trim().split(","));
    featuresOf.set(serial, found);
    return found;
  }

  /** Opens, uses and always closes a service; what is remembered of a device is dropped with its first failure. */
  async function withService<T>(
    serial: string,
    service: string,
    limits: { timeoutMs: number; signal?: AbortSignal | undefined },
    use: (wire: Wire) => Promise<T>,
  ): Promise<T> {
    let wire: Wire | null = null;
    try {
      const spare = spares.take(serial);
      wire = await reaching(() => openService(endpoint, serial, service, limits, spare));
      const result = await use(wire);
      spares.prepare(serial, SPARES);
      return result;
    } catch (error) {
      featuresOf.delete(serial);
      throw error;
    } finally {
      wire?.destroy();
    }
  }

  const client: AdbClient = {
    endpoint,
    async serverVersion() {
      return Number.parseInt(await query("host:version"), 16);
    },
    async devices() {
      return parseDeviceList(await query("host:devices-l"));
    },
    async shell(serial, command, shellOptions: ShellOptions = {}): Promise<ShellResult> {
      const limits = {
        timeoutMs: shellOptions.timeoutMs ?? defaultTimeoutMs,
        signal: shellOptions.signal,
      };
      const offered = await features(serial, limits.timeoutMs, limits.signal);
      if (offered.has("shell_v2")) {
        return withService(serial, `shell,v2,raw:${command}`, limits, (wire) =>
          runShellV2(wire, shellOptions),
        );
      }
      const v1 = withSentinel(command);
      return withService(serial, `shell:${v1.command}`, limits, (wire) =>
        runShellV1(wire, v1.sentinel, shellOptions),
      );
    },
    exec(serial, command, execOptions: ShellOptions = {}) {
      const limits = { timeoutMs: execOptions.timeoutMs ?? defaultTimeoutMs, signal: execOptions.signal };
      return withService(serial, `exec:${command}`, limits, async (wire) => {
        if (execOptions.stdin !== undefined) {
          await wire.write(execOptions.stdin);
          wire.finish();
        }
        return readToEnd(wire, execOptions.maxBytes);
      });
    },
    push(serial, content, remotePath, pushOptions = {}) {
      const limits = { timeoutMs: pushOptions.timeoutMs ?? TRANSFER_TIMEOUT_MS };
      const seconds = Math.floor(Date.now() / 1000);
      return withService(serial, "sync:", limits, (wire) =>
        pushFile(wire, content, remotePath, pushOptions.mode ?? 0o644, seconds),
      );
    },
    pull(serial, remotePath, pullOptions = {}) {
      const limits = { timeoutMs: pullOptions.timeoutMs ?? TRANSFER_TIMEOUT_MS };
      return withService(serial, "sync:", limits, (wire) => pullFile(wire, remotePath));
    },
    async install(serial, apk, args = [], installOptions = {}) {
      const timeoutMs = installOptions.timeoutMs ?? TRANSFER_TIMEOUT_MS;
      const offered = await features(serial, timeoutMs);
      const open = (service: string) => reaching(() => openService(endpoint, serial, service, { timeoutMs }));
      return installApk({ features: offered, open, client, serial, timeoutMs }, apk, args);
    },
    async forwards() {
      const lines = (await query("host:list-forward")).split("\n").filter((line) => line.trim() !== "");
      return lines.flatMap((line) => {
        const parts = /^(.+)\s+(\S+)\s+(\S+)$/.exec(line);
        return parts ? [{ serial: parts[1]!.trim(), local: parts[2]!, remote: parts[3]! }] : [];
      });
    },
  };
  return client;
}
