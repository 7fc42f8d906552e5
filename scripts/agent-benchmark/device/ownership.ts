import type { AdbClient } from "../../../src/android/adb/types.ts";
import { type Claimant, type ClaimWorld, realWorld } from "../../../src/devices/claim-judge.ts";
import { type ClaimPaths, claimPaths } from "../../../src/devices/claim-paths.ts";
import {
  acquireClaim,
  type ClaimTarget,
  handOver,
  isLive,
  newClaimant,
  releaseClaim,
  takeBack,
} from "../../../src/devices/claims.ts";
import type { ClaimState } from "../../../src/devices/types.ts";
import { claimRoots } from "../../../src/environment.ts";
import { type Problem, RunError } from "../errors.ts";

export interface OwnershipOptions {
  adb: AdbClient;
  serial: string;
  /** Decides where claims are: AUTOMOBILE_ADB_SERVER_COORDINATION_DIR, AUTOMOBILE_COORDINATION_DIR and adb's variables. */
  env: Record<string, string | undefined>;
  /** Default: the user's home directory. */
  home?: string;
  world?: ClaimWorld;
}

/** The device as held by this run. Every step is idempotent; `release` belongs to every run that got one. */
export interface DeviceOwnership {
  readonly paths: ClaimPaths & { lock: string };
  /** Keeps the claim for the run's own daemon (its namespace), just before Claude starts. Throws RunError. */
  handOver(namespace: string): void;
  /**
   * Takes the claim back after the run's daemon was stopped. `undisturbed`: nobody else had the device meanwhile; otherwise
   * `reason` says in one sentence who has it or that someone may have had it, and the screen must not be read.
   */
  takeBack(): Promise<{ undisturbed: true } | { undisturbed: false; reason: string }>;
  /** Lets go of claim and lock. */
  release(): void;
}

/**
 * Takes the device for a benchmark run, before anything on it is touched: first the benchmark-only lock, held for the whole
 * run; then, once no forwarding lease, claim (current or legacy) or live forward of another session is found, the allocation
 * claim that every daemon respects. Throws RunError naming the owner; and when a claim cannot be written, because an
 * unprotected run could be disturbed unseen.
 */
export async function takeOwnership(options: OwnershipOptions): Promise<DeviceOwnership> {
  const { serial } = options;
  const world = options.world ?? realWorld;
  const paths = ownershipPaths(options);
  const me = newClaimant();
  const lock: ClaimTarget = { path: paths.lock, kind: "lock", serial };
  const claim: ClaimTarget = { path: paths.claim, kind: "claim", serial };

  const locked = await acquireClaim(lock, me, world);
  if (!locked.ok) throw refusal(serial, locked.state, "benchmark");
  try {
    await refuseOthers(options, paths, me, world);
    const claimed = await acquireClaim(claim, me, world);
    if (!claimed.ok) throw refusal(serial, claimed.state, "session");
  } catch (error) {
    releaseClaim(paths.lock, me);
    throw error;
  }

  return {
    paths,
    handOver(namespace) {
      if (handOver(paths.claim, me, namespace)) return;
      throw new RunError({
        code: "DEVICE_CLAIM_LOST",
        where: serial,
        message: `The claim on ${serial} is no longer this run's: another process took it during preflight.`,
        hint: `Stop other AutoMobile sessions on the device, then run again. The claim is ${paths.claim}.`,
      });
    },
    async takeBack() {
      const taken = await takeBack(claim, me, world);
      if (!taken.ok) return { undisturbed: false, reason: disturbance(serial, taken.state) };
      if (taken.continuous) return { undisturbed: true };
      return {
        undisturbed: false,
        reason: `The claim on ${serial} was gone when Claude had exited: another session may have used the device.`,
      };
    },
    release() {
      releaseClaim(paths.claim, me);
      releaseClaim(paths.lock, me);
    },
  };
}

