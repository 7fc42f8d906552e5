import { randomUUID } from "node:crypto";
import { AdbError, type ShellOptions, type ShellResult } from "./types.ts";
import type { Wire } from "./wire.ts";

/** Packet kinds of the shell v2 protocol (AOSP adb/shell_protocol.h): u8 id, u32 little-endian length, data. */
const PACKET = { stdin: 0, stdout: 1, stderr: 2, exit: 3, closeStdin: 4 } as const;
const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;
const STDIN_CHUNK_BYTES = 64 * 1024;

/** Runs over an open `shell,v2,raw:` service. `exitCode` is null when the stream ends before the exit packet. */
export async function runShellV2(wire: Wire, options: ShellOptions): Promise<ShellResult> {
  const out = collector(options.maxBytes);
  const sending = sendStdin(wire, options.stdin);
  sending.catch(() => {});
  for (;;) {
    const header = await readHeader(wire);
    if (header === null) return { stdout: out.bytes(0), stderr: out.bytes(1), exitCode: null };
    const body = await readBody(wire, header.length);
    if (body === null) return { stdout: out.bytes(0), stderr: out.bytes(1), exitCode: null };
    if (header.kind === PACKET.stdout) out.add(0, body);
    else if (header.kind === PACKET.stderr) out.add(1, body);
    else if (header.kind === PACKET.exit) {
      return { stdout: out.bytes(0), stderr: out.bytes(1), exitCode: body[0] ?? null };
    }
  }
}

/** A command for a device without shell_v2, whose `shell:` carries no exit code: its last line tells it. */
export function withSentinel(command: string): { command: string; sentinel: string } {
  const sentinel = `__RC_${randomUUID().slice(0, 8)}`;
  return { command: `(${command}\n)\necho "${sentinel}:$?"`, sentinel };
}

/** Runs over an open `shell:` service whose command came from `withSentinel`. Both streams arrive as stdout. */
export async function runShellV1(wire: Wire, sentinel: string, options: ShellOptions): Promise<ShellResult> {
  if (options.stdin !== undefined) {
    await wire.write(options.stdin);
    wire.finish();
  }
  const all = await readToEnd(wire, options.maxBytes);
  const tail = new RegExp(`${sentinel}:(\\d+)\\r?\\n?$`).exec(all.subarray(-64).toString("latin1"));
  if (!tail) return { stdout: all, stderr: new Uint8Array(), exitCode: null };
  return {
    stdout: all.subarray(0, all.length - tail[0].length),
    stderr: new Uint8Array(),
    exitCode: Number(tail[1]),
  };
}

/** Everything until the end of the stream. */
export async function readToEnd(wire: Wire, maxBytes?: number): Promise<Buffer> {
  const out = collector(maxBytes);
  for (let part = await wire.chunk(); part !== null; part = await wire.chunk()) out.add(0, part);
  return out.bytes(0);
}

async function sendStdin(wire: Wire, stdin: string | Uint8Array | undefined): Promise<void> {
  const bytes = stdin === undefined ? Buffer.alloc(0) : Buffer.from(stdin);
  for (let at = 0; at < bytes.length; at += STDIN_CHUNK_BYTES) {
    await wire.write(packet(PACKET.stdin, bytes.subarray(at, at + STDIN_CHUNK_BYTES)));
  }
  // Always: a command that reads its input must see the end of it instead of waiting for the deadline.
  await wire.write(packet(PACKET.closeStdin, Buffer.alloc(0)));
}

function packet(kind: number, data: Uint8Array): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt8(kind, 0);
  header.writeUInt32LE(data.length, 1);
  return Buffer.concat([header, data]);
}

async function readHeader(wire: Wire): Promise<{ kind: number; length: number } | null> {
  const bytes = await readBody(wire, 5);
  return bytes && { kind: bytes.readUInt8(0), length: bytes.readUInt32LE(1) };
}

/** Null when the stream ended first; other failures (time-out, abort) are thrown. */
async function readBody(wire: Wire, length: number): Promise<Buffer | null> {
  if (length > DEFAULT_MAX_BYTES) throw new AdbError("PROTOCOL", `adb: a shell packet of ${length} bytes`);
  try {
    return await wire.read(length);
  } catch (error) {
    if (error instanceof AdbError && error.code === "CLOSED") return null;
    throw error;
  }
}

function collector(maxBytes = DEFAULT_MAX_BYTES) {
  const parts: [Buffer[], Buffer[]] = [[], []];
  let total = 0;
  return {
    add(stream: 0 | 1, data: Buffer) {
      total += data.length;
      if (total > maxBytes) {
        throw new AdbError("TOO_LARGE", `The device's command printed more than ${maxBytes} bytes`);
      }
      parts[stream].push(data);
    },
    bytes: (stream: 0 | 1): Buffer => Buffer.concat(parts[stream]),
  };
}
