import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { serverInstructions } from "../../../src/modes/instructions.ts";
import { type ServerWorld, serverWorld } from "../../helpers/server-world.ts";

const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

/** A server whose stdin gets exactly these lines; its stdout and stderr as text, once `until` many lines came. */
async function talk(world: ServerWorld, args: string[], lines: string[], until: number) {
  const child = Bun.spawn([process.execPath, world.entryScript, ...args], {
    env: world.env,
    cwd: world.directory,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  child.stdin.write(lines.map((line) => `${line}\n`).join(""));
  child.stdin.flush();
  let said = "";
  for await (const chunk of child.stdout) {
    said += Buffer.from(chunk).toString();
    if (said.split("\n").length > until) break;
  }
  return {
    child,
    messages: said
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

describe("stdio", () => {
  for (const args of [[], ["--no-proxy"]]) {
    const mode = args[0] ?? "proxy";

    test(`${mode}: initialize and tools/list at once, instructions only when asked for`, async () => {
      await using world = serverWorld();
      await using plain = await world.connect(args);
      expect(plain.client.getServerVersion()).toEqual({ name: "AutoMobile", version: "0.1.0" });
      expect(plain.client.getInstructions()).toBeUndefined();
      expect((await plain.client.listTools()).tools.length).toBeGreaterThan(0);
      await using byFlag = await world.connect([...args, "--instructions"]);
      expect(byFlag.client.getInstructions()).toBe(serverInstructions);
      await using byVariable = await world.connect(args, { AUTOMOBILE_SERVER_INSTRUCTIONS: "1" });
      expect(byVariable.client.getInstructions()).toBe(serverInstructions);
      expect(existsSync(world.environment.namespace.socketPath)).toBe(false);
    });

    test(`${mode}: lines that are no messages are passed over, stdout carries only messages`, async () => {
      await using world = serverWorld();
      const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
      const unknown = { jsonrpc: "2.0", id: 3, method: "no/such" };
      const lines = ["", "not json", "[]", "{", "null", '"text"', JSON.stringify(hello), '{"jsonrpc":"1.0"}'];
      const { child, messages } = await talk(
        world,
        args,
        [...lines, JSON.stringify(list), JSON.stringify(unknown)],
        3,
      );
      const byId = messages.toSorted((a, b) => Number(a.id) - Number(b.id));
      expect(byId.map(({ id }) => id)).toEqual([1, 2, 3]);
      expect(byId[2]).toMatchObject({ error: { code: -32601 } });
      await child.stdin.end();
      expect(await child.exited).toBe(0);
      expect(await new Response(child.stderr).text()).toBe("");
    });

    test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(`${mode}: ends on %s`, async (signal) => {
      await using world = serverWorld();
      const { child } = await talk(world, args, [JSON.stringify(hello)], 1);
      child.kill(signal);
      expect(await child.exited).toBe(0);
    });
  }

  test("a wrong option or variable ends the start with one line each on stderr", async () => {
    await using world = serverWorld();
    expect(await world.run(["--no-proxi"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "Error: Unknown option --no-proxi. Did you mean --no-proxy?\nError: See --help.\n",
    });
    const { code, stderr } = await world.run([], {
      AUTOMOBILE_DAEMON_TIMEOUT_MS: "soon",
      AUTOMOBILE_LOG_SINK: "x",
    });
    expect(code).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(2);
  });

  test("--help and --version answer whatever the environment says", async () => {
    await using world = serverWorld();
    const broken = { AUTOMOBILE_DAEMON_TIMEOUT_MS: "soon" };
    expect(await world.run(["--version"], broken)).toEqual({
      code: 0,
      stdout: "0.1.0 (build source)\n",
      stderr: "",
    });
    expect((await world.run(["--help"], broken)).stdout).toStartWith("auto-mobile: an MCP server");
  });
});
