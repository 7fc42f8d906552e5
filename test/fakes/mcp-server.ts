#!/usr/bin/env bun
/**
 * A stdio MCP server that misbehaves on request. `bun mcp-server.ts [mode=NAME] [log=FILE]`
 * Modes: ok, exit (at once, status 1), hang_init, slow_init:MS, list_nothing, list_error, die_in_call (the first
 * time), die_once (in the first call ever; needs a log), hang_call, slow_call (2 s), huge (200 kB results), enormous (100 MB
 * results), flood_stderr, is_error, ignore_term.
 * AUTOMOBILE_SERVER_INSTRUCTIONS=1 makes it send instructions. `log` gets one JSON line for the start (argv, environment, cwd) and for each message received.
 */
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const options = Object.fromEntries(
  process.argv.slice(2).map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
);
const [mode = "ok", milliseconds = "3000"] = (options.mode ?? "ok").split(":");
const note = (entry: Record<string, unknown>) => {
  if (options.log) appendFileSync(options.log, `${JSON.stringify({ pid: process.pid, ...entry })}\n`);
};
const send = (message: Record<string, unknown>) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

note({ start: mode, env: process.env, cwd: process.cwd(), argv: process.argv.slice(2) });
if (mode === "exit") {
  console.error("fake server: exiting as asked");
  process.exit(1);
}
if (mode === "flood_stderr") for (let i = 0; i < 2000; i++) console.error(`noise ${i} ${"x".repeat(500)}`);
if (mode === "ignore_term") for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => {});

const INSTRUCTIONS = "INSTRUCTIONS-OF-THE-FAKE: observe before you tap.";
const text = { type: "string", description: "any text" };
const device = { type: "string", description: "Device label" };
const TOOLS = ["observe", "tapOn", "listDevices"].map((name) => ({
  name,
  description: `Fake ${name}`,
  inputSchema: { type: "object", properties: name === "listDevices" ? { text } : { text, device } },
}));

const input = createInterface({ input: process.stdin });
for await (const line of input) {
  const request = JSON.parse(line) as { id?: number; method: string; params?: Record<string, unknown> };
  note({ received: request.method, params: request.params });
  if (request.id === undefined) continue;
  const { id } = request;
  if (request.method === "initialize") {
    if (mode === "hang_init") continue;
    if (mode === "slow_init") await sleep(Number(milliseconds));
    send({
      id,
      result: {
        protocolVersion: String(request.params?.protocolVersion ?? "2025-06-18"),
        capabilities: { tools: {} },
        serverInfo: { name: "AutoMobile", version: "0.0.0" },
        ...(process.env.AUTOMOBILE_SERVER_INSTRUCTIONS === "1" ? { instructions: INSTRUCTIONS } : {}),
      },
    });
  } else if (request.method === "tools/list") {
    if (mode === "list_error") send({ id, error: { code: -32603, message: "no list today" } });
    else send({ id, result: { tools: mode === "list_nothing" ? [] : TOOLS } });
  } else if (request.method === "tools/call") {
    void answerCall(id, request.params ?? {});
  } else send({ id, result: {} });
}
if (mode === "ignore_term") await sleep(60_000);

async function answerCall(id: number, params: Record<string, unknown>): Promise<void> {
  if (mode === "die_in_call") process.exit(3);
  if (mode === "die_once" && !existsSync(`${options.log}.died`)) {
    writeFileSync(`${options.log}.died`, "");
    process.exit(3);
  }
  if (mode === "hang_call") return;
  if (mode === "slow_call") await sleep(2000);
  const said = (params.arguments as { text?: string } | undefined)?.text ?? "";
  const body =
    mode === "huge" || mode === "enormous"
      ? "huge ".repeat(mode === "huge" ? 40_000 : 20_000_000)
      : JSON.stringify({ tool: params.name, said, items: [{ id: 7, said }] });
  send({
    id,
    result: { content: [{ type: "text", text: body }], ...(mode === "is_error" ? { isError: true } : {}) },
  });
}
