import { createPipe, type Sink, type Source } from "../shell/streams.ts";

/** A two-way byte stream to whoever opened a service. */
export interface Channel {
  source: Source;
  sink: Sink;
  /** No more bytes will be sent; everything written before still arrives. */
  close(): void;
  /** The connection is torn at once. */
  destroy(): void;
  /** Aborted when the peer has gone or hung up. */
  signal: AbortSignal;
}

/** An address inside the device, `tcp:8080` or `localabstract:name`. */
type Address = string;

/** The device's own loopback network: who listens where. Nothing of it is open on the host. */
export interface DeviceNetwork {
  /** Null when the address is taken. The returned function stops listening. */
  listen(address: Address, accept: (channel: Channel) => void): (() => void) | null;
  /** False when nobody listens there. */
  connect(address: Address, channel: Channel): boolean;
  /** Reverse forwards: device address to host address. */
  readonly reverses: Map<Address, { remote: string; stop(): void }>;
  /** A port that is free for a listener that does not care. */
  freePort(): number;
}

const FIRST_FREE_PORT = 40000;

/** A network without a listener. */
export function createNetwork(): DeviceNetwork {
  const listeners = new Map<Address, (channel: Channel) => void>();
  let port = FIRST_FREE_PORT;
  return {
    listen(address, accept) {
      if (listeners.has(address)) return null;
      listeners.set(address, accept);
      return () => {
        if (listeners.get(address) === accept) listeners.delete(address);
      };
    },
    connect(address, channel) {
      const accept = listeners.get(address);
      accept?.(channel);
      return accept !== undefined;
    },
    reverses: new Map(),
    freePort: () => port++,
  };
}

/** Two ends of one connection inside the device. */
export function channelPair(): [Channel, Channel] {
  const [there, back] = [createPipe(), createPipe()];
  const [left, right] = [new AbortController(), new AbortController()];
  const end = (
    incoming: typeof there,
    outgoing: typeof there,
    own: AbortController,
    peer: AbortController,
  ): Channel => ({
    source: incoming,
    sink: outgoing,
    close() {
      outgoing.end();
    },
    destroy() {
      outgoing.end();
      incoming.hangUp();
      peer.abort();
    },
    signal: own.signal,
  });
  return [end(back, there, left, right), end(there, back, right, left)];
}

/** Carries bytes both ways until both directions have ended. */
export async function splice(a: Channel, b: Channel): Promise<void> {
  const carry = async (from: Channel, to: Channel): Promise<void> => {
    for (let chunk = await from.source.read(); chunk; chunk = await from.source.read()) {
      to.sink.write(chunk);
      await to.sink.drained();
    }
    to.close();
  };
  await Promise.all([carry(a, b).catch(() => b.close()), carry(b, a).catch(() => a.close())]);
}
