import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isOwn, linkClaim, readClaim, removeSibling, replaceClaim, stageClaim } from "./claim-file.ts";
import { type Claimant, type ClaimKind, type ClaimWorld, judgeClaim, realWorld } from "./claim-judge.ts";
import type { ClaimPaths } from "./claim-paths.ts";
import { displacedRival, pause, restore, sweep, takeOver } from "./claim-takeover.ts";
import { ensurePrivateDirectory } from "./private-directory.ts";
import { isSameProcess, processFacts } from "./process-identity.ts";
import type { Claim, ClaimOwner, ClaimState } from "./types.ts";

/** Which file, what it means, and for which device. */
export interface ClaimTarget {
  path: string;
  kind: ClaimKind;
  serial: string;
  /** The directory is one that many users share (/tmp): it is taken as it is. */
  inSharedDirectory?: boolean;
}

export type AcquireResult =
  | { ok: true; claim: Claim }
  | { ok: false; state: Exclude<ClaimState, { status: "free" }> }
  | { ok: false; state: { status: "unwritable"; path: string; reason: string } };

/** This process as a claimant, with a fresh token. Daemons give their socket and namespace. */
export function newClaimant(
  more: { socketPath?: string | null; namespace?: string | null; pid?: number } = {},
): Claimant {
  const pid = more.pid ?? process.pid;
  return {
    pid,
    token: crypto.randomUUID(),
    processStart: processFacts(pid).start,
    socketPath: more.socketPath ?? null,
    namespace: more.namespace ?? null,
  };
}

/**
 * Who holds it: `free` when nobody does or when it is (kept for) `me`. A claim that can't be read is never free.
 * Unknown owners are asked over their control socket.
 */
export async function isLive(
  target: ClaimTarget,
  me: Claimant | null = null,
  world: ClaimWorld = realWorld,
): Promise<ClaimState> {
  const found = readClaim(target.path);
  if (found.status === "absent") return { status: "free" };
  if (found.status === "unreadable") return { status: "unreadable", path: target.path, reason: found.reason };
  const judged = await judgeClaim({ ...found, kind: target.kind, serial: target.serial, me, world });
  if (judged.takeable) return { status: "free" };
  return { status: "held", claim: found.claim, path: target.path, owner: judged.owner };
}

/**
 * Takes it for `me` unless it is held. The file appears complete by a hard link; of several who try, one wins. A stale
 * file is moved aside, compared with what was judged, and put back when it is another one by then.
 */
export async function acquireClaim(
  target: ClaimTarget,
  me: Claimant,
  world: ClaimWorld = realWorld,
): Promise<AcquireResult> {
  const { path } = target;
  const unwritable = (error: unknown): AcquireResult => ({
    ok: false,
    state: { status: "unwritable", path, reason: error instanceof Error ? error.message : String(error) },
  });
  const wanted = claimOf(me, world.now());
  let staged: string;
  try {
    if (!target.inSharedDirectory) ensurePrivateDirectory(dirname(path));
    sweep(path);
    staged = stageClaim(path, wanted);
  } catch (error) {
    return unwritable(error);
  }
  try {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if (linkClaim(staged, path)) {
        const rival = await displacedRival(target.path, me, (found) =>
          judgeClaim({ ...found, kind: target.kind, serial: target.serial, me, world }),
        );
        if (!rival) return { ok: true, claim: wanted };
        // Somebody moved the true owner's claim aside for a moment and needs this name to put it back.
        releaseClaim(path, me);
        if (!rival.active) restore(rival.path, path);
        await pause();
        continue;
      }
      const found = readClaim(path);
      if (found.status === "absent") continue;
      if (found.status === "unreadable") {
        return { ok: false, state: { status: "unreadable", path, reason: found.reason } };
      }
      const judged = await judgeClaim({ ...found, kind: target.kind, serial: target.serial, me, world });
      if (!judged.takeable) {
        return { ok: false, state: { status: "held", claim: found.claim, path, owner: judged.owner } };
      }
      const taken: Claim = { ...wanted, ...inherited(found.claim, me) };
      if (judged.mine) {
        replaceClaim(path, taken);
        return { ok: true, claim: taken };
      }
      if (await takeOver(path, found.text, taken, found.claim.reservedFor !== null))
        return { ok: true, claim: taken };
      await pause();
    }
    return unwritable(new Error("it kept changing hands"));
  } catch (error) {
    return unwritable(error);
  } finally {
    removeSibling(staged);
  }
}

/**
 * Lets go: removes the claim if it is `me`'s (pid and token), and gives one that came from a living benchmark's
 * reservation back to it. False when it was somebody else's or gone.
 */
