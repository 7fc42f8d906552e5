// biome-ignore-all lint/suspicious/noExplicitAny: raw messages have every shape
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startVirtualDevice } from "../../../scripts/virtual-device/index.ts";
import type { VirtualDevice } from "../../../scripts/virtual-device/types.ts";

const root = join(import.meta.dir, "../../..");
const ENTRY = join(root, "src/index.ts");

/** A server process spoken to in raw lines, so that what no client library would send can be sent. */
function startServer(environment: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [ENTRY, "--no-proxy"], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const answers = new Map<unknown, PromiseWithResolvers<any>>();
  const notifications: any[] = [];
  const slot = (id: unknown) => {
    const found = answers.get(id) ?? Promise.withResolvers<any>();
    answers.set(id, found);
    return found;
  };
  createInterface({ input: child.stdout! }).on("line", (line) => {
    const message = JSON.parse(line);
    if ("id" in message) slot(message.id).resolve(message);
    else notifications.push(message);
  });
  let next = 1;
  return {
    child,
    notifications,
    raw: (text: string) => void child.stdin!.write(text),
    send(method: string, params?: unknown) {
      const id = next++;
      child.stdin!.write(
        `${JSON.stringify({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) })}\n`,
      );
      return { id, answer: slot(id).promise };
    },
    notify: (method: string, params?: unknown) =>
      void child.stdin!.write(
        `${JSON.stringify({ jsonrpc: "2.0", method, ...(params ? { params } : {}) })}\n`,
      ),
    answerTo: (id: unknown) => slot(id).promise,
    isPending: (id: unknown) =>
      Promise.race([slot(id).promise.then(() => false), Bun.sleep(0).then(() => true)]),
    async stop() {
      child.stdin!.end();
      const ended = once(child, "exit");
      const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(timer);
      return child.exitCode;
    },
  };
}

let device: VirtualDevice;
let directory: string;
let server: ReturnType<typeof startServer>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "am-protocol-"));
  device = await startVirtualDevice();
  server = startServer({
    HOME: directory,
    ADB_SERVER_SOCKET: device.adbServerSocket,
    AUTOMOBILE_DATA_DIR: join(directory, "data"),
    AUTOMOBILE_DB_DIR: join(directory, "db"),
    AUTOMOBILE_COORDINATION_DIR: join(directory, "coordination"),
    AUTOMOBILE_ADB_SERVER_COORDINATION_DIR: join(directory, "adb"),
  });
  const { answer } = server.send("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  });
  expect((await answer).result).toMatchObject({
    serverInfo: { name: "AutoMobile" },
    capabilities: { tools: { listChanged: true } },
  });
  server.notify("notifications/initialized");
}, 20_000);

afterAll(async () => {
  expect(await server.stop()).toBe(0);
  await device.stop();
  rmSync(directory, { recursive: true, force: true });
}, 20_000);

const call = (name: unknown, args?: unknown, meta?: unknown) =>
  server.send("tools/call", {
    name,
    ...(args === undefined ? {} : { arguments: args }),
    ...(meta ? { _meta: meta } : {}),
  });

/** The server still answers. */
async function isAlive() {
  expect((await server.send("ping").answer).result).toEqual({});
}

