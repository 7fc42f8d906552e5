import type { LeaseStatus } from "../daemon/lease-question.ts";
import { isOwn, readClaim } from "./claim-file.ts";
import { type Claimant, type ClaimWorld, realWorld } from "./claim-judge.ts";
import type { ClaimPaths } from "./claim-paths.ts";
import { type AcquireResult, acquireClaim, findOwner, releaseClaim } from "./claims.ts";
import type { ClaimState, DeviceRefusal, DeviceSessions } from "./types.ts";

export interface SessionOptions {
  me: Claimant;
  pathsFor(serial: string): ClaimPaths;
  /** A device is let go this long after the last control call, milliseconds. */
  idleMs: number;
  world?: ClaimWorld;
  /** Told about acquisitions, releases and claims that could not be written. */
  log?(level: "info" | "warn", message: string): void;
}

/** Sessions, and what `daemon/deviceLeaseStatus` and `--daemon status` tell about them. */
export interface LocalDeviceSessions extends DeviceSessions {
  leaseStatus(serial: string): LeaseStatus;
  list(): { serial: string; sessionId: string; idleForMs: number }[];
}

interface Hold {
  sessionId: string;
  paths: ClaimPaths;
  /** False when the claim could not be written: then nothing on disk is compared. */
  onDisk: boolean;
  lastControlAt: number;
  active: number;
  ending: boolean;
}

