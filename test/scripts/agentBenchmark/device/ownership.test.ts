import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  isCtrlProxyForward,
  ownershipPaths,
  takeOwnership,
} from "../../../../scripts/agent-benchmark/device/ownership.ts";
import { RunError } from "../../../../scripts/agent-benchmark/errors.ts";
import { formatClaim } from "../../../../src/devices/claim-file.ts";
import { acquireClaim, newClaimant, releaseClaim } from "../../../../src/devices/claims.ts";
import type { Claim } from "../../../../src/devices/types.ts";
import { temporaryDirectory } from "../../../helpers/temp.ts";
import { type FakeAdbOptions, fakeAdb } from "./fake-adb.ts";

const serial = "emulator-5554";
const optionsIn = (home: string, adb: FakeAdbOptions = {}) => ({ adb: fakeAdb(adb), serial, env: {}, home });

async function problemOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RunError)) throw new Error(`expected a RunError, got ${error}`);
  return error.problem;
}

/** A process that lives as long as the scope, to own claims. */
function otherProcess(): { pid: number } & AsyncDisposable {
  const child = Bun.spawn(["sleep", "60"], { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
  return {
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** A process id that lived and lives no more. */
async function deadPid(): Promise<number> {
  const child = Bun.spawn(["true"]);
  await child.exited;
  return child.pid;
}

function plant(path: string, claim: (Partial<Claim> & { pid: number }) | string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const whole = (more: Partial<Claim> & { pid: number }): Claim => ({
    token: "someone",
    socketPath: null,
    acquiredAt: Date.now(),
    reservedFor: null,
    reservedBy: null,
    processStart: null,
    ...more,
  });
  writeFileSync(path, typeof claim === "string" ? claim : formatClaim(whole(claim)), { mode: 0o600 });
}

describe("where claims are", () => {
  test("the benchmark's lock stands beside the allocation claim", () => {
    const paths = ownershipPaths(optionsIn("/home/me"));
    expect(paths).toEqual({
      claim:
        "/home/me/.auto-mobile/adb-servers/tcp-localhost-5037/device-allocations/ZW11bGF0b3ItNTU1NA.lock",
      lease: "/home/me/.auto-mobile/ctrlproxy-forwards/ZW11bGF0b3ItNTU1NA.lock",
      legacy: "/home/me/.auto-mobile/device-allocations/ZW11bGF0b3ItNTU1NA.lock",
      lock: "/home/me/.auto-mobile/adb-servers/tcp-localhost-5037/device-allocations/ZW11bGF0b3ItNTU1NA.lock.agent-benchmark",
    });
  });

  test("the coordination directories, in both spellings, move them", () => {
    const env = {
      AUTO_MOBILE_ADB_SERVER_COORDINATION_DIR: "/claims",
      AUTOMOBILE_COORDINATION_DIR: "/leases",
    };
    const paths = ownershipPaths({ ...optionsIn("/home/me"), env });
    expect(paths.claim).toStartWith("/claims/tcp-localhost-5037/");
    expect(paths.lease).toStartWith("/leases/ctrlproxy-forwards/");
  });
});

describe("taking the device", () => {
  test("writes claim and lock, and leaves nothing behind", async () => {
    using home = temporaryDirectory();
    const ownership = await takeOwnership(optionsIn(home.path));
    for (const path of [ownership.paths.claim, ownership.paths.lock]) {
      expect(readFileSync(path, "utf8").split("\n")[0]).toBe(String(process.pid));
    }
    ownership.release();
    expect(readdirSync(dirname(ownership.paths.claim))).toEqual([]);
    ownership.release();
  });

  test.each(["claim", "lease", "legacy"] as const)(
    "a %s of a living process refuses, by name, and leaves no lock",
    async (which) => {
      using home = temporaryDirectory();
      await using other = otherProcess();
      const paths = ownershipPaths(optionsIn(home.path));
      plant(paths[which], { pid: other.pid });
      const problem = await problemOf(takeOwnership(optionsIn(home.path)));
      expect(problem.code).toBe("DEVICE_OWNED");
      expect(problem.message).toContain(`process ${other.pid}`);
      expect(problem.where).toBe(serial);
      expect(existsSync(paths.lock)).toBe(false);
      expect(existsSync(paths[which])).toBe(true);
    },
  );

  test.each(["claim", "lease", "legacy"] as const)(
    "a %s that names no process is in the way, whatever its age",
    async (which) => {
      using home = temporaryDirectory();
      const paths = ownershipPaths(optionsIn(home.path));
      plant(paths[which], "not a pid\n");
      const problem = await problemOf(takeOwnership(optionsIn(home.path)));
      expect(problem.code).toBe("DEVICE_CLAIM_UNREADABLE");
      expect(problem.hint).toContain(paths[which]);
    },
  );

  test("what dead processes left is taken over, their benchmark lock too", async () => {
    using home = temporaryDirectory();
    const paths = ownershipPaths(optionsIn(home.path));
    const pid = await deadPid();
    for (const path of [paths.claim, paths.lock, paths.lease, paths.legacy]) plant(path, { pid });
    (await takeOwnership(optionsIn(home.path))).release();
  });

  test("a crashed benchmark's lock whose pid another process has now is taken over", async () => {
    using home = temporaryDirectory();
    await using other = otherProcess();
    const paths = ownershipPaths(optionsIn(home.path));
    plant(paths.lock, { pid: other.pid, processStart: "another boot:1" });
    (await takeOwnership(optionsIn(home.path))).release();
  });

  test("a daemon that answers on its socket is asked", async () => {
    using home = temporaryDirectory();
    await using other = otherProcess();
    const paths = ownershipPaths(optionsIn(home.path));
    plant(paths.claim, { pid: other.pid, socketPath: join(home.path, "daemon.sock") });
    const world = (sessionId: string | null) => ({
      now: Date.now,
      processFacts: (pid: number) => ({ alive: pid === other.pid || pid === process.pid, start: null }),
      leaseIdleMs: 60_000,
      ask: async () => ({
        kind: "answer" as const,
        status: {
          pid: other.pid,
          deviceId: serial,
          sessionId,
          activeExecutions: 0,
          inFlightRequests: 0,
          streaming: false,
          idleForMs: 1,
        },
      }),
    });
    const problem = await problemOf(takeOwnership({ ...optionsIn(home.path), world: world("session-7") }));
    expect(problem.message).toContain("session session-7");
    (await takeOwnership({ ...optionsIn(home.path), world: world(null) })).release();
  });

  test("a daemon that does not answer in time counts as holding it", async () => {
    using home = temporaryDirectory();
    await using other = otherProcess();
    plant(ownershipPaths(optionsIn(home.path)).claim, { pid: other.pid, socketPath: join(home.path, "s") });
    const world = {
      now: Date.now,
      leaseIdleMs: 60_000,
      processFacts: () => ({ alive: true, start: null }),
      ask: async () => ({ kind: "silent" as const }),
    };
    expect((await problemOf(takeOwnership({ ...optionsIn(home.path), world }))).code).toBe("DEVICE_OWNED");
  });

  test("a live forward of the runner refuses, another app's does not", async () => {
    using home = temporaryDirectory();
    const forward = { serial, local: "tcp:40123", remote: "tcp:8765" };
    const problem = await problemOf(takeOwnership(optionsIn(home.path, { forwards: [forward] })));
    expect(problem).toMatchObject({
      code: "DEVICE_FORWARD_LIVE",
      hint: expect.stringContaining("forward --remove tcp:40123"),
    });
    const others = [
      { ...forward, serial: "other" },
      { ...forward, remote: "tcp:9222" },
    ];
    (await takeOwnership(optionsIn(home.path, { forwards: others }))).release();
    expect(isCtrlProxyForward({ local: "tcp:1", remote: "localabstract:automobile-ctrlproxy" })).toBe(true);
  });

  test("a claim that can't be written stops the run", async () => {
    using home = temporaryDirectory();
    const file = join(home.path, "occupied");
    writeFileSync(file, "");
    const problem = await problemOf(
      takeOwnership({ ...optionsIn(home.path), env: { AUTOMOBILE_ADB_SERVER_COORDINATION_DIR: file } }),
    );
    expect(problem.code).toBe("DEVICE_CLAIM_UNWRITABLE");
    expect(problem.message).toContain("stops instead of continuing unprotected");
  });
});

describe("the handover", () => {
  test("the run's own daemon may claim the device, another may not, and then it comes back", async () => {
    using home = temporaryDirectory();
    await using daemon = otherProcess();
    const ownership = await takeOwnership(optionsIn(home.path));
    try {
      ownership.handOver("6206f31c6d");
      const target = { path: ownership.paths.claim, kind: "claim" as const, serial };
      const foreign = newClaimant({ pid: daemon.pid, namespace: "aaaaaaaaaa" });
      expect((await acquireClaim(target, foreign)).ok).toBe(false);
      const own = newClaimant({ pid: daemon.pid, namespace: "6206f31c6d" });
      expect((await acquireClaim(target, own)).ok).toBe(true);
      releaseClaim(target.path, own);
      expect((await acquireClaim(target, foreign)).ok).toBe(false);
      expect(await ownership.takeBack()).toEqual({ undisturbed: true });
    } finally {
      ownership.release();
    }
    expect(readdirSync(dirname(ownership.paths.claim))).toEqual([]);
  });

  test("a session that took the device meanwhile is named", async () => {
    using home = temporaryDirectory();
    await using other = otherProcess();
    const ownership = await takeOwnership(optionsIn(home.path));
    try {
      ownership.handOver("6206f31c6d");
      plant(ownership.paths.claim, { pid: other.pid });
      const outcome = await ownership.takeBack();
      expect(outcome.undisturbed).toBe(false);
      if (!outcome.undisturbed) expect(outcome.reason).toContain(`process ${other.pid}`);
    } finally {
      ownership.release();
    }
    expect(existsSync(ownership.paths.claim)).toBe(true);
  });

  test("a session that took the device and let go of it again is noticed", async () => {
    using home = temporaryDirectory();
    const ownership = await takeOwnership(optionsIn(home.path));
    try {
      ownership.handOver("6206f31c6d");
      plant(ownership.paths.claim, { pid: await deadPid() });
      expect(await ownership.takeBack()).toMatchObject({
        undisturbed: false,
        reason: expect.stringContaining("may have used"),
      });
    } finally {
      ownership.release();
    }
  });

  test("a claim lost during preflight stops the run before Claude starts", async () => {
    using home = temporaryDirectory();
    await using other = otherProcess();
    const ownership = await takeOwnership(optionsIn(home.path));
    plant(ownership.paths.claim, { pid: other.pid });
    expect(() => ownership.handOver("6206f31c6d")).toThrow(RunError);
    ownership.release();
  });

  test("after the handover a second benchmark is still refused", async () => {
    using home = temporaryDirectory();
    const ownership = await takeOwnership(optionsIn(home.path));
    ownership.handOver("6206f31c6d");
    const problem = await problemOf(takeOwnership(optionsIn(home.path)));
    expect(problem.code).toBe("DEVICE_IN_BENCHMARK");
    expect(problem.message).toContain(`process ${process.pid}`);
    ownership.release();
  });
});

test("of ten benchmarks started at once one runs and nine refuse with the owner's name", async () => {
  using home = temporaryDirectory();
  const racers = Array.from({ length: 10 }, () =>
    Bun.spawn([process.execPath, join(import.meta.dir, "benchmark-racer.ts"), home.path], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    }),
  );
  try {
    const outputs = racers.map((racer) => linesOf(racer.stdout));
    for (const output of outputs) expect(await output()).toBe("ready");
    for (const racer of racers) {
      racer.stdin.write("go\n");
      racer.stdin.flush();
    }
    const said = await Promise.all(outputs.map(async (output) => JSON.parse(await output())));
    const winners = said.filter((one) => one.won !== undefined);
    expect(winners).toHaveLength(1);
    for (const loser of said.filter((one) => one.won === undefined)) {
      expect(loser).toEqual({
        code: "DEVICE_IN_BENCHMARK",
        message: expect.stringContaining(`process ${winners[0].won}`),
      });
    }
  } finally {
    for (const racer of racers) racer.stdin.end();
    await Promise.all(racers.map((racer) => racer.exited));
  }
  expect(readdirSync(dirname(ownershipPaths(optionsIn(home.path)).claim))).toEqual([]);
}, 30_000);

function linesOf(stream: ReadableStream<Uint8Array>): () => Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let buffered = "";
  return async () => {
    while (!buffered.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the process ended early: ${buffered}`);
      buffered += decoder.decode(value, { stream: true });
    }
    const end = buffered.indexOf("\n");
    const line = buffered.slice(0, end);
    buffered = buffered.slice(end + 1);
    return line;
  };
}
