import type { Machine } from "../shell/process.ts";
import { concat, decode, encode } from "../shell/streams.ts";
import { FileError, type FileNode, fileSize, fullMode } from "../system/file-nodes.ts";
import type { Channel } from "../system/network.ts";
import { SHELL } from "../system/users.ts";
import { byteReader } from "./channel.ts";

/** The file transfer service: packages/modules/adb/SYNC.TXT and file_sync_protocol.h. */
const CHUNK = 65536;
const DEVICE = 64768n;

function message(id: string, ...words: number[]): Uint8Array {
  const bytes = new Uint8Array(4 + 4 * words.length);
  bytes.set(encode(id));
  const view = new DataView(bytes.buffer);
  words.forEach((word, index) => {
    view.setUint32(4 + 4 * index, word >>> 0, true);
  });
  return bytes;
}

const seconds = (node: FileNode): number => Math.floor(node.mtime / 1000);

/** The record of STA2, LST2 and DNT2: 68 bytes after the id. */
function statRecord(id: string, node: FileNode | null, errno: number): Uint8Array {
  const bytes = new Uint8Array(72);
  bytes.set(encode(id));
  const view = new DataView(bytes.buffer);
  view.setUint32(4, errno, true);
  if (!node) return bytes;
  view.setBigUint64(8, DEVICE, true);
  view.setBigUint64(16, BigInt(node.ino), true);
  view.setUint32(24, fullMode(node), true);
  view.setUint32(28, 1, true);
  view.setUint32(32, node.uid, true);
  view.setUint32(36, node.gid, true);
  view.setBigUint64(40, BigInt(fileSize(node)), true);
  for (const at of [48, 56, 64]) view.setBigInt64(at, BigInt(seconds(node)), true);
  return bytes;
}

/** Serves one sync connection until QUIT or its end. */
export async function syncService(channel: Channel, machine: Machine, root: boolean): Promise<void> {
  const { files } = machine.system;
  const who = root ? { uid: 0, gid: 0, groups: [] } : SHELL;
  const reader = byteReader(channel.source);
  const send = (...parts: Uint8Array[]): void => channel.sink.write(concat(parts));
  const fail = (text: string): void => {
    const bytes = encode(text);
    send(message("FAIL", bytes.length), bytes);
  };
  const look = (path: string, follow: boolean): { node: FileNode | null; errno: number } => {
    try {
      return { node: files.lookup(path, who, follow), errno: 0 };
    } catch (error) {
      if (error instanceof FileError) return { node: null, errno: error.errno };
      throw error;
    }
  };

  const receive = async (path: string): Promise<void> => {
    try {
      const node = files.lookup(path, who);
      if (node.kind === "directory") {
        fail("read failed: Is a directory");
        return;
      }
      const data = files.read(path, who);
      for (let at = 0; at < data.length; at += CHUNK) {
        const part = data.subarray(at, at + CHUNK);
        send(message("DATA", part.length), part);
        await channel.sink.drained();
      }
      send(message("DONE", 0));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      fail(`open failed: ${error.text}`);
    }
  };

  /** Missing directories are made on the way, as adbd does. */
  const makeParents = (path: string): void => {
    const parts = path.split("/").filter((part) => part !== "");
    for (let depth = 1; depth < parts.length; depth++) {
      const partial = `/${parts.slice(0, depth).join("/")}`;
      if (!files.find(partial, who)) files.mkdir(partial, who, { mode: 0o771 });
    }
  };

  const store = async (specification: string): Promise<boolean> => {
    const comma = specification.lastIndexOf(",");
    const path = comma < 0 ? specification : specification.slice(0, comma);
    const mode = comma < 0 ? 0o644 : Number.parseInt(specification.slice(comma + 1), 10);
    const chunks: Uint8Array[] = [];
    for (;;) {
      const header = await reader.exactly(8);
      if (!header) return false;
      const id = decode(header.subarray(0, 4));
      const value = new DataView(header.buffer, header.byteOffset).getUint32(4, true);
      if (id === "DONE") {
        try {
          makeParents(path);
          const content = concat(chunks);
          if ((mode & 0o170000) === 0o120000) {
            if (files.find(path, who, false)) files.remove(path, who);
            files.link(decode(content).replace(/\0$/, ""), path, who);
          } else {
            files.write(path, content.slice(), who, {
              mode: mode & 0o777 ? 0o600 | (mode & 0o777) : 0o644,
              mtime: value * 1000,
            });
          }
          send(message("OKAY", 0));
        } catch (error) {
          if (!(error instanceof FileError)) throw error;
          fail(`couldn't create file: ${error.text}`);
        }
        return true;
      }
      if (id !== "DATA" || value > CHUNK) {
        fail(`invalid data message: '${id}'`);
        return false;
      }
      const data = await reader.exactly(value);
      if (!data) return false;
      chunks.push(data.slice());
    }
  };

  const list = (path: string, v2: boolean): void => {
    const rows: Uint8Array[] = [];
    try {
      const self = files.lookup(path, who);
      for (const [name, node] of [[".", self], ["..", self], ...files.list(path, who)] as [
        string,
        FileNode,
      ][]) {
        const text = encode(name);
        if (v2) {
          const record = new Uint8Array(76);
          record.set(statRecord("DNT2", node, 0));
          new DataView(record.buffer).setUint32(72, text.length, true);
          rows.push(record, text);
        } else rows.push(message("DENT", fullMode(node), fileSize(node), seconds(node), text.length), text);
      }
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
    }
    const done = new Uint8Array(v2 ? 76 : 20);
    done.set(encode("DONE"));
    send(...rows, done);
  };

  try {
    for (;;) {
      const header = await reader.exactly(8);
      if (!header) return;
      const id = decode(header.subarray(0, 4));
      const length = new DataView(header.buffer, header.byteOffset).getUint32(4, true);
      if (id === "QUIT") return;
      if (length > 1024) {
        fail("invalid path length");
        return;
      }
      const bytes = await reader.exactly(length);
      if (!bytes) return;
      const path = decode(bytes);
      if (id === "STAT") {
        const { node } = look(path, false);
        send(message("STAT", node ? fullMode(node) : 0, node ? fileSize(node) : 0, node ? seconds(node) : 0));
      } else if (id === "STA2" || id === "LST2") {
        const { node, errno } = look(path, id === "STA2");
        send(statRecord(id, node, errno));
      } else if (id === "LIST" || id === "LIS2") list(path, id === "LIS2");
      else if (id === "RECV") await receive(path);
      else if (id === "SEND") {
        if (!(await store(path))) return;
      } else {
        fail(`unknown command ${id}`);
        return;
      }
    }
  } finally {
    channel.close();
  }
}
