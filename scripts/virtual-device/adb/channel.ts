import type { Socket } from "node:net";
import { concat, createPipe, type Source } from "../shell/streams.ts";
import type { Channel } from "../system/network.ts";

const READ_AHEAD = 1 << 20;

/** A channel over a socket; `first` are bytes that were already read from it. */
export function socketChannel(socket: Socket, first: Uint8Array): Channel {
  const controller = new AbortController();
  const incoming = createPipe(() => {
    if (incoming.pending < READ_AHEAD && socket.isPaused()) socket.resume();
  });
  if (first.length > 0) incoming.write(first);
  let open = true;
  let dropped = false;
  socket.on("data", (chunk) => {
    if (dropped) return;
    incoming.write(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    if (incoming.pending >= READ_AHEAD) socket.pause();
  });
  const gone = (): void => {
    open = false;
    incoming.end();
    controller.abort();
    if (!socket.destroyed && !socket.writableEnded) socket.end();
  };
  socket.on("end", gone);
  socket.on("close", gone);
  socket.on("error", gone);
  if (socket.readableEnded || socket.destroyed) gone();
  return {
    source: incoming,
    sink: {
      write(chunk) {
        if (open && chunk.length > 0) socket.write(chunk);
      },
      drained() {
        if (!open || !socket.writableNeedDrain) return undefined;
        return new Promise((resolve) => {
          const done = (): void => {
            socket.off("drain", done);
            socket.off("close", done);
            resolve();
          };
          socket.once("drain", done);
          socket.once("close", done);
        });
      },
    },
    close() {
      open = false;
      socket.end();
      // What the client still sends is read and dropped: unread bytes would turn the orderly end into a reset.
      dropped = true;
      socket.resume();
      incoming.hangUp();
    },
    destroy() {
      open = false;
      socket.destroy();
    },
    signal: controller.signal,
  };
}

/** Reads exact numbers of bytes from a source. */
export interface ByteReader {
  /** Null when the source ends before. */
  exactly(count: number): Promise<Uint8Array | null>;
  /** Bytes that were read from the source and not yet handed out. */
  rest(): Uint8Array;
}

/** Wraps a source; what it has read ahead is given back by `rest`. */
export function byteReader(source: Source): ByteReader {
  let buffer: Uint8Array = new Uint8Array();
  return {
    async exactly(count) {
      if (buffer.length < count) {
        const parts = [buffer];
        let have = buffer.length;
        while (have < count) {
          const chunk = await source.read();
          if (!chunk) {
            buffer = concat(parts);
            return null;
          }
          parts.push(chunk);
          have += chunk.length;
        }
        buffer = concat(parts);
      }
      const bytes = buffer.subarray(0, count);
      buffer = buffer.subarray(count);
      return bytes;
    },
    rest() {
      const bytes = buffer;
      buffer = new Uint8Array();
      return bytes;
    },
  };
}