describe("malformed requests", () => {
  test.each([
    ["no JSON", "this is not json\n"],
    ["half an object", '{"jsonrpc":"2.0","id":99,\n'],
    ["an array", "[]\n"],
    ["a number", "42\n"],
    ["empty lines", "\n\n\n"],
    ["no version", '{"id":77,"method":"ping"}\n'],
    ["a method that is a number", '{"jsonrpc":"2.0","id":78,"method":5}\n'],
    ["broken UTF-8", Buffer.from([0xff, 0xfe, 0x0a]).toString("latin1")],
    ["deep nesting", `${"[".repeat(100_000)}${"]".repeat(100_000)}\n`],
  ])("%s does not end the server", async (_name, text) => {
    server.raw(text);
    await isAlive();
  });

  test("an unknown method is JSON-RPC's own error", async () => {
    expect((await server.send("tools/explode").answer).error.code).toBe(-32601);
  });

  test("requests split and joined at any byte are the same requests", async () => {
    const line = `${JSON.stringify({ jsonrpc: "2.0", id: "split-é", method: "ping" })}\n`;
    const bytes = Buffer.from(line);
    for (let at = 0; at < bytes.length; at += 7) {
      server.child.stdin!.write(bytes.subarray(at, at + 7));
      await Bun.sleep(1);
    }
    expect((await server.answerTo("split-é")).result).toEqual({});
    server.raw(['"x1"', '"x2"'].map((id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`).join(""));
    await Promise.all([server.answerTo("x1"), server.answerTo("x2")]);
  });
});

describe("tools/call", () => {
  test("an unknown tool is an error result that names the nearest", async () => {
    expect((await call("tapOm", {}).answer).result).toMatchObject({
      isError: true,
      content: [{ type: "text", text: "Error: Unknown tool: tapOm. Did you mean tapOn?" }],
    });
    for (const name of ["", "__proto__", "constructor", "toString", "x".repeat(5000)]) {
      expect((await call(name, {}).answer).result.isError).toBe(true);
    }
  });

  test.each([
    ["a name that is no text", 5, {}],
    ["no name", undefined, {}],
    ["arguments that are a list", "observe", [1]],
    ["arguments that are a text", "observe", "now"],
  ])("%s is refused", async (_what, name, args) => {
    const message = await call(name, args).answer;
    expect(message.error ?? message.result.isError).toBeTruthy();
    await isAlive();
  });

  test.each([
    ["tapOn", { selector: 5 }],
    ["tapOn", { selector: { text: ["a"] } }],
    ["tapOn", { selector: { text: "a" }, index: "0" }],
    ["tapOn", { selector: { text: "a" }, index: 1e300 }],
    ["pressButton", { button: { $gt: "" } }],
    ["inputText", { text: 12 }],
    ["observe", { waitFor: [] }],
    ["observe", { project: "everything" }],
    ["launchApp", { appId: "a b" }],
    ["swipeOn", { direction: "sideways" }],
    ["sendKeys", { commands: Array.from({ length: 101 }, () => ({ action: "clear" })) }],
    ["observe", JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}')],
  ])("%s %j is refused in one sentence", async (name, args) => {
    const { result } = await call(name, args).answer;
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toStartWith(`Error: Invalid arguments for ${name}: `);
    expect(result.content[0].text.length).toBeLessThan(2000);
  });

  test("an input of megabytes is refused in a short answer", async () => {
    const { result } = await call("inputText", { text: "x".repeat(5_000_000) }).answer;
    expect(result.isError).toBe(true);
    expect(result.content[0].text.length).toBeLessThan(500);
  });

  test("a message beyond all measure is answered with an error, and the server lives on", async () => {
    const { answer } = call("inputText", { text: "x".repeat(20_000_000) });
    expect((await answer).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining("longer than"),
    });
    await isAlive();
  });

  test("a device that is not there is a typed error", async () => {
    const { result } = await call("observe", { device: "emulator-9" }).answer;
    expect(JSON.parse(result.content[0].text)).toMatchObject({
      success: false,
      code: "device_not_found",
      retryable: false,
    });
  });

  test("structured content is the same as the text", async () => {
    const { result } = await call("observe", {}).answer;
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
  });
});

describe("cancellation and progress", () => {
  test("a cancelled call is not answered and the next one is", async () => {
    const { id } = call("observe", { waitFor: { text: "never there", timeout: 30_000 } });
    await Bun.sleep(150);
    server.notify("notifications/cancelled", { requestId: id, reason: "test" });
    expect((await call("observe", {}).answer).result.isError).toBeUndefined();
    expect(await server.isPending(id)).toBe(true);
  });

  test("cancelling what is unknown or over is ignored", async () => {
    for (const requestId of [1, 999_999, "nothing", null])
      server.notify("notifications/cancelled", { requestId });
    await isAlive();
  });

  test.each([["token-1"], [7]])("progress carries the token %p", async (progressToken) => {
    server.notifications.length = 0;
    await call("observe", { waitFor: { text: "never there", timeout: 250, pollMs: 30 } }, { progressToken })
      .answer;
    const progress = server.notifications.filter(({ method }) => method === "notifications/progress");
    expect(progress.length).toBeGreaterThan(1);
    for (const { params } of progress) expect(params).toMatchObject({ progressToken, total: 250 });
  });

  test("without a token there is no progress", async () => {
    server.notifications.length = 0;
    await call("observe", { waitFor: { text: "never there", timeout: 120, pollMs: 30 } }).answer;
    expect(server.notifications).toEqual([]);
  });

  test("many calls at once are all answered", async () => {
    const calls = Array.from({ length: 40 }, () => call("observe", {}).answer);
    for (const { result } of await Promise.all(calls)) expect(result.isError).toBeUndefined();
  });
});
