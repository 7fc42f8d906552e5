import type { Channel } from "./channel.ts";

/** An address inside the device, `tcp:8080` or `localabstract:name`. */
export type Address = string;

/** The device's own loopback network: who listens where. Nothing of it is open on the host. */
export interface DeviceNetwork {
  listen(address: Address, accept: (channel: Channel) => void): () => void;
  /** Null when nobody listens there. */
  connect(address: Address, channel: Channel): boolean;
  /** Reverse forwards: device address to host address. */
  readonly reverses: Map<Address, { remote: string; stop(): void }>;
  nextPort(): number;
}

export function createNetwork(): DeviceNetwork {
  const listeners = new Map<Address, (channel: Channel) => void>();
  let port = 40000;
  return {
    listen(address, accept) {
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
    nextPort: () => port++,
  };
}
