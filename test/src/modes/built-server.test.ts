import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildServer } from "../../../scripts/build.ts";
import { startVirtualDevice, type VirtualDevice } from "../../../scripts/virtual-device/index.ts";
import { readClaim } from "../../../src/devices/claim-file.ts";
import { claimPaths } from "../../../src/devices/claim-paths.ts";
import { isAlive } from "../../../src/devices/process-identity.ts";
import { endProcess, eventually, type ServerWorld, serverWorld } from "../../helpers/server-world.ts";

const appId = "dev.jasonpearson.automobile.playground";
let output: string;
let entryScript: string;
let device: VirtualDevice;

beforeAll(async () => {
  output = mkdtempSync(join(tmpdir(), "built-server-"));
  entryScript = (await buildServer(resolve(import.meta.dir, "../../.."), output)).path;
  device = await startVirtualDevice();
});
afterAll(async () => {
  await device.stop();
  rmSync(output, { recursive: true, force: true });
});

function builtWorld(): ServerWorld {
  return serverWorld({ entryScript, env: { ADB_SERVER_SOCKET: device.adbServerSocket } });
}

function claimIn(world: ServerWorld) {
  const [, host = "", port = ""] = /^tcp:(.*):(\d+)$/.exec(device.adbServerSocket) ?? [];
  const { claim } = claimPaths({
    serial: device.serial,
    server: { host, port: Number(port) },
    adbRoot: world.environment.adbRoot,
    coordination: world.environment.coordinationDirectory,
  });
  return readClaim(claim);
}

test("the proxy lists what the direct server lists", async () => {
  await using world = builtWorld();
  await using proxy = await world.connect();
  await using direct = await world.connect(["--no-proxy"]);
  const listed = (await proxy.client.listTools()).tools;
  expect(listed).toEqual((await direct.client.listTools()).tools);
  expect(listed.map(({ name }) => name)).toContain("observe");
  await proxy.call("listDevices");
  expect((await proxy.client.listTools()).tools).toEqual(listed);
}, 20_000);

test("an agent uses the device through proxy and daemon, another is refused, and gets it afterwards", async () => {
  await using world = builtWorld();
  await using first = await world.connect();
  await using second = await world.connect();
  expect((await first.call("observe")).isError).toBe(false);
  expect(claimIn(world).status).toBe("absent");
  expect((await first.call("launchApp", { appId })).value).toMatchObject({
    packageName: appId,
    verified: true,
  });
  expect(claimIn(world)).toMatchObject({ claim: { socketPath: world.environment.namespace.socketPath } });

  const refused = await second.call("pressButton", { button: "home" });
  expect(refused.value).toMatchObject({
    success: false,
    code: "device_owned_by_other_session",
    retryable: true,
  });
  await first.close();
  await eventually(() => claimIn(world).status === "absent");
  expect((await second.call("pressButton", { button: "home" })).isError).toBe(false);
}, 20_000);

test("a daemon killed between two calls costs the agent nothing", async () => {
  await using world = builtWorld();
  await using agent = await world.connect();
  const launched = await agent.call("launchApp", { appId });
  expect(launched).toMatchObject({ isError: false });
  const found = claimIn(world);
  const pid = found.status === "claim" ? found.claim.pid : null;
  endProcess(pid, "SIGKILL");
  await eventually(() => !isAlive(pid ?? 0));
  expect(await agent.call("pressButton", { button: "back" })).toMatchObject({ isError: false });
  expect(claimIn(world)).toMatchObject({ status: "claim" });
  expect(claimIn(world)).not.toMatchObject({ claim: { pid } });
}, 20_000);
