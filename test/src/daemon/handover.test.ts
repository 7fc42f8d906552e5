import { describe, expect, test } from "bun:test";
import { readClaim } from "../../../src/devices/claim-file.ts";
import { claimPaths } from "../../../src/devices/claim-paths.ts";
import {
  acquireClaim,
  findOwner,
  handOver,
  newClaimant,
  releaseClaim,
  takeBack,
} from "../../../src/devices/claims.ts";
import { isAlive } from "../../../src/devices/process-identity.ts";
import { endProcess, eventually, type ServerWorld, serverWorld } from "../../helpers/server-world.ts";

const serial = "emulator-5554";

function pathsIn(world: ServerWorld) {
  return claimPaths({
    serial,
    server: { host: "localhost", port: 5037 },
    adbRoot: world.environment.adbRoot,
    coordination: world.environment.coordinationDirectory,
  });
}

/** A benchmark that has handed a device over to the daemon of `run`, with a foreign daemon beside it. */
async function handedOver(run: ServerWorld) {
  const paths = pathsIn(run);
  const benchmark = newClaimant();
  const target = { path: paths.claim, kind: "claim", serial } as const;
  expect(await acquireClaim(target, benchmark)).toMatchObject({ ok: true });
  expect(handOver(paths.claim, benchmark, run.environment.namespace.suffix ?? "")).toBe(true);
  return { paths, benchmark, target };
}

describe("a device handed over to the run's own daemon", () => {
  test("is refused to a foreign daemon before, during and after the run's use of it", async () => {
    await using run = serverWorld();
    await using foreign = serverWorld({ shared: run });
    const { paths, benchmark, target } = await handedOver(run);
    await using outsider = await foreign.connect();
    await using agent = await run.connect();
    const refused = { isError: true, value: { code: "device_owned_by_other_daemon", retryable: true } };

    expect(await outsider.call("hold", { serial })).toMatchObject(refused);
    expect(await outsider.call("hold", { serial, read: true })).toMatchObject(refused);
    expect((await agent.call("hold", { serial })).isError).toBe(false);
    expect(await outsider.call("hold", { serial })).toMatchObject(refused);

    await run.run(["--daemon", "stop"]);
    expect(readClaim(paths.claim)).toMatchObject({
      status: "claim",
      claim: { pid: process.pid, token: benchmark.token, reservedFor: run.environment.namespace.suffix },
    });
    expect(await outsider.call("hold", { serial })).toMatchObject(refused);

    expect(await takeBack(target, benchmark)).toMatchObject({ ok: true, continuous: true });
    expect(readClaim(paths.claim)).toMatchObject({ claim: { reservedFor: null, token: benchmark.token } });
    releaseClaim(paths.claim, benchmark);
    expect((await outsider.call("hold", { serial })).isError).toBe(false);
  }, 15_000);

  test("goes back to the reservation when the daemon's session is idle, and is taken again", async () => {
    await using run = serverWorld({ env: { AUTOMOBILE_SESSION_IDLE_TIMEOUT_MS: "200" } });
    const { paths, benchmark } = await handedOver(run);
    await using agent = await run.connect();
    await agent.call("hold", { serial });
    expect(readClaim(paths.claim)).toMatchObject({ claim: { reservedBy: { pid: process.pid } } });
    await eventually(() => {
      const found = readClaim(paths.claim);
      return found.status === "claim" && found.claim.token === benchmark.token;
    });
    expect((await agent.call("hold", { serial })).isError).toBe(false);
  });

  test("stays the benchmark's when the run's daemon is killed", async () => {
    await using run = serverWorld();
    await using foreign = serverWorld({ shared: run });
    const { benchmark, target } = await handedOver(run);
    await using agent = await run.connect();
    await agent.call("hold", { serial });
    const { pid } = (await agent.call("facts")).value;
    endProcess(pid, "SIGKILL");
    await eventually(() => !isAlive(Number(pid)));

    await using outsider = await foreign.connect();
    const { value } = await outsider.call("hold", { serial });
    expect(value.code).toBe("device_owned_by_other_daemon");
    expect(String(value.message)).toContain("which keeps it for its own daemon");
    expect(await takeBack(target, benchmark)).toMatchObject({ ok: true, continuous: true });
  }, 15_000);

  test("is anybody's once the benchmark has crashed", async () => {
    await using run = serverWorld();
    const paths = pathsIn(run);
    const crashed = Bun.spawnSync([process.execPath, "--version"]).pid;
    const benchmark = { ...newClaimant(), pid: crashed, processStart: null };
    const target = { path: paths.claim, kind: "claim", serial } as const;
    await acquireClaim(target, benchmark);
    handOver(paths.claim, benchmark, "0123456789");
    await using client = await run.connect();
    expect((await client.call("hold", { serial })).isError).toBe(false);
    expect(readClaim(paths.claim)).toMatchObject({ claim: { reservedFor: null, reservedBy: null } });
  });

  test("that somebody else took meanwhile is not given back", async () => {
    await using run = serverWorld();
    await using foreign = serverWorld({ shared: run });
    const { paths, benchmark, target } = await handedOver(run);
    // As a daemon would that knows no reservations.
    await Bun.file(paths.claim).delete();
    await using outsider = await foreign.connect();
    await outsider.call("hold", { serial });
    expect(await takeBack(target, benchmark)).toMatchObject({ ok: false, state: { status: "held" } });
    expect((await run.run(["--daemon", "status"])).stdout).toMatch(
      /^Daemon is not running\n {2}Lease of another process: emulator-5554 is held by process \d+, session /,
    );
    await outsider.close();
    await eventually(() => readClaim(paths.claim).status === "absent");
    expect(await takeBack(target, benchmark)).toMatchObject({ ok: true, continuous: false });
    expect(await findOwner(paths, serial)).toMatchObject({ status: "held", owner: `process ${process.pid}` });
  }, 15_000);
});
