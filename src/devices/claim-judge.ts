import { askLeaseStatus, type LeaseAnswer } from "../daemon/lease-question.ts";
import { processFacts } from "./process-identity.ts";
import type { Claim, ClaimOwner } from "./types.ts";

/** Which question a file answers: who holds the device, who drives its forwards, or a plain lock between processes. */
export type ClaimKind = "claim" | "lease" | "lock";

/** Who asks. A daemon also has a namespace, for which a claim may be reserved. */
export interface Claimant extends ClaimOwner {
  socketPath: string | null;
  namespace: string | null;
}

/** The outside world, so that tests can give another one. */
export interface ClaimWorld {
  now(): number;
  processFacts(pid: number): { alive: boolean; start: string | null };
  ask(socketPath: string, deviceId: string): Promise<LeaseAnswer>;
  leaseIdleMs: number;
}

export const realWorld: ClaimWorld = {
  now: Date.now,
  processFacts,
  ask: askLeaseStatus,
  leaseIdleMs: 60_000,
};

export type Judgement =
  /** Nobody holds it any more, or it is kept for the one who asks. */
  { takeable: true; mine: boolean; why: string } | { takeable: false; owner: string };

/** How long after its claim an unreachable owner may still be starting. */
const startGraceMs = 60_000;

/** Whether `claim`, found for device `serial`, stands in the way of `me`. */
export async function judgeClaim(options: {
  claim: Claim;
  /** Stands in for a missing `acquiredAt`: the file's modification time, epoch milliseconds. */
  modifiedAt: number;
  kind: ClaimKind;
  serial: string;
  me: Claimant | null;
  world: ClaimWorld;
}): Promise<Judgement> {
  const { claim, kind, serial, me, world } = options;
  if (me && claim.pid === me.pid && claim.token === me.token) {
    return { takeable: true, mine: true, why: "it is this process's own" };
  }
  const holder = await judgeHolder(claim, options.modifiedAt, kind, serial, me, world);
  if (!holder.takeable) return holder;
  if (!claim.reservedBy || isSame(claim.reservedBy, me)) return holder;
  if (me?.namespace && claim.reservedFor === me.namespace) return holder;
  // The taker is gone, but whoever reserved the device for it is not.
  if (!lives(claim.reservedBy, world)) return holder;
  return { takeable: false, owner: `process ${claim.reservedBy.pid}, which keeps it for its own daemon` };
}

async function judgeHolder(
  claim: Claim,
  modifiedAt: number,
  kind: ClaimKind,
  serial: string,
  me: Claimant | null,
  world: ClaimWorld,
): Promise<Judgement> {
  const gone = (why: string): Judgement => ({ takeable: true, mine: false, why });
  const held = (detail = ""): Judgement => ({ takeable: false, owner: `process ${claim.pid}${detail}` });
  if (me && claim.pid === me.pid && (claim.processStart === null || claim.processStart !== me.processStart)) {
    return gone(`process ${claim.pid} was an earlier one with this process's id`);
  }
  if (!lives(claim, world)) return gone(`process ${claim.pid} has ended`);
  if (claim.reservedFor !== null && claim.reservedBy === null) {
    if (me?.namespace === claim.reservedFor) return gone(`process ${claim.pid} reserved it for this daemon`);
    return held(", which keeps it for its own daemon");
  }
  if (claim.socketPath === null) return held();

  const answer = await world.ask(claim.socketPath, serial);
  const since = claim.acquiredAt ?? modifiedAt;
  switch (answer.kind) {
    case "unreachable":
      return world.now() - since < startGraceMs
        ? held(", a daemon that may still be starting")
        : gone(`process ${claim.pid} no longer serves its socket`);
    case "silent":
      return held(", a daemon that did not say what it is doing");
    case "answer": {
      const { status } = answer;
      if (status.pid !== claim.pid)
        return gone(`process ${status.pid} serves the socket of process ${claim.pid}`);
      const busy = status.sessionId !== null || status.activeExecutions > 0;
      if (busy)
        return held(status.sessionId ? `, session ${status.sessionId}` : ", which is carrying out a call");
      if (kind !== "lease") return gone(`the daemon in process ${claim.pid} has let go of it`);
      if (status.inFlightRequests > 0 || status.streaming) return held(", which is talking to the device");
      const idle = status.idleForMs ?? world.now() - since;
      return idle >= world.leaseIdleMs
        ? gone(`idle for ${idle} ms`)
        : held(", a daemon idle only for a short time");
    }
  }
}

function lives(owner: { pid: number; processStart: string | null }, world: ClaimWorld): boolean {
  const facts = world.processFacts(owner.pid);
  if (!facts.alive) return false;
  return owner.processStart === null || facts.start === null || owner.processStart === facts.start;
}

function isSame(owner: ClaimOwner, me: Claimant | null): boolean {
  return me !== null && owner.pid === me.pid && owner.token === me.token;
}
