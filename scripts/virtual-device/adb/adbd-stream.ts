import { concat, createPipe } from "../shell/streams.ts";
import type { Channel } from "../system/network.ts";
import { CLSE, MAX_PAYLOAD, OKAY, WRTE } from "./adbd-messages.ts";

export interface Stream {
  local: number;
  remote: number;
  channel: Channel;
  /** Bytes from the peer. */
  deliver(data: Uint8Array): void;
  /** The peer has taken the last WRTE. */
  acknowledged(): void;
  /** The peer has closed the stream. */
  closed(): void;
  /** The peer has accepted a stream that the device opened. */
  opened: ((ok: boolean) => void) | null;
}

/** What a stream needs of its connection. */
export interface StreamHost {
  send(command: number, arg0: number, arg1: number, data?: Uint8Array): void;
  maxPayload: number;
  ended(local: number): void;
  tear(): void;
}

/**
 * A stream of the transport. At most one WRTE is under way in each direction: the next goes out when the peer has
 * acknowledged the last, and an OKAY is given when the data has been read.
 */
export function createStream(
  local: number,
  remote: number,
  { send, maxPayload, ended, tear }: StreamHost,
): Stream {
  const controller = new AbortController();
  // An OKAY is owed for each WRTE; it is given when the data has been read: this is the back-pressure.
  let owed = 0;
  const incoming = createPipe(() => {
    while (owed > 0 && incoming.pending < MAX_PAYLOAD) {
      owed--;
      send(OKAY, local, stream.remote);
    }
  });
  const outgoing: Uint8Array[] = [];
  let waiting = false;
  let closing = false;
  let dead = false;
  let wake: (() => void)[] = [];
  const pump = (): void => {
    if (waiting || dead) return;
    const first = outgoing[0];
    if (first === undefined) {
      for (const resolve of wake.splice(0)) resolve();
      if (closing) finish();
      return;
    }
    let data: Uint8Array;
    if (first.length > maxPayload) {
      data = first.subarray(0, maxPayload);
      outgoing[0] = first.subarray(maxPayload);
    } else {
      let size = 0;
      let count = 0;
      while (count < outgoing.length && size + (outgoing[count] as Uint8Array).length <= maxPayload) {
        size += (outgoing[count++] as Uint8Array).length;
      }
      data = concat(outgoing.splice(0, count));
    }
    waiting = true;
    send(WRTE, local, stream.remote, data);
  };
  const finish = (): void => {
    if (dead) return;
    dead = true;
    ended(local);
    send(CLSE, local, stream.remote);
    incoming.hangUp();
  };
  const stream: Stream = {
    local,
    remote,
    opened: null,
    channel: {
      source: incoming,
      sink: {
        write(chunk) {
          if (dead || closing || chunk.length === 0) return;
          outgoing.push(chunk);
          pump();
        },
        drained() {
          if (dead || outgoing.length === 0) return undefined;
          return new Promise((resolve) => {
            wake.push(resolve);
          });
        },
      },
      close() {
        closing = true;
        pump();
      },
      destroy() {
        tear();
      },
      signal: controller.signal,
    },
    deliver(data) {
      if (dead || closing) {
        send(OKAY, local, stream.remote);
        return;
      }
      incoming.write(data);
      if (incoming.pending < MAX_PAYLOAD) send(OKAY, local, stream.remote);
      else owed++;
    },
    acknowledged() {
      waiting = false;
      pump();
    },
    closed() {
      if (!dead) send(CLSE, local, stream.remote);
      dead = true;
      ended(local);
      outgoing.length = 0;
      for (const resolve of wake.splice(0)) resolve();
      wake = [];
      incoming.end();
      controller.abort();
    },
  };
  return stream;
}
