import { connect, type Socket } from "node:net";
import { startDevice } from "../../../../scripts/virtual-device/device.ts";
import type { VirtualDevice, VirtualDeviceOptions } from "../../../../scripts/virtual-device/types.ts";
import { createFakeUi, type FakeUi } from "./fake-ui.ts";

export interface ShellOutput {
  stdout: string;
  stderr: string;
  exitCode: number | null;
}

/** A device with the fake screen and a client of a few lines that owes nothing to the code under test. */
export interface TestDevice extends VirtualDevice {
  ui: FakeUi;
  /** Through shell,v2. An exit code of null: the connection ended without one. */
  sh(command: string, options?: { stdin?: string | Uint8Array }): Promise<ShellOutput>;
  /** Through exec: both streams, no exit code. */
  exec(command: string): Promise<Buffer>;
  /** One request to the endpoint and everything it answers. */
  request(service: string): Promise<string>;
  /** A connection that has been switched to the device and asked for the service. */
  open(service: string): Socket;
}

const hex4 = (text: string): string => Buffer.byteLength(text).toString(16).padStart(4, "0") + text;

function collect(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    socket.on("data", (chunk) => chunks.push(Buffer.from(chunk)));
    const done = (): void => resolve(Buffer.concat(chunks));
    socket.on("close", done);
    socket.on("error", done);
  });
}

/** The answer to a service with the leading OKAYs cut off. Throws what FAIL says. */
function payload(answer: Buffer, okays: number): Buffer {
  let rest = answer;
  for (let index = 0; index < okays; index++) {
    const word = rest.subarray(0, 4).toString();
    if (word !== "OKAY") throw new Error(rest.subarray(8).toString() || `connection ended: ${word}`);
    rest = rest.subarray(4);
  }
  return rest;
}

function packet(id: number, bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(5);
  header[0] = id;
  header.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([header, bytes]);
}

/** Starts a device for a test. */
export async function startTestDevice(options: VirtualDeviceOptions = {}): Promise<TestDevice> {
  let ui: FakeUi | undefined;
  const device = await startDevice(options, (services) => {
    ui = createFakeUi(services);
    return ui;
  });
  const port = Number(device.adbServerSocket.split(":")[2]);
  const open = (service: string): Socket => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(hex4("host:transport-any") + hex4(service));
    return socket;
  };
  return Object.assign(device, {
    ui: ui as FakeUi,
    open,
    async request(service: string) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(hex4(service));
      return (await collect(socket)).toString();
    },
    async exec(command: string) {
      return payload(await collect(open(`exec:${command}`)), 2);
    },
    async sh(command: string, { stdin }: { stdin?: string | Uint8Array } = {}): Promise<ShellOutput> {
      const socket = open(`shell,v2,TERM=xterm,raw:${command}`);
      if (stdin !== undefined) {
        socket.write(packet(0, typeof stdin === "string" ? Buffer.from(stdin) : stdin));
        socket.write(packet(3 + 1, new Uint8Array()));
      }
      let rest = payload(await collect(socket), 2);
      const result: ShellOutput = { stdout: "", stderr: "", exitCode: null };
      while (rest.length >= 5) {
        const size = rest.readUInt32LE(1);
        const body = rest.subarray(5, 5 + size);
        if (rest[0] === 1) result.stdout += body.toString();
        else if (rest[0] === 2) result.stderr += body.toString();
        else if (rest[0] === 3) result.exitCode = body[0] ?? null;
        rest = rest.subarray(5 + size);
      }
      return result;
    },
  });
}