/** Which session of this process holds which device. Claims on disk make the same true between processes. */
export function createDeviceSessions(options: SessionOptions): LocalDeviceSessions {
  const { me, idleMs } = options;
  const world = options.world ?? realWorld;
  const log = options.log ?? (() => {});
  const holds = new Map<string, Hold>();
  const inFlight = new Map<string, number>();
  const queues = new Map<string, Promise<unknown>>();

  /** One acquisition or release at a time for a device. */
  function inTurn<T>(serial: string, work: () => Promise<T>): Promise<T> {
    const turn = (queues.get(serial) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => {});
    queues.set(serial, settled);
    void settled.then(() => queues.get(serial) === settled && queues.delete(serial));
    return turn;
  }

  async function letGo(serial: string, why: string): Promise<void> {
    const hold = holds.get(serial);
    if (!hold) return;
    holds.delete(serial);
    releaseClaim(hold.paths.lease, me);
    releaseClaim(hold.paths.claim, me);
    log("info", `${serial} let go by session ${hold.sessionId}: ${why}`);
  }

  async function acquire(sessionId: string, serial: string): Promise<Hold | DeviceRefusal> {
    const paths = options.pathsFor(serial);
    const other = await findOwner(paths, serial, me, world);
    if (other.status !== "free") return refusal(serial, other);
    let onDisk = true;
    for (const [path, kind] of [
      [paths.claim, "claim"],
      [paths.lease, "lease"],
    ] as const) {
      const result: AcquireResult = await acquireClaim({ path, kind, serial }, me, world);
      if (result.ok) continue;
      if (result.state.status === "unwritable") {
        // The device is still usable; the owner of the directory is told why nothing protects it.
        log("warn", `${serial}: no ${kind} could be written at ${path}: ${result.state.reason}`);
        if (kind === "claim") onDisk = false;
        continue;
      }
      releaseClaim(paths.claim, me);
      return refusal(serial, result.state);
    }
    const hold: Hold = { sessionId, paths, onDisk, lastControlAt: world.now(), active: 0, ending: false };
    holds.set(serial, hold);
    log("info", `${serial} acquired by session ${sessionId}`);
    return hold;
  }

  /** The hold of this session, acquired or confirmed, or why not. */
  function control(sessionId: string, serial: string): Promise<Hold | DeviceRefusal> {
    return inTurn(serial, async () => {
      const hold = holds.get(serial);
      if (hold && hold.sessionId !== sessionId && !hold.ending) return otherSession(serial, hold);
      if (hold && hold.sessionId !== sessionId && hold.active > 0) return otherSession(serial, hold);
      if (hold && hold.sessionId === sessionId && stillOurs(hold)) {
        hold.active += 1;
        hold.ending = false;
        return hold;
      }
      if (hold) await letGo(serial, hold.ending ? "its client is gone" : "its claim was taken from it");
      const acquired = await acquire(sessionId, serial);
      if (!("ok" in acquired)) acquired.active += 1;
      return acquired;
    });
  }

  function stillOurs(hold: Hold): boolean {
    if (!hold.onDisk) return true;
    const found = readClaim(hold.paths.claim);
    return found.status === "claim" && isOwn(found.claim, me);
  }

  function otherSession(serial: string, hold: Hold): DeviceRefusal {
    const left = Math.max(1000, hold.lastControlAt + idleMs - world.now());
    return {
      ok: false,
      code: "device_owned_by_other_session",
      message: `${serial} is in use by session ${hold.sessionId} of this daemon. It is let go when that session ends, or ${Math.ceil(idleMs / 1000)} s after its last action.`,
      retryable: true,
      retryAfterMs: left,
    };
  }

  const sweeper = setInterval(
    () => {
      for (const [serial, hold] of holds) {
        if (hold.active > 0 || world.now() - hold.lastControlAt < idleMs) continue;
        void inTurn(serial, async () => {
          const current = holds.get(serial);
          if (current?.active === 0 && world.now() - current.lastControlAt >= idleMs) {
            await letGo(serial, `no action for ${idleMs} ms`);
          }
        });
      }
    },
    Math.min(5000, Math.max(20, idleMs / 4)),
  );
  sweeper.unref();

  return {
    async begin({ sessionId, serial, kind }) {
      let hold: Hold | null = null;
      if (kind === "control") {
        const result = await control(sessionId, serial);
        if ("ok" in result) return result;
        hold = result;
      } else {
        const held = holds.get(serial);
        if (held && held.sessionId !== sessionId && !held.ending) return otherSession(serial, held);
        if (!held) {
          const other = await findOwner(options.pathsFor(serial), serial, me, world);
          if (other.status !== "free") return refusal(serial, other);
        }
      }
      inFlight.set(serial, (inFlight.get(serial) ?? 0) + 1);
      let ended = false;
      return {
        ok: true,
        end() {
          if (ended) return;
          ended = true;
          const left = (inFlight.get(serial) ?? 1) - 1;
          if (left > 0) inFlight.set(serial, left);
          else inFlight.delete(serial);
          if (!hold) return;
          hold.active -= 1;
          hold.lastControlAt = world.now();
          if (hold.ending && hold.active === 0 && holds.get(serial) === hold) {
            void inTurn(serial, () => letGo(serial, "its client is gone"));
          }
        },
      };
    },
    deviceOf(sessionId) {
      for (const [serial, hold] of holds) if (hold.sessionId === sessionId) return serial;
      return null;
    },
    async release(sessionId) {
      for (const [serial, hold] of [...holds]) {
        if (hold.sessionId !== sessionId) continue;
        hold.ending = true;
        if (hold.active === 0) await inTurn(serial, () => letGo(serial, "its session ended"));
      }
    },
    async close() {
      clearInterval(sweeper);
      for (const serial of [...holds.keys()]) await letGo(serial, "the server is stopping");
    },
    leaseStatus(serial) {
      const hold = holds.get(serial);
      return {
        pid: me.pid,
        deviceId: serial,
        sessionId: hold?.sessionId ?? null,
        activeExecutions: hold?.active ?? 0,
        inFlightRequests: inFlight.get(serial) ?? 0,
        streaming: false,
        idleForMs: hold ? world.now() - hold.lastControlAt : null,
      };
    },
    list() {
      return [...holds].map(([serial, hold]) => ({
        serial,
        sessionId: hold.sessionId,
        idleForMs: world.now() - hold.lastControlAt,
      }));
    },
  };
}

function refusal(serial: string, state: Exclude<ClaimState, { status: "free" }>): DeviceRefusal {
  const message =
    state.status === "held"
      ? `${serial} is in use by ${state.owner} (${state.path}). Wait until it lets go, or stop it.`
      : `${serial} may be in use: the claim ${state.path} can't be read (${state.reason}). Remove it if nothing uses the device.`;
  return { ok: false, code: "device_owned_by_other_daemon", message, retryable: true, retryAfterMs: 5000 };
}
