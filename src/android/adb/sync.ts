import { failure } from "./failures.ts";
import { AdbError } from "./types.ts";
import type { Wire } from "./wire.ts";

/** The file protocol of `sync:` (AOSP adb/SYNC.TXT): four letters, a little-endian length, data. */
const MAX_DATA_BYTES = 64 * 1024;
const MAX_PATH_BYTES = 1024;
const REGULAR_FILE = 0o100000;

/** Writes one file. `mtimeSeconds` becomes its modification time. AdbError REFUSED with the device's reason. */
export async function pushFile(
  wire: Wire,
  content: Uint8Array,
  remotePath: string,
  mode: number,
  mtimeSeconds: number,
): Promise<void> {
  await wire.write(frame("SEND", `${checkPath(remotePath)},${REGULAR_FILE | (mode & 0o7777)}`));
  let answered = false;
  const answer = readAnswer(wire, remotePath).finally(() => {
    answered = true;
  });
  answer.catch(() => {});
  // A refusal may come early (read-only file system): no use in sending the rest.
  for (let at = 0; at < content.length && !answered; at += MAX_DATA_BYTES) {
    await wire.write(frame("DATA", content.subarray(at, at + MAX_DATA_BYTES)));
  }
  if (!answered) await wire.write(header("DONE", mtimeSeconds));
  await answer;
}

/** Reads one file whole. */
export async function pullFile(wire: Wire, remotePath: string): Promise<Uint8Array> {
  await wire.write(frame("RECV", checkPath(remotePath)));
  const parts: Buffer[] = [];
  for (;;) {
    const { id, length } = await readRecord(wire);
    if (id === "DATA") {
      if (length > MAX_DATA_BYTES) throw new AdbError("PROTOCOL", `adb sync: a block of ${length} bytes`);
      parts.push(await wire.read(length));
    } else if (id === "DONE") return Buffer.concat(parts);
    else await refuse(wire, id, length, remotePath);
  }
}

async function readAnswer(wire: Wire, path: string): Promise<void> {
  const { id, length } = await readRecord(wire);
  if (id !== "OKAY") await refuse(wire, id, length, path);
}

async function refuse(wire: Wire, id: string, length: number, path: string): Promise<never> {
  if (id !== "FAIL") throw new AdbError("PROTOCOL", `adb sync: unexpected ${JSON.stringify(id)}`);
  const reason = (await wire.read(Math.min(length, MAX_DATA_BYTES))).toString("utf8");
  const typed = failure(reason, path);
  // "No such file" is about the file, not about the device.
  throw new AdbError("REFUSED", typed.message);
}

async function readRecord(wire: Wire): Promise<{ id: string; length: number }> {
  const record = await wire.read(8);
  return { id: record.toString("latin1", 0, 4), length: record.readUInt32LE(4) };
}

function header(id: string, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.write(id, "latin1");
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}

function frame(id: string, data: string | Uint8Array): Buffer {
  const body = Buffer.from(data);
  return Buffer.concat([header(id, body.length), body]);
}

function checkPath(path: string): string {
  if (!path.startsWith("/") || path.includes("\0") || Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw new AdbError("BAD_ARGUMENT", `adb sync: not an absolute path of at most ${MAX_PATH_BYTES} bytes`);
  }
  return path;
}
