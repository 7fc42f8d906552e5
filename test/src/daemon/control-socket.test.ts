import { describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { connect } from "node:net";
import { eventually, type ServerWorld, serverWorld } from "../../helpers/server-world.ts";

/** Sends raw text and gathers what comes back until the daemon ends the connection or `until` is there. */
function exchange(world: ServerWorld, text: string, until?: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(world.environment.namespace.socketPath, () => socket.write(text));
    let said = "";
    const done = () => {
      socket.destroy();
      resolve(said);
    };
    socket.on("data", (chunk) => {
      said += chunk.toString();
      if (until !== undefined && said.includes(until)) done();
    });
    socket.on("close", done);
    socket.on("error", done);
  });
}

function request(method: string, params: Record<string, unknown> = {}): string {
  return `${JSON.stringify({ id: method, type: "mcp_request", method, params })}\n`;
}

describe("the control socket", () => {
  test("is the user's alone", async () => {
    await using world = serverWorld();
    await world.run(["--daemon", "start"]);
    const { socketPath, pidPath, lockPath } = world.environment.namespace;
    for (const path of [socketPath, pidPath, lockPath]) expect(statSync(path).mode & 0o077).toBe(0);
  });

  test("speaks the documented protocol to clients that never said hello", async () => {
    await using world = serverWorld();
    await world.run(["--daemon", "start"]);
    const ping = JSON.parse(await exchange(world, request("ide/ping"), "\n"));
    expect(ping).toMatchObject({ id: "ide/ping", type: "mcp_response", success: true, result: { ok: true } });
    const call = JSON.parse(
      await exchange(world, request("tools/call", { name: "echo", arguments: { a: "é" } }), "\n"),
    );
    expect(call.result.content).toEqual([{ type: "text", text: '{"a":"é"}' }]);
    expect(
      JSON.parse(await exchange(world, request("tools/list"), "\n")).result.tools.length,
    ).toBeGreaterThan(0);
  });

  test("answers what it does not know, and drops who sends no JSON; others go on", async () => {
    await using world = serverWorld();
    await using client = await world.connect();
    await client.call("echo");
    expect(JSON.parse(await exchange(world, request("no/such"), "\n"))).toMatchObject({
      success: false,
      error: "Unsupported method: no/such",
    });
    expect(JSON.parse(await exchange(world, '{"id":"7","hello":1}\n', "\n"))).toMatchObject({
      id: "7",
      success: false,
    });
    expect(JSON.parse(await exchange(world, request("tools/call", { name: 5 }), "\n"))).toMatchObject({
      success: false,
    });
    expect(await exchange(world, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")).toBe("");
    expect(await exchange(world, "\u0000\u0001\u0002\n")).toBe("");
    expect((await client.call("echo", { still: "here" })).value).toEqual({ still: "here" });
  });

  test("a tool's stray rejection is logged and harms nobody; an uncaught exception ends the daemon in order", async () => {
    await using world = serverWorld();
    await using client = await world.connect();
    const { pid } = (await client.call("facts")).value;
    await client.call("stray", { how: "rejection" });
    await eventually(() => world.daemonLog().includes("unhandled rejection: Error: stray"));
    expect((await client.call("facts")).value.pid).toBe(pid);
    await client.call("stray", { how: "exception" });
    await eventually(() => world.daemonLog().includes("stopped"));
    expect(world.leftovers()).toEqual([]);
    expect((await client.call("facts")).isError).toBe(false);
  });
});
