import { crc32, inflateRawSync } from "node:zlib";

/** One file of an archive. */
export interface ZipEntry {
  name: string;
  data: Uint8Array;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;

/**
 * Reads one file out of a zip archive; null when there is none of that name. Throws RangeError or Error when the
 * bytes are not a zip archive. Format: PKWARE APPNOTE.TXT 4.3.
 */
export function readZipEntry(archive: Uint8Array, name: string): Uint8Array | null {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END_OF_DIRECTORY) end--;
  if (end < 0) throw new Error("not a zip archive: no end of central directory");
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new Error("broken central directory");
    const method = view.getUint16(at + 10, true);
    const packed = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const skip = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const local = view.getUint32(at + 42, true);
    const entry = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength));
    if (entry === name) {
      if (view.getUint32(local, true) !== LOCAL_ENTRY) throw new Error("broken local header");
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const body = archive.subarray(start, start + packed);
      if (method === 0) return body.slice();
      if (method === 8) return new Uint8Array(inflateRawSync(body));
      throw new Error(`compression method ${method} is not supported`);
    }
    at += 46 + nameLength + skip;
  }
  return null;
}

/** A zip archive of uncompressed files, the same bytes for the same input (times are 1980-01-01). */
export function writeZip(entries: ZipEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = new TextEncoder().encode(entry.name);
    const header = new DataView(new ArrayBuffer(30));
    header.setUint32(0, LOCAL_ENTRY, true);
    const central = new DataView(new ArrayBuffer(46));
    central.setUint32(0, DIRECTORY_ENTRY, true);
    central.setUint16(4, 20, true);
    for (const [view, at] of [
      [header, 4],
      [central, 6],
    ] as const) {
      view.setUint16(at, 20, true);
      view.setUint16(at + 8, 0x21, true);
      view.setUint32(at + 10, crc32(entry.data), true);
      view.setUint32(at + 14, entry.data.length, true);
      view.setUint32(at + 18, entry.data.length, true);
      view.setUint16(at + 22, name.length, true);
    }
    central.setUint32(42, offset, true);
    parts.push(new Uint8Array(header.buffer), name, entry.data);
    directory.push(new Uint8Array(central.buffer), name);
    offset += 30 + name.length + entry.data.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, END_OF_DIRECTORY, true);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, offset, true);
  return new Uint8Array(Buffer.concat([...parts, ...directory, new Uint8Array(end.buffer)]));
}
