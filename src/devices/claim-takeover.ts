import { readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  isOwn,
  isSiblingInUse,
  linkClaim,
  readClaim,
  removeSibling,
  siblingName,
  stageClaim,
} from "./claim-file.ts";
import type { Judgement } from "./claim-judge.ts";
import { isAlive } from "./process-identity.ts";
import type { Claim, ClaimOwner } from "./types.ts";

/**
 * Moves the judged claim aside and links `taken` into place; false when it was not the judged one any more or somebody was
 * quicker. `reserved`: others will step back from the name, so it is worth waiting for.
 */
export async function takeOver(
  path: string,
  judgedText: string,
  taken: Claim,
  reserved: boolean,
): Promise<boolean> {
  const aside = siblingName(path, "aside");
  const staged = stageClaim(path, taken);
  try {
    try {
      renameSync(path, aside);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
    const moved = readClaim(aside);
    const isJudged = moved.status === "claim" && moved.text === judgedText;
    // Whoever linked a claim meanwhile looks for files moved aside, and steps back unless the one here is stale.
    for (let attempt = 0; attempt < 50; attempt += 1) {
      if (linkClaim(isJudged ? staged : aside, path)) break;
      const now = readClaim(path);
      if (moved.status === "claim" && now.status === "claim" && isOwn(now.claim, moved.claim)) break;
      if ((isJudged && !reserved) || attempt === 49) return false;
      await pause();
    }
    return isJudged;
  } finally {
    removeSibling(aside);
    removeSibling(staged);
  }
}

/** A claim that another process has moved aside right now and that stands in `me`'s way. */
export async function displacedRival(
  target: string,
  me: ClaimOwner,
  judge: (found: { claim: Claim; modifiedAt: number }) => Promise<Judgement>,
): Promise<{ path: string; active: boolean } | null> {
  for (const { path, active } of siblings(target, "aside")) {
    const found = readClaim(path);
    if (found.status !== "claim" || isOwn(found.claim, me)) continue;
    const judged = await judge(found);
    if (!judged.takeable) return { path, active };
    if (!active) rmSync(path, { force: true });
  }
  return null;
}

/** Removes what crashed processes left beside a claim; a claim they had moved aside goes back. */
export function sweep(path: string): void {
  for (const left of siblings(path, "tmp")) {
    if (!left.active) rmSync(left.path, { force: true });
  }
  for (const left of siblings(path, "aside")) {
    if (!left.active) restore(left.path, path);
  }
}

export function restore(aside: string, path: string): void {
  try {
    linkClaim(aside, path);
  } catch {
    // Another process has just done it.
  }
  rmSync(aside, { force: true });
}

/** Files beside the claim; `active` ones belong to a process that is at work on them. */
function siblings(path: string, kind: "tmp" | "aside"): { path: string; active: boolean }[] {
  const directory = dirname(path);
  const base = basename(path);
  const name = new RegExp(`^\\.(\\d+)\\.\\d+\\.${kind}$`);
  return readdirSync(directory).flatMap((entry) => {
    const pid = Number(entry.startsWith(base) ? name.exec(entry.slice(base.length))?.[1] : Number.NaN);
    if (Number.isNaN(pid)) return [];
    const file = join(directory, entry);
    const active = pid === process.pid ? isSiblingInUse(file) : isAlive(pid) && ageMs(file) < 10_000;
    return [{ path: file, active }];
  });
}

function ageMs(path: string): number {
  try {
    return Date.now() - statSync(path).ctimeMs;
  } catch {
    return 0;
  }
}

/** A few milliseconds, different for each process that waits. */
export function pause(): Promise<void> {
  return Bun.sleep(2 + Math.random() * 10);
}
