import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { isAlive } from "../../../src/devices/process-identity.ts";
import { type ServerWorld, serverWorld } from "../../helpers/server-world.ts";

async function otherDaemon(world: ServerWorld, version: string, ageMs: number) {
  const script = join(import.meta.dir, "../../fakes/other-version-daemon.ts");
  const child = Bun.spawn(
    [process.execPath, script, world.environment.namespace.socketPath, version, String(ageMs)],
    { env: world.env, stdout: "pipe" },
  );
  await child.stdout.getReader().read();
  return child;
}

describe("a daemon of another version", () => {
  test("that is older is replaced by the first call", async () => {
    await using world = serverWorld();
    const old = await otherDaemon(world, "0.0.9", 60_000);
    await using client = await world.connect();
    const { value, isError } = await client.call("facts");
    expect(isError).toBe(false);
    expect(value.pid).not.toBe(old.pid);
    expect(await old.exited).toBe(0);
  });

  test("of the same version but another build is replaced too", async () => {
    await using world = serverWorld();
    await otherDaemon(world, "0.1.0", 60_000);
    await using client = await world.connect();
    expect((await client.call("facts")).isError).toBe(false);
  });

  test("that has only just started is left alone, and the client told when to come back", async () => {
    await using world = serverWorld();
    const young = await otherDaemon(world, "0.0.9", 0);
    await using client = await world.connect();
    const { value } = await client.call("facts");
    expect(value).toMatchObject({ code: "daemon_version_mismatch", retryable: true });
    expect(value.error).toMatch(/version 0\.0\.9 \(build other\).*try again in (9|10) s/);
    expect(isAlive(young.pid)).toBe(true);
  });

  test("that is newer is never replaced", async () => {
    await using world = serverWorld();
    const newer = await otherDaemon(world, "7.0.0", 60_000);
    await using client = await world.connect();
    const { value } = await client.call("facts");
    expect(value).toMatchObject({ code: "daemon_version_mismatch", retryable: false });
    expect(value.error).toContain("Use the newer server");
    expect(isAlive(newer.pid)).toBe(true);
  });

  test("is not replaced by a client that may start none", async () => {
    await using world = serverWorld();
    const old = await otherDaemon(world, "0.0.9", 60_000);
    await using client = await world.connect(["--no-daemon"]);
    expect((await client.call("facts")).value).toMatchObject({ code: "daemon_version_mismatch" });
    expect(isAlive(old.pid)).toBe(true);
  });
});
