import { afterEach, describe, expect, test } from "bun:test";
import { createAdbClient } from "../../../../src/android/adb/client.ts";
import { AdbError } from "../../../../src/android/adb/types.ts";
import { type FakeServer, fail, packet, startFakeServer } from "./fake-server.ts";

let server: FakeServer | null = null;
afterEach(async () => {
  await server?.stop();
  server = null;
});

async function start(options: Parameters<typeof startFakeServer>[0], timeoutMs = 2000) {
  server = await startFakeServer(options);
  return createAdbClient({ endpoint: { host: "127.0.0.1", port: server.port }, defaultTimeoutMs: timeoutMs });
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "no error";
  } catch (error) {
    return error instanceof AdbError ? error.code : `not an AdbError: ${error}`;
  }
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("host requests", () => {
  test("version and devices", async () => {
    const adb = await start({
      host: {
        "host:version": "0029",
        "host:devices-l": "emulator-5554          device product:p model:M device:d transport_id:1\n",
        "host:list-forward": "adb-1 (2)._adb-tls-connect._tcp tcp:6100 localabstract:x\n",
      },
    });
    expect(await adb.serverVersion()).toBe(41);
    expect(await adb.devices()).toEqual([
      {
        serial: "emulator-5554",
        state: "device",
        properties: { product: "p", model: "M", device: "d", transport_id: "1" },
      },
    ]);
    expect(await adb.forwards()).toEqual([
      { serial: "adb-1 (2)._adb-tls-connect._tcp", local: "tcp:6100", remote: "localabstract:x" },
    ]);
  });

  test("nothing listening is SERVER_UNREACHABLE, and a start hook gets one chance", async () => {
    const closed = await startFakeServer({});
    await closed.stop();
    const endpoint = { host: "127.0.0.1", port: closed.port };
    expect(await codeOf(createAdbClient({ endpoint }).devices())).toBe("SERVER_UNREACHABLE");
    let started = 0;
    const adb = createAdbClient({
      endpoint,
      startServer: async () => {
        started++;
      },
    });
    expect(await codeOf(adb.devices())).toBe("SERVER_UNREACHABLE");
    expect(started).toBe(1);
  });
});

describe("shell", () => {
  test("v2 keeps the streams apart, the bytes exact and the exit code", async () => {
    const adb = await start({
      onService(_service, socket) {
        socket.write(Buffer.concat([Buffer.from("OKAY"), packet(1, new Uint8Array([0, 255, 13, 10]))]));
        socket.write(packet(2, "warn"));
        socket.end(packet(3, new Uint8Array([7])));
      },
    });
    const result = await adb.shell("emulator-5554", "id");
    expect([...result.stdout]).toEqual([0, 255, 13, 10]);
    expect(text(result.stderr)).toBe("warn");
    expect(result.exitCode).toBe(7);
    expect(server?.requests.at(-1)).toBe("shell,v2,raw:id");
  });

  test("a stream that ends before the exit packet has no exit code", async () => {
    const adb = await start({
      onService: (_service, socket) => void socket.end(Buffer.concat([Buffer.from("OKAY"), packet(1, "a")])),
    });
    const result = await adb.shell("emulator-5554", "reboot");
    expect(text(result.stdout)).toBe("a");
    expect(result.exitCode).toBeNull();
  });

  test("standard input arrives in packets and is always closed", async () => {
    const got: Buffer[] = [];
    const adb = await start({
      onService(_service, socket) {
        socket.write("OKAY");
        socket.on("data", (data: Buffer) => {
          got.push(data);
          if (Buffer.concat(got).includes(packet(4, ""))) socket.end(packet(3, new Uint8Array([0])));
        });
      },
    });
    const result = await adb.shell("emulator-5554", "cat >/dev/null", { stdin: "hello" });
    expect(result.exitCode).toBe(0);
    expect(Buffer.concat(got)).toEqual(Buffer.concat([packet(0, "hello"), packet(4, "")]));
  });

  test("without shell_v2 a sentinel carries the exit code", async () => {
    const adb = await start({
      features: "cmd",
      onService(service, socket) {
        const sentinel = /echo "(__RC_\w+):\$\?"/.exec(service)?.[1];
        socket.end(`OKAYout\n${sentinel}:3\n`);
      },
    });
    const result = await adb.shell("emulator-5554", "false");
    expect(text(result.stdout)).toBe("out\n");
    expect(result.exitCode).toBe(3);
  });

  test("without shell_v2 a missing sentinel is an unknown exit code", async () => {
    const adb = await start({ features: "", onService: (_service, socket) => void socket.end("OKAYout") });
    expect((await adb.shell("emulator-5554", "x")).exitCode).toBeNull();
  });

  test("a device that never answers is a time-out, a cancelled call says so", async () => {
    const adb = await start({ onService: (_service, socket) => void socket.write("OKAY") });
    expect(await codeOf(adb.shell("emulator-5554", "sleep 100", { timeoutMs: 60 }))).toBe("TIMEOUT");
    const signal = AbortSignal.timeout(30);
    expect(await codeOf(adb.shell("emulator-5554", "sleep 100", { signal }))).toBe("ABORTED");
  });

  test("too much output ends the command", async () => {
    const adb = await start({
      onService: (_service, socket) =>
        void socket.write(Buffer.concat([Buffer.from("OKAY"), packet(1, "x".repeat(5000))])),
    });
    expect(await codeOf(adb.shell("emulator-5554", "yes", { maxBytes: 1000 }))).toBe("TOO_LARGE");
  });

  test("an empty serial is refused instead of meaning any device", async () => {
    const adb = await start({});
    expect(await codeOf(adb.shell("", "id"))).toBe("BAD_ARGUMENT");
    expect(await codeOf(adb.exec("", "id"))).toBe("BAD_ARGUMENT");
  });
});

