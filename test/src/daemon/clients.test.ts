import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { askLeaseStatus } from "../../../src/daemon/lease-question.ts";
import { readClaim } from "../../../src/devices/claim-file.ts";
import { claimPaths } from "../../../src/devices/claim-paths.ts";
import { isAlive } from "../../../src/devices/process-identity.ts";
import { endProcess, eventually, type ServerWorld, serverWorld } from "../../helpers/server-world.ts";

function pathsIn(world: ServerWorld, serial: string) {
  return claimPaths({
    serial,
    server: { host: "127.0.0.1", port: 5037 },
    adbRoot: world.environment.adbRoot,
    coordination: world.environment.coordinationDirectory,
  });
}

describe("a client", () => {
  test("that vanishes during a call: the call is cancelled, the device is free, others go on", async () => {
    await using world = serverWorld();
    const vanishing = await world.connect();
    await using staying = await world.connect();
    vanishing.call("hold", { serial: "emulator-5554", ms: 60_000 }).catch(() => {});
    const { claim } = pathsIn(world, "emulator-5554");
    await eventually(() => readClaim(claim).status === "claim");
    expect(await staying.call("hold", { serial: "emulator-5554" })).toMatchObject({
      isError: true,
      value: { code: "device_owned_by_other_session", retryable: true },
    });

    endProcess(vanishing.pid, "SIGKILL");
    await eventually(() => world.daemonLog().includes("hold emulator-5554: cancelled"));
    await eventually(() => readClaim(claim).status === "absent");
    expect((await staying.call("hold", { serial: "emulator-5554" })).isError).toBe(false);
  });

  test("cancels a call and hears of its progress", async () => {
    await using world = serverWorld();
    await using client = await world.connect();
    const cancel = new AbortController();
    const heard: unknown[] = [];
    const call = client.client.callTool(
      { name: "hold", arguments: { serial: "emulator-5554", ms: 60_000 } },
      undefined,
      {
        signal: cancel.signal,
        onprogress: (progress) => {
          heard.push(progress);
          cancel.abort("enough");
        },
      },
    );
    expect(call).rejects.toThrow("enough");
    await eventually(() => world.daemonLog().includes("hold emulator-5554: cancelled"));
    expect(heard).toEqual([{ progress: 1, total: 2, message: "held" }]);
    expect((await client.call("hold", { serial: "emulator-5554" })).isError).toBe(false);
  });

  test("whose call takes too long gets an error, and the call is cancelled in the daemon", async () => {
    await using world = serverWorld({ env: { AUTOMOBILE_DAEMON_TIMEOUT_MS: "200" } });
    await using client = await world.connect();
    const late = await client.call("hold", { serial: "emulator-5554", ms: 60_000 });
    expect(late.value).toMatchObject({ code: "request_timeout", success: false });
    await eventually(() => world.daemonLog().includes("hold emulator-5554: cancelled"));
  });

  test("is told when the tools change", async () => {
    await using world = serverWorld();
    await using client = await world.connect(["--enable-tool", "addTool"]);
    let told = 0;
    client.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      told += 1;
    });
    await client.call("addTool");
    await eventually(() => told > 0);
    expect((await client.client.listTools()).tools.map(({ name }) => name)).toContain("added");
  });

  test("whose parent dies without closing its pipes ends by itself", async () => {
    await using world = serverWorld();
    // The other end of the server's stdin is held by a process that outlives the parent.
    const hello = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    });
    const parent = Bun.spawn(
      [
        "sh",
        "-c",
        '(echo "$2"; sleep 30) | "$0" "$1" & echo "$!"; wait',
        process.execPath,
        world.entryScript,
        hello,
      ],
      { env: world.env, cwd: world.directory, stdout: "pipe" },
    );
    let said = "";
    for await (const chunk of parent.stdout) {
      said += Buffer.from(chunk).toString();
      if (said.includes("serverInfo")) break;
    }
    const child = Number.parseInt(said, 10);
    expect(isAlive(child)).toBe(true);
    parent.kill("SIGKILL");
    await eventually(() => !isAlive(child));
  });

  for (const [how, args] of [
    ["proxy", []],
    ["direct server", ["--no-proxy"]],
  ] as const) {
    test(`that closes its side: the ${how} ends and its device is free`, async () => {
      await using world = serverWorld();
      const client = await world.connect([...args]);
      await client.call("hold", { serial: "emulator-5554" });
      const { claim, lease } = pathsIn(world, "emulator-5554");
      expect(readClaim(claim)).toMatchObject({ status: "claim" });
      expect(readClaim(lease)).toMatchObject({ status: "claim" });
      await client.close();
      await eventually(() => !isAlive(client.pid));
      await eventually(() => readClaim(claim).status === "absent" && readClaim(lease).status === "absent");
    });
  }

  test("that is silent for longer than the heartbeat allows loses its device", async () => {
    await using world = serverWorld({ env: { AUTOMOBILE_SESSION_HEARTBEAT_TIMEOUT_MS: "300" } });
    const client = await world.connect();
    await client.call("hold", { serial: "emulator-5554" });
    const { claim } = pathsIn(world, "emulator-5554");
    await Bun.sleep(700);
    expect(readClaim(claim).status).toBe("claim");
    endProcess(client.pid, "SIGSTOP");
    await eventually(() => readClaim(claim).status === "absent");
    endProcess(client.pid, "SIGKILL");
  });

  test("that only waits loses its device after the idle time", async () => {
    await using world = serverWorld({ env: { AUTOMOBILE_SESSION_IDLE_TIMEOUT_MS: "300" } });
    await using client = await world.connect();
    const { claim } = pathsIn(world, "emulator-5554");
    await client.call("hold", { serial: "emulator-5554" });
    expect(readClaim(claim).status).toBe("claim");
    const looking = setInterval(() => void client.call("hold", { serial: "emulator-5554", read: true }), 50);
    await eventually(() => readClaim(claim).status === "absent");
    clearInterval(looking);
    expect(world.daemonLog()).toContain("no action for 300 ms");
    expect((await client.call("hold", { serial: "emulator-5554" })).isError).toBe(false);
  });
});

describe("daemon/deviceLeaseStatus", () => {
  test("tells whose session it is and what it is doing", async () => {
    await using world = serverWorld();
    await using client = await world.connect();
    const { pid } = (await client.call("facts")).value;
    const { socketPath } = world.environment.namespace;
    expect(await askLeaseStatus(socketPath, "emulator-5554")).toEqual({
      kind: "answer",
      status: {
        pid: Number(pid),
        deviceId: "emulator-5554",
        sessionId: null,
        activeExecutions: 0,
        inFlightRequests: 0,
        streaming: false,
        idleForMs: null,
      },
    });
    const { value } = await client.call("hold", { serial: "emulator-5554" });
    expect(await askLeaseStatus(socketPath, "emulator-5554")).toMatchObject({
      status: { sessionId: value.sessionId, activeExecutions: 0, idleForMs: expect.any(Number) },
    });
    expect(await askLeaseStatus(join(world.directory, "nobody"), "x")).toEqual({ kind: "unreachable" });
  });
});