export function releaseClaim(path: string, me: ClaimOwner): boolean {
  const found = readClaim(path);
  if (found.status !== "claim" || !isOwn(found.claim, me)) return false;
  const { reservedBy, reservedFor } = found.claim;
  if (reservedBy && reservedFor && isSameProcess(reservedBy)) {
    replaceClaim(path, reservation(reservedBy, reservedFor, Date.now()));
  } else {
    rmSync(path, { force: true });
  }
  return true;
}

/**
 * Keeps `me`'s claim for the daemon of one namespace (`namespaceSuffix` of its aux socket directory): that daemon may take it, any
 * other process finds it held for as long as `me` lives. False when the claim is not `me`'s.
 */
export function handOver(path: string, me: ClaimOwner, namespace: string): boolean {
  const found = readClaim(path);
  if (found.status !== "claim" || !isOwn(found.claim, me)) return false;
  replaceClaim(path, reservation(me, namespace, Date.now()));
  return true;
}

export type TakeBackResult =
  /** `continuous`: all the while the claim was `me`'s, reserved, or with the daemon it was reserved for. */
  { ok: true; claim: Claim; continuous: boolean } | Extract<AcquireResult, { ok: false }>;

/** After a handover, once the run's daemon is stopped: makes the claim `me`'s own again. */
export async function takeBack(
  target: ClaimTarget,
  me: Claimant,
  world: ClaimWorld = realWorld,
): Promise<TakeBackResult> {
  const found = readClaim(target.path);
  const continuous =
    found.status === "claim" &&
    (isOwn(found.claim, me) || (found.claim.reservedBy !== null && isOwn(found.claim.reservedBy, me)));
  const acquired = await acquireClaim(target, me, world);
  return acquired.ok ? { ...acquired, continuous } : acquired;
}

function claimOf(me: Claimant, now: number): Claim {
  return {
    pid: me.pid,
    token: me.token,
    socketPath: me.socketPath,
    acquiredAt: now,
    reservedFor: null,
    reservedBy: null,
    processStart: me.processStart,
  };
}

function reservation(owner: ClaimOwner, namespace: string, now: number): Claim {
  return {
    pid: owner.pid,
    token: owner.token,
    socketPath: null,
    acquiredAt: now,
    reservedFor: namespace,
    reservedBy: null,
    processStart: owner.processStart,
  };
}

/** What a claim taken from a reservation remembers of it. */
function inherited(found: Claim, me: Claimant): Partial<Claim> {
  if (found.reservedFor === null || found.reservedFor !== me.namespace) return {};
  const by: ClaimOwner | null =
    found.reservedBy ??
    (found.token ? { pid: found.pid, token: found.token, processStart: found.processStart } : null);
  return by && isSameProcess(by) ? { reservedFor: found.reservedFor, reservedBy: by } : {};
}

/**
 * Who holds the device according to all three files, in the order that daemons look: forwarding lease, claim, legacy claim.
 * `me` counts as nobody. The answer names the file.
 */
export async function findOwner(
  paths: ClaimPaths,
  serial: string,
  me: Claimant | null = null,
  world: ClaimWorld = realWorld,
): Promise<ClaimState> {
  const files: [string, ClaimKind][] = [
    [paths.lease, "lease"],
    [paths.claim, "claim"],
    [paths.legacy, "claim"],
  ];
  for (const [path, kind] of files) {
    const state = await isLive({ path, kind, serial }, me, world);
    if (state.status !== "free") return state;
  }
  return { status: "free" };
}

/** The forwarding leases that other living processes hold, whatever the device. `directory` is `<coordination>/ctrlproxy-forwards`. */
export async function listForeignLeases(
  directory: string,
  ownPid: number | null,
  world: ClaimWorld = realWorld,
): Promise<{ serial: string; owner: string }[]> {
  let names: string[];
  try {
    names = readdirSync(directory).filter((name) => name.endsWith(".lock"));
  } catch {
    return [];
  }
  const states = await Promise.all(
    names.sort().map(async (name) => {
      const serial = Buffer.from(name.slice(0, -".lock".length), "base64url").toString();
      return {
        serial,
        state: await isLive({ path: join(directory, name), kind: "lease", serial }, null, world),
      };
    }),
  );
  return states.flatMap(({ serial, state }) => {
    if (state.status === "unreadable") return { serial, owner: `an unreadable lease (${state.path})` };
    return state.status === "held" && state.claim.pid !== ownPid ? { serial, owner: state.owner } : [];
  });
}