describe("failures", () => {
  const cases: [string, string][] = [
    ["device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set", "DEVICE_UNAUTHORIZED"],
    ["device offline", "DEVICE_OFFLINE"],
    ["device 'x' not found", "DEVICE_NOT_FOUND"],
    ["closed", "CLOSED"],
    ["something new", "REFUSED"],
  ];
  test.each(cases)("%p is %p", async (message, code) => {
    const adb = await start({ onService: (_service, socket) => void socket.end(fail(message)) });
    expect(await codeOf(adb.exec("emulator-5554", "id"))).toBe(code);
  });

  test("a missing device is typed and retryable", async () => {
    const adb = await start({});
    const error = await adb.exec("gone", "id").catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "DEVICE_NOT_FOUND", retryable: true });
  });

  test("a connection that breaks before the device saw anything is made again", async () => {
    const adb = await start({
      onConnection(socket, count) {
        if (count === 1) socket.destroy();
        return count === 1;
      },
      onService: (_service, socket) => void socket.end("OKAYdone"),
    });
    expect(text(await adb.exec("emulator-5554", "id"))).toBe("done");
  });

  test("garbage instead of an answer is a protocol error", async () => {
    const adb = await start({
      onConnection(socket) {
        socket.end("HTTP/1.1 400 Bad Request");
        return true;
      },
    });
    expect(await codeOf(adb.devices())).toBe("PROTOCOL");
  });

  test("a service refused after its request was sent is not asked for twice", async () => {
    const adb = await start({ onService: (_service, socket) => void socket.destroy() });
    expect(await codeOf(adb.exec("emulator-5554", "input tap 1 1"))).toBe("CLOSED");
    expect(server?.requests.filter((request) => request.startsWith("exec:"))).toHaveLength(1);
  });
});

