import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

export interface AdbOutput {
  stdout: string;
  stderr: string;
  code: number;
}

/** The real adb client in an environment of its own. */
export interface RealAdb {
  /** A directory that is removed at the end. */
  directory: string;
  run(args: string[], options?: { stdin?: string | Uint8Array }): Promise<AdbOutput>;
  /** Standard output as bytes. */
  bytes(args: string[]): Promise<Buffer>;
  spawn(args: string[]): Bun.Subprocess<"pipe", "pipe", "pipe">;
  stop(): Promise<void>;
}

/** Debian's adb; throws what to install when it is missing. */
export function findAdb(): string {
  const found = (process.env.PATH ?? "")
    .split(delimiter)
    .map((directory) => join(directory, "adb"))
    .find((path) => existsSync(path));
  if (!found) throw new Error("These tests need the real adb client: apt-get install -y adb");
  return found;
}

function client(environment: Record<string, string>, stop: (directory: string) => Promise<void>): RealAdb {
  const adb = findAdb();
  const directory = mkdtempSync(join(tmpdir(), "virtual-device-adb-"));
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: directory,
    TMPDIR: directory,
    ANDROID_ADB_LOG_PATH: join(directory, "adb.log"),
    ADB_EMU: "0",
    ADB_USB: "0",
    ADB_MDNS: "0",
    ...environment,
  };
  const spawn = (args: string[]) =>
    Bun.spawn([adb, ...args], { env, cwd: directory, stdin: "pipe", stdout: "pipe", stderr: "pipe" });
  return {
    directory,
    spawn,
    async run(args, { stdin } = {}) {
      const child = spawn(args);
      if (stdin !== undefined) child.stdin.write(stdin);
      await child.stdin.end();
      const [stdout, stderr, code] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ]);
      return { stdout, stderr, code };
    },
    async bytes(args) {
      const child = spawn(args);
      await child.stdin.end();
      return Buffer.from(await new Response(child.stdout).arrayBuffer());
    },
    async stop() {
      await stop(directory);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A client that talks straight to the device's host endpoint: no adb server is involved. */
export function adbForEndpoint(adbServerSocket: string): RealAdb {
  return client({ ADB_SERVER_SOCKET: adbServerSocket }, async () => {});
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** A client with a real adb server of its own. */
export async function adbWithServer(): Promise<
  RealAdb & { port: number; register(adbdPort: number): Promise<string> }
> {
  const port = await freePort();
  const adb = client({ ANDROID_ADB_SERVER_PORT: String(port) }, async () => {
    await adb.run(["kill-server"]);
  });
  const started = await adb.run(["start-server"]);
  if (started.code !== 0) throw new Error(`adb start-server failed: ${started.stderr}`);
  return Object.assign(adb, {
    port,
    /** Tells the server of an emulator on that port; its serial. */
    async register(adbdPort: number): Promise<string> {
      const request = `host:emulator:${adbdPort}`;
      const serial = `emulator-${adbdPort - 1}`;
      // A server without a scan tries a registered port once: a device that still boots must be named again.
      for (let attempt = 0; attempt < 40; attempt++) {
        await new Promise<void>((resolve) => {
          const socket = connect(port, "127.0.0.1", () => {
            socket.write(request.length.toString(16).padStart(4, "0") + request);
          });
          socket.on("close", () => resolve());
          socket.on("error", () => resolve());
          socket.resume();
        });
        await Bun.sleep(50);
        if ((await adb.run(["-s", serial, "get-state"])).stdout === "device\n") return serial;
      }
      throw new Error(`the adb server does not see ${serial}`);
    },
  });
}
