import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatClaim, readClaim } from "../../../src/devices/claim-file.ts";
import { acquireClaim, handOver, newClaimant } from "../../../src/devices/claims.ts";

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

interface Racer {
  pid: number;
  won: number[];
  odd: string[];
}

async function race(directory: string, rounds: number, namespaces: string[]): Promise<Racer[]> {
  const startAt = Date.now() + 900;
  const racers = namespaces.map((namespace) =>
    Bun.spawn(
      [
        process.execPath,
        join(import.meta.dir, "claim-racer.ts"),
        directory,
        String(rounds),
        String(startAt),
        "20",
        namespace,
      ],
      { stdin: "pipe", stdout: "pipe", stderr: "inherit" },
    ),
  );
  const said = await Promise.all(
    racers.map(async ({ stdout }) => {
      const { value } = await stdout.getReader().read();
      return JSON.parse(Buffer.from(value ?? []).toString()) as Racer;
    }),
  );
  for (const racer of racers) await racer.stdin.end();
  await Promise.all(racers.map((racer) => racer.exited));
  return said;
}

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "claim-race-"));
  directories.push(directory);
  return directory;
}

const ten = Array.from({ length: 10 }, () => "");

describe("ten processes want one claim", () => {
  test("of a free device: one gets it, each time", async () => {
    const directory = newDirectory();
    const racers = await race(directory, 25, ten);
    expect(racers.flatMap((racer) => racer.won).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 25 }, (_, i) => i),
    );
    expect(racers.flatMap((racer) => racer.odd)).toEqual([]);
    for (const { pid, won } of racers) {
      for (const round of won) {
        const found = readClaim(`${directory}/${round}.lock`);
        expect(found.status === "claim" && found.claim.pid).toBe(pid);
      }
    }
    expect(readdirSync(directory).filter((name) => !name.endsWith(".lock"))).toEqual([]);
  }, 20_000);

  test("of a device whose owner has crashed: one takes it over, each time", async () => {
    const directory = newDirectory();
    const gone = Bun.spawnSync([process.execPath, "--version"]).pid;
    for (let round = 0; round < 25; round += 1) {
      writeFileSync(
        `${directory}/${round}.lock`,
        formatClaim({
          pid: gone,
          token: `crashed-${round}`,
          socketPath: null,
          acquiredAt: 1,
          reservedFor: null,
          reservedBy: null,
          processStart: null,
        }),
      );
    }
    const racers = await race(directory, 25, ten);
    expect(racers.flatMap((racer) => racer.won).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 25 }, (_, i) => i),
    );
    expect(racers.flatMap((racer) => racer.odd)).toEqual([]);
    expect(readdirSync(directory).filter((name) => !name.endsWith(".lock"))).toEqual([]);
  }, 20_000);

  test("of a reserved device: only the one it is reserved for gets it", async () => {
    const directory = newDirectory();
    const harness = newClaimant();
    for (let round = 0; round < 25; round += 1) {
      const target = { path: `${directory}/${round}.lock`, kind: "claim", serial: "race" } as const;
      expect((await acquireClaim(target, harness)).ok).toBe(true);
      expect(handOver(target.path, harness, "0123456789")).toBe(true);
    }
    const racers = await race(directory, 25, [...ten.slice(1), "0123456789"]);
    expect(racers.at(-1)?.won).toEqual(Array.from({ length: 25 }, (_, i) => i));
    expect(racers.slice(0, -1).flatMap((racer) => racer.won)).toEqual([]);
    expect(readdirSync(directory).filter((name) => !name.endsWith(".lock"))).toEqual([]);
  }, 20_000);
});