/** Where the claims on a device are, with the benchmark's own lock beside the allocation claim. */
export function ownershipPaths(
  options: Pick<OwnershipOptions, "adb" | "serial" | "env" | "home">,
): ClaimPaths & { lock: string } {
  const paths = claimPaths({
    serial: options.serial,
    server: options.adb.endpoint,
    ...claimRoots(options.env, process.cwd(), options.home),
  });
  return { ...paths, lock: `${paths.claim}.agent-benchmark` };
}

async function refuseOthers(
  options: OwnershipOptions,
  paths: ClaimPaths,
  me: Claimant,
  world: ClaimWorld,
): Promise<void> {
  const { serial } = options;
  for (const [path, kind] of [
    [paths.lease, "lease"],
    [paths.claim, "claim"],
    [paths.legacy, "claim"],
  ] as const) {
    const state = await isLive({ path, kind, serial }, me, world);
    if (state.status !== "free") throw refusal(serial, state, "session");
  }
  const forwards = (await options.adb.forwards()).filter((forward) => forward.serial === serial);
  const live = forwards.find((forward) => isCtrlProxyForward(forward));
  if (live) {
    throw new RunError({
      code: "DEVICE_FORWARD_LIVE",
      where: serial,
      message: `Another session drives ${serial} through an adb forward (${live.local} to ${live.remote}), and left no claim that names it.`,
      hint: `Stop that session. If none is running, remove the forward: \`adb -s ${serial} forward --remove ${live.local}\`.`,
    });
  }
}

/** A forward of AutoMobile's runner on the device: port 8765 or a socket that carries its name. */
export function isCtrlProxyForward(forward: { local: string; remote: string }): boolean {
  return /^tcp:8765$/.test(forward.remote) || /ctrl[-_.]?proxy|auto[-_.]?mobile/i.test(forward.remote);
}

type Obstacle =
  | Exclude<ClaimState, { status: "free" }>
  | { status: "unwritable"; path: string; reason: string };

function refusal(serial: string, state: Obstacle, by: "benchmark" | "session"): RunError {
  return new RunError({ ...refusalProblem(serial, state, by), where: serial });
}

function refusalProblem(
  serial: string,
  state: Obstacle,
  by: "benchmark" | "session",
): Omit<Problem, "where"> {
  switch (state.status) {
    case "held":
      return by === "benchmark"
        ? {
            code: "DEVICE_IN_BENCHMARK",
            message: `Another benchmark is running on ${serial}: ${state.owner}${since(state.claim.acquiredAt)}.`,
            hint: "Wait until it has ended, or use another device.",
          }
        : {
            code: "DEVICE_OWNED",
            message: `Another AutoMobile session holds ${serial}: ${state.owner}${since(state.claim.acquiredAt)}.`,
            hint: `Let that session release the device (or stop its daemon: \`auto-mobile --daemon stop\`), then run again. The claim is ${state.path}.`,
          };
    case "unreadable":
      return {
        code: "DEVICE_CLAIM_UNREADABLE",
        message: `A claim on ${serial} cannot be read (${state.reason}), so that the device may be in use.`,
        hint: `Make sure that no AutoMobile session uses the device, then remove ${state.path}.`,
      };
    case "unwritable":
      return {
        code: "DEVICE_CLAIM_UNWRITABLE",
        message: `The claim on ${serial} cannot be written (${state.reason}); the run stops instead of continuing unprotected.`,
        hint: `Make ${state.path} writable for this user, or set AUTOMOBILE_ADB_SERVER_COORDINATION_DIR for all sessions alike.`,
      };
  }
}

function disturbance(serial: string, state: Obstacle): string {
  switch (state.status) {
    case "held":
      return `Another session claimed ${serial} during the run: ${state.owner}.`;
    case "unreadable":
      return `The claim on ${serial} could not be read after Claude exited (${state.reason}): another session may have the device.`;
    case "unwritable":
      return `The claim on ${serial} could not be taken back after Claude exited (${state.reason}).`;
  }
}

function since(acquiredAt: number | null): string {
  if (acquiredAt === null || !Number.isFinite(acquiredAt) || Math.abs(acquiredAt) > 8.64e15) return "";
  return `, since ${new Date(acquiredAt).toISOString()}`;
}