describe("spare connections", () => {
  const settle = () => Bun.sleep(15);

  test("the next command goes over a connection on which the device is selected already", async () => {
    server = await startFakeServer({ onService: (service, socket) => void socket.end(`OKAY${service}`) });
    const adb = createAdbClient({ endpoint: { host: "127.0.0.1", port: server.port }, keepSpares: true });
    expect(text(await adb.exec("emulator-5554", "one"))).toBe("exec:one");
    await settle();
    const before = server.requests.length;
    expect(text(await adb.exec("emulator-5554", "two"))).toBe("exec:two");
    expect(server.requests.slice(before)[0]).toBe("exec:two");
  });

  test("one that the server has closed meanwhile is not used", async () => {
    const sockets: { destroy(): void }[] = [];
    server = await startFakeServer({
      onConnection(socket) {
        sockets.push(socket);
        return false;
      },
      onService: (_service, socket) => void socket.end("OKAYdone"),
    });
    const adb = createAdbClient({ endpoint: { host: "127.0.0.1", port: server.port }, keepSpares: true });
    await adb.exec("emulator-5554", "one");
    await settle();
    for (const socket of sockets) socket.destroy();
    await settle();
    expect(text(await adb.exec("emulator-5554", "two"))).toBe("done");
  });

  test("a command over a spare has its own deadline and can be cancelled", async () => {
    server = await startFakeServer({
      onService: (service, socket) =>
        void (service === "exec:one" ? socket.end("OKAY") : socket.write("OKAY")),
    });
    const adb = createAdbClient({ endpoint: { host: "127.0.0.1", port: server.port }, keepSpares: true });
    await adb.exec("emulator-5554", "one");
    await settle();
    expect(await codeOf(adb.exec("emulator-5554", "hang", { timeoutMs: 50 }))).toBe("TIMEOUT");
    await adb.exec("emulator-5554", "one");
    await settle();
    const signal = AbortSignal.abort();
    expect(await codeOf(adb.exec("emulator-5554", "hang", { signal }))).toBe("ABORTED");
  });
});

describe("files", () => {
  test("push writes blocks of 64 KiB and the mode, pull reads them back", async () => {
    let stored = Buffer.alloc(0);
    let sent = "";
    const adb = await start({
      onService(_service, socket) {
        socket.write("OKAY");
        let buffer = Buffer.alloc(0);
        socket.on("data", (data: Buffer) => {
          buffer = Buffer.concat([buffer, data]);
          while (buffer.length >= 8) {
            const id = buffer.toString("latin1", 0, 4);
            const length = buffer.readUInt32LE(4);
            const end = id === "DONE" ? 8 : 8 + length;
            if (buffer.length < end) return;
            const body = buffer.subarray(8, end);
            buffer = buffer.subarray(end);
            if (id === "SEND") sent = body.toString();
            else if (id === "DATA") stored = Buffer.concat([stored, body]);
            else if (id === "DONE") socket.end(Buffer.from("OKAY\0\0\0\0", "latin1"));
            else if (id === "RECV") {
              for (let at = 0; at < stored.length; at += 65536) {
                const part = stored.subarray(at, at + 65536);
                const header = Buffer.from("DATA\0\0\0\0", "latin1");
                header.writeUInt32LE(part.length, 4);
                socket.write(Buffer.concat([header, part]));
              }
              socket.end(Buffer.from("DONE\0\0\0\0", "latin1"));
            }
          }
        });
      },
    });
    const content = new Uint8Array(150_000).map((_, index) => index % 251);
    await adb.push("emulator-5554", content, "/data/local/tmp/a,b", { mode: 0o600 });
    expect(sent).toBe(`/data/local/tmp/a,b,${0o100600}`);
    expect(Buffer.from(await adb.pull("emulator-5554", "/data/local/tmp/a,b"))).toEqual(Buffer.from(content));
  });

  test("the device's reason for a refusal is kept", async () => {
    const adb = await start({
      onService(_service, socket) {
        const reason = "couldn't create file: Read-only file system";
        const header = Buffer.from("FAIL\0\0\0\0", "latin1");
        header.writeUInt32LE(reason.length, 4);
        socket.write("OKAY");
        socket.end(Buffer.concat([header, Buffer.from(reason)]));
      },
    });
    const error = await adb.push("emulator-5554", new Uint8Array(9), "/system/x").catch((error) => error);
    expect(error).toMatchObject({ code: "REFUSED" });
    expect(String(error)).toContain("Read-only file system");
    expect(await codeOf(adb.pull("emulator-5554", "relative"))).toBe("BAD_ARGUMENT");
  });
});
