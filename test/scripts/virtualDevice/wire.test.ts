import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { startTestDevice, type TestDevice } from "./support/test-device.ts";

let device: TestDevice;
beforeAll(async () => {
  device = await startTestDevice();
});
afterAll(() => device.stop());

const hex4 = (text: string): string => Buffer.byteLength(text).toString(16).padStart(4, "0") + text;
const port = (): number => Number(device.adbServerSocket.split(":")[2]);

/** Everything the endpoint answers to raw bytes. */
function raw(bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port(), "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", () => resolve(answer));
  });
}

describe("host requests", () => {
  test.each([
    ["host:version", "OKAY00040029"],
    ["host:devices", `OKAY${hex4("emulator-5554\tdevice\n")}`],
    ["host:get-state", "OKAY0006device"],
    ["host-serial:emulator-5554:get-state", "OKAY0006device"],
    ["host-local:get-serialno", `OKAY${hex4("emulator-5554")}`],
    ["host:list-forward", "OKAY0000"],
    ["host-serial:nope:features", `FAIL${hex4("device 'nope' not found")}`],
    ["host:transport:nope", `FAIL${hex4("device 'nope' not found")}`],
    ["host:transport-usb", `FAIL${hex4("no devices found")}`],
    ["host:transport-id:99", `FAIL${hex4("no device with transport id '99'")}`],
    ["host:nonsense", `FAIL${hex4("unknown host service 'nonsense'")}`],
    ["shell:id", `FAIL${hex4("unknown host service 'shell:id'")}`],
  ])("%s", async (request, answer) => {
    expect(await device.request(request)).toBe(answer);
  });

  test("tport tells the transport's number", async () => {
    expect(await raw(hex4("host:tport:any") + hex4("exec:echo hi"))).toBe("OKAY\x01\0\0\0\0\0\0\0OKAYhi\n");
  });

  test("a serial with a port in it is understood", async () => {
    const other = await startTestDevice({ serial: "127.0.0.1:5555" });
    expect(await other.request("host-serial:127.0.0.1:5555:get-state")).toBe("OKAY0006device");
    await other.stop();
  });

  test("track-devices tells changes", async () => {
    const socket = connect(port(), "127.0.0.1", () => socket.write(hex4("host:track-devices")));
    let text = "";
    const seen = (part: string) =>
      new Promise<void>((resolve) => {
        const check = (): void => {
          if (text.includes(part)) resolve();
        };
        socket.on("data", check);
        check();
      });
    socket.on("data", (data) => {
      text += data;
    });
    await seen(`OKAY${hex4("emulator-5554\tdevice\n")}`);
    device.setFault("offline", true);
    await seen("\toffline\n");
    device.setFault("offline", false);
    await seen("\toffline\n0015emulator-5554\tdevice\n");
    socket.destroy();
  });

  test.each([
    ["not hexadecimal", "zzzzhost:version"],
    ["too short", "0040host"],
    ["nothing", ""],
    ["bytes", Uint8Array.from({ length: 64 }, (_, index) => 255 - index)],
  ])("%s does no harm", async (_, bytes) => {
    const socket = connect(port(), "127.0.0.1", () => socket.end(bytes));
    await new Promise((resolve) => socket.on("close", resolve).resume());
    expect(await device.request("host:version")).toBe("OKAY00040029");
  });

  test("every service is written down", async () => {
    const from = device.requests.length;
    await device.sh("echo x");
    await device.exec("echo y");
    expect(device.requests.slice(from)).toEqual(["shell,v2,TERM=xterm,raw:echo x", "exec:echo y"]);
  });
});

describe("old services", () => {
  test("shell v1 merges the streams and loses the exit code", async () => {
    expect(await raw(hex4("host:transport-any") + hex4("shell:echo out; echo err >&2; exit 3"))).toBe(
      "OKAYOKAYout\nerr\n",
    );
  });

  test("a service that adbd does not have is refused", async () => {
    expect(await raw(hex4("host:transport-any") + hex4("framebuffer:"))).toBe("OKAYFAIL0006closed");
  });
});

/** A sync session: requests in, bytes out. */
async function sync(...parts: (string | Buffer)[]): Promise<Buffer> {
  const quit = Buffer.from("QUIT\0\0\0\0");
  const bytes = Buffer.concat([...parts.map((part) => Buffer.from(part)), quit]);
  const answer = await raw(Buffer.concat([Buffer.from(hex4("host:transport-any") + hex4("sync:")), bytes]));
  return Buffer.from(answer, "latin1").subarray(8);
}
function message(id: string, payload: string | Buffer): Buffer {
  const body = Buffer.from(payload);
  const head = Buffer.alloc(8);
  head.write(id, "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
function done(mtime: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.write("DONE");
  bytes.writeUInt32LE(mtime, 4);
  return bytes;
}

describe("sync", () => {
  test("sends, tells about and gives back a file", async () => {
    const content = Buffer.alloc(100_000, 3);
    const chunks = [content.subarray(0, 65536), content.subarray(65536)].map((part) => message("DATA", part));
    expect(
      (await sync(message("SEND", "/sdcard/new/dir/f,33188"), ...chunks, done(1_000_000))).toString("latin1"),
    ).toBe("OKAY\0\0\0\0");
    const stat = await sync(message("STAT", "/sdcard/new/dir/f"));
    expect([
      stat.toString("latin1", 0, 4),
      stat.readUInt32LE(4).toString(8),
      stat.readUInt32LE(8),
      stat.readUInt32LE(12),
    ]).toEqual(["STAT", "100644", 100_000, 1_000_000]);
    const stat2 = await sync(message("STA2", "/sdcard/new/dir/f"));
    expect(stat2.length).toBe(72);
    expect([stat2.readUInt32LE(4), Number(stat2.readBigUInt64LE(40))]).toEqual([0, 100_000]);
    const received = await sync(message("RECV", "/sdcard/new/dir/f"));
    expect(received.readUInt32LE(4)).toBe(65536);
    expect(received.subarray(-8).toString("latin1")).toBe("DONE\0\0\0\0");
    const list = await sync(message("LIS2", "/sdcard/new"));
    expect(list.toString("latin1")).toContain("dir");
    expect(list.subarray(-76).toString("latin1", 0, 4)).toBe("DONE");
  });

  test("refuses with a sentence", async () => {
    expect(
      (await sync(message("RECV", "/data/data/dev.jasonpearson.automobile.playground/x"))).toString("latin1"),
    ).toContain("open failed: Permission denied");
    expect((await sync(message("RECV", "/none"))).toString("latin1")).toContain("FAIL");
    const missing = await sync(message("LST2", "/none"));
    expect(missing.readUInt32LE(4)).toBe(2);
    expect((await sync(message("SEND", "/system/x,33188"), done(0))).toString("latin1")).toContain(
      "Read-only file system",
    );
    expect((await sync(message("NOPE", "x"))).toString("latin1")).toContain("unknown command NOPE");
  });
});
