import { selectDevice } from "./smart-socket.ts";
import type { AdbEndpoint } from "./types.ts";
import type { Wire } from "./wire.ts";

const IDLE_MS = 15_000;
const SELECT_TIMEOUT_MS = 5000;

/** Connections on which a device has been selected already, so that a command costs one round trip instead of three. */
export interface Spares {
  /** One that is still open, or null. */
  take(serial: string): Wire | null;
  /** Makes sure that `count` are there for the next commands; returns at once and never fails. */
  prepare(serial: string, count: number): void;
}

/** No spares: each command connects by itself. */
export const noSpares: Spares = { take: () => null, prepare() {} };

/**
 * Keeps spare connections for a while after a command. The server closes them when the device goes, which `take` sees;
 * they do not keep the process alive.
 */
export function createSpares(endpoint: AdbEndpoint): Spares {
  const ready = new Map<string, Wire[]>();
  const coming = new Map<string, number>();

  async function open(serial: string): Promise<void> {
    coming.set(serial, (coming.get(serial) ?? 0) + 1);
    try {
      const wire = await selectDevice(endpoint, serial, {
        timeoutMs: SELECT_TIMEOUT_MS,
        what: "a spare connection",
      });
      wire.limit({ timeoutMs: IDLE_MS, what: "a spare connection", idle: true });
      ready.set(serial, [...alive(serial), wire]);
    } catch {
      // The next command connects by itself and reports what is wrong.
    } finally {
      coming.set(serial, (coming.get(serial) ?? 1) - 1);
    }
  }

  const alive = (serial: string) => (ready.get(serial) ?? []).filter((wire) => wire.isOpen());

  return {
    take(serial) {
      const wires = alive(serial);
      const wire = wires.pop() ?? null;
      ready.set(serial, wires);
      return wire;
    },
    prepare(serial, count) {
      const missing = count - alive(serial).length - (coming.get(serial) ?? 0);
      for (let made = 0; made < missing; made++) void open(serial);
    },
  };
}
