import { open } from "node:fs/promises";

const CHUNK_BYTES = 1 << 20;

/** The bytes of a file, in order, in chunks of at most 1 MiB: constant memory. The next chunk reuses the buffer. */
export async function* readChunks(path: string, chunkBytes = CHUNK_BYTES): AsyncGenerator<Uint8Array> {
  const file = await open(path, "r");
  try {
    const buffer = new Uint8Array(chunkBytes);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

export interface Tail {
  /** Reads what was written since the last look. */
  look(): Promise<void>;
  close(): Promise<void>;
  /** Bytes read so far. */
  bytes(): number;
}

/** Lines beyond this are skipped by a tail: it shows progress, the audit reads the file itself. */
const LONGEST_LINE = 4 << 20;
const NEWLINE = 10;

/** Follows a file that another process appends to, line by line. A line without its newline waits. */
export async function tailLines(path: string, onLine: (line: string) => void): Promise<Tail> {
  const file = await open(path, "r");
  const buffer = new Uint8Array(64 << 10);
  let parts: Uint8Array[] = [];
  let length = 0;
  let skipping = false;
  let total = 0;
  let looking: Promise<void> = Promise.resolve();

  const take = (bytes: Uint8Array) => {
    if (skipping) return;
    length += bytes.length;
    if (length > LONGEST_LINE) {
      parts = [];
      skipping = true;
    } else parts.push(bytes.slice());
  };
  const endLine = () => {
    if (!skipping) onLine(Buffer.concat(parts).toString("utf8"));
    parts = [];
    length = 0;
    skipping = false;
  };
  const readOn = async () => {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, total);
      if (bytesRead === 0) return;
      total += bytesRead;
      let rest = buffer.subarray(0, bytesRead);
      for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
        take(rest.subarray(0, at));
        endLine();
        rest = rest.subarray(at + 1);
      }
      if (rest.length > 0) take(rest);
    }
  };
  return {
    look: () => (looking = looking.then(readOn, readOn)),
    close: async () => {
      await looking.catch(() => {});
      await file.close();
    },
    bytes: () => total,
  };
}
