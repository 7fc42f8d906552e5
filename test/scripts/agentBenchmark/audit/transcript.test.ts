import { describe, expect, test } from "bun:test";
import {
  assistant,
  auditBytes,
  auditEvents,
  call,
  goodRun,
  init,
  result,
  say,
  toBytes,
  toolResult,
} from "./events.ts";

describe("numbers", () => {
  test("a good run: turns, calls, tokens, cost, models, answer", () => {
    const { audit, signals } = auditEvents(goodRun());
    expect(audit).toMatchObject({
      turns: 2,
      toolCounts: { observe: 1 },
      usage: { inputTokens: 200, outputTokens: 50, cacheReadTokens: 2000, cacheCreationTokens: 100 },
      costUsd: 0.25,
      durationSeconds: 1.5,
      observedModels: ["claude-sonnet-5-5"],
      requestedModel: "claude-sonnet-5-5",
      claudeCodeVersion: "2.1.332",
      answer: "Done.\nEXPECTED_COUNT: 3",
      answerSource: "result",
      stopReason: "end_turn",
      inits: 1,
      results: 1,
      lines: 5,
      parseErrors: [],
      stumbles: [],
    });
    expect(audit.toolCalls).toHaveLength(1);
    expect(audit.toolCalls[0]).toMatchObject({
      id: "t1",
      messageId: "m1",
      name: "mcp__auto-mobile__observe",
      shortName: "observe",
      deviceAware: true,
      infrastructure: false,
      turn: 1,
      line: 2,
      isError: false,
      result: "observed",
      resultLine: 3,
    });
    expect(audit.totals).toMatchObject({ toolCalls: 1, deviceToolCalls: 1, successfulDeviceToolCalls: 1 });
    expect(signals).toMatchObject({
      serverStatus: "connected",
      serverTools: 2,
      serverProved: true,
      truncated: false,
    });
    expect(audit.bytes).toBe(toBytes(goodRun()).length);
  });

  test("turns are messages by id, not num_turns and not events", () => {
    const { audit } = auditEvents([
      init(),
      say("m1", "I will look."),
      call("m1", "t1", "observe"),
      call("m1", "t2", "observe"),
      toolResult("t1", "a"),
      // Events of one message interleave with results.
      call("m1", "t3", "tapOn"),
      toolResult("t2", "b"),
      toolResult("t3", "c"),
      say("m2", "Done."),
      result({ num_turns: 4 }),
    ]);
    expect(audit.turns).toBe(2);
    expect(audit.toolCalls.map((entry) => [entry.id, entry.turn])).toEqual([
      ["t1", 1],
      ["t2", 1],
      ["t3", 1],
    ]);
    expect(audit.messages.map((message) => message.text)).toEqual(["I will look.", "Done."]);
  });

  test("a call is keyed by message and block: repeats are dropped, a reused id is another call", () => {
    const { audit } = auditEvents([
      init(),
      call("m1", "same", "observe"),
      call("m1", "same", "observe"),
      toolResult("same", "first"),
      toolResult("same", "repeated", { isError: true }),
      call("m2", "same", "observe"),
      toolResult("same", "second", { isError: true }),
      call("m1", "same", "observe"),
      result(),
    ]);
    expect(audit.toolCalls.map((entry) => [entry.messageId, entry.result])).toEqual([
      ["m1", "first"],
      ["m2", "second"],
    ]);
    expect(audit.totals).toMatchObject({ toolCalls: 2, toolErrors: 1, stumbles: 1 });
  });

  test("parallel results are matched by id in any order", () => {
    const { audit } = auditEvents([
      init(),
      call("m1", "t1", "observe"),
      call("m1", "t2", "tapOn"),
      toolResult("t2", "two"),
      toolResult("t1", "one"),
      result(),
    ]);
    expect(audit.toolCalls.map((entry) => entry.result)).toEqual(["one", "two"]);
  });

  test("tokens and cost come from the last cumulative totals, and are never added up", () => {
    const usage = (tokens: number) => ({
      a: { inputTokens: tokens },
      b: { inputTokens: 1, outputTokens: tokens },
    });
    const { audit } = auditEvents([
      init(),
      say("m1", "x"),
      result({ total_cost_usd: 0.1, modelUsage: usage(10) }),
      result({ total_cost_usd: 0.3, modelUsage: usage(30) }),
    ]);
    expect(audit.costUsd).toBe(0.3);
    expect(audit.usage).toEqual({
      inputTokens: 31,
      outputTokens: 30,
      cacheReadTokens: null,
      cacheCreationTokens: null,
    });
    expect(audit.results).toBe(2);
  });

  test("a later result with nothing in it does not erase tokens and cost", () => {
    const { audit } = auditEvents([
      init(),
      say("m1", "x"),
      result(),
      result({ subtype: "error_during_execution", total_cost_usd: 0, modelUsage: {}, result: undefined }),
    ]);
    expect(audit.costUsd).toBe(0.25);
    expect(audit.usage.inputTokens).toBe(200);
  });

  test("a later result that reports less does not lower them", () => {
    const zero = { "claude-sonnet-5-5": { inputTokens: 0, outputTokens: 0 } };
    const { audit } = auditEvents([
      init(),
      say("m1", "x"),
      result(),
      result({ total_cost_usd: 0, modelUsage: zero }),
    ]);
    expect(audit.usage.inputTokens).toBe(200);
    expect(audit.costUsd).toBe(0.25);
  });

  test("what is not reported is null, never 0", () => {
    const { audit } = auditEvents([
      init(),
      say("m1", "x"),
      { type: "result", subtype: "success", is_error: false, result: "x", stop_reason: "end_turn" },
    ]);
    expect(audit.costUsd).toBeNull();
    expect(audit.durationSeconds).toBeNull();
    expect(Object.values(audit.usage)).toEqual([null, null, null, null]);
  });

  test("a call's duration runs from the last known time to its result", () => {
    const { audit } = auditEvents([
      init(),
      call("m1", "t1", "observe"),
      toolResult("t1", "a", { timestamp: "2026-10-01T10:00:00.000Z" }),
      call("m2", "t2", "observe"),
      toolResult("t2", "b", { timestamp: "2026-10-01T10:00:02.500Z" }),
      result(),
    ]);
    expect(audit.toolCalls.map((entry) => entry.durationSeconds)).toEqual([null, 2.5]);
    expect(audit.toolCalls[1]?.finishedAt).toBe("2026-10-01T10:00:02.500Z");
  });
});

describe("what does not count", () => {
  test("synthetic messages are no model, no turn, no answer", () => {
    const { audit, signals } = auditEvents([
      init(),
      say("u1", "Invalid API key", { model: "<synthetic>" }),
      result({ is_error: true, result: "Invalid API key" }),
    ]);
    expect(audit).toMatchObject({ turns: 0, observedModels: [], messages: [] });
    expect(signals.modelMessages).toBe(0);
  });

  test("unknown events and blocks are ignored", () => {
    const { audit } = auditEvents([
      { type: "system", subtype: "hook_started" },
      { type: "rate_limit_event", rate_limit_info: { status: "allowed" } },
      init(),
      { type: "stream_event", event: { type: "content_block_delta" } },
      assistant("m1", { type: "brand_new_block", id: "x", name: "y" }),
      assistant("m1", { type: "thinking", thinking: "secret thoughts" }),
      assistant("m1", null),
      {
        type: "user",
        message: { role: "user", content: [{ type: "text", text: "[nudge]" }] },
        isSynthetic: true,
      },
      { type: "user", message: { role: "user", content: "plain" } },
      { type: "control_request" },
      {},
      result(),
    ]);
    expect(audit.totals).toMatchObject({ toolCalls: 0, messages: 0, parseErrors: 0 });
    expect(audit.turns).toBe(1);
  });

  test("sub-agents' calls count with their parent, their messages are no turns", () => {
    const { audit } = auditEvents([
      init(),
      call("m1", "a1", "Agent", { input: { prompt: "do" } }),
      say("c1", "child speaking", { parent: "a1" }),
      call("c2", "t1", "observe", { parent: "a1" }),
      toolResult("t1", "seen", { parent: "a1" }),
      toolResult("a1", [{ type: "text", text: "child done" }]),
      say("m2", "Done."),
      result(),
    ]);
    expect(audit.turns).toBe(2);
    expect(audit.toolCalls.map((entry) => [entry.shortName, entry.parentToolUseId])).toEqual([
      ["Agent", null],
      ["observe", "a1"],
    ]);
    expect(audit.totals.successfulDeviceToolCalls).toBe(1);
    expect(audit.messages[0]).toMatchObject({ text: "child speaking", parentToolUseId: "a1" });
  });

  test("ToolSearch and WaitForMcpServers are infrastructure", () => {
    const { audit } = auditEvents([
      init(),
      call("m1", "t1", "ToolSearch"),
      toolResult("t1", [{ type: "tool_reference", tool_name: "mcp__auto-mobile__observe" }]),
      call("m2", "t2", "WaitForMcpServers"),
      result(),
    ]);
    expect(audit.toolCalls.every((entry) => entry.infrastructure)).toBe(true);
    expect(audit.totals).toMatchObject({ toolCalls: 2, infrastructureCalls: 2 });
  });

  test("api_retry events are counted apart", () => {
    const retry = { type: "system", subtype: "api_retry", attempt: 1, max_retries: 10 };
    expect(auditEvents([init(), retry, retry, result()]).audit.apiRetries).toBe(2);
  });
});

describe("the stream's order", () => {
  test("two inits and two results are read to the end; the last result decides", () => {
    const { audit, signals } = auditEvents([
      init({ mcp_servers: [{ name: "auto-mobile", status: "pending" }], tools: [] }),
      say("m1", "waiting"),
      result({ result: "first", stop_reason: "end_turn" }),
      init(),
      call("m2", "t1", "observe"),
      toolResult("t1", "late"),
      say("m3", "second"),
      result({ result: "second", origin: { kind: "task-notification" } }),
    ]);
    expect(audit).toMatchObject({ inits: 2, results: 2, answer: "second", turns: 3 });
    expect(signals.serverStatus).toBe("connected");
    expect(signals.serverTools).toBe(2);
  });

  test("events after the result still count", () => {
    const { audit } = auditEvents([...goodRun(), call("m3", "t9", "tapOn"), toolResult("t9", "late")]);
    expect(audit.toolCounts).toEqual({ observe: 1, tapOn: 1 });
  });

  test("the order of keys does not matter", () => {
    const event = result();
    const reversed = Object.fromEntries(Object.entries(event).reverse());
    expect(auditEvents([init(), say("m1", "x"), reversed]).audit.results).toBe(1);
  });
});

describe("late proof that the server is there", () => {
  const pending = init({ mcp_servers: [{ name: "auto-mobile", status: "pending" }], tools: ["Read"] });

  test("a successful call", () => {
    const { signals } = auditEvents([pending, call("m1", "t1", "observe"), toolResult("t1", "ok"), result()]);
    expect(signals).toMatchObject({ serverStatus: "pending", serverTools: 0, serverProved: true });
  });

  test("a failed call is none", () => {
    const failed = toolResult("t1", "No such tool available", { isError: true });
    const { signals } = auditEvents([pending, call("m1", "t1", "observe"), failed, result()]);
    expect(signals.serverProved).toBe(false);
  });

  test("ToolSearch that finds one of its tools", () => {
    const found = (name: string, isError = false) =>
      auditEvents([
        pending,
        call("m1", "t1", "ToolSearch"),
        toolResult("t1", [{ type: "tool_reference", tool_name: name }], { isError }),
        result(),
      ]).signals.serverProved;
    expect(found("mcp__auto-mobile__observe")).toBe(true);
    expect(found("mcp__other__observe")).toBe(false);
    expect(found("mcp__auto-mobile__observe", true)).toBe(false);
  });

  test("WaitForMcpServers that names it", () => {
    const waited = (connected: string[]) =>
      auditEvents([
        pending,
        call("m1", "t1", "WaitForMcpServers"),
        toolResult("t1", "ready: true", { isError: false, toolUseResult: { ready: true, connected } }),
        result(),
      ]).signals.serverProved;
    expect(waited(["auto-mobile"])).toBe(true);
    expect(waited([])).toBe(false);
  });
});

describe("the answer", () => {
  test("an empty success falls back to the last reply's own text, and says so", () => {
    const { audit } = auditEvents([init(), say("m1", "EXPECTED_COUNT: 3"), result({ result: "" })]);
    expect(audit).toMatchObject({ answer: "EXPECTED_COUNT: 3", answerSource: "last_message" });
  });

  test("but never to an earlier reply", () => {
    const { audit } = auditEvents([
      init(),
      say("m1", "EXPECTED_COUNT: 3"),
      call("m1", "t1", "observe"),
      toolResult("t1", "x"),
      assistant("m2", { type: "thinking", thinking: "hm" }),
      result({ result: "" }),
    ]);
    expect(audit).toMatchObject({ answer: "", answerSource: "result" });
  });

  test("an error result without text has no answer", () => {
    const event = result({
      subtype: "error_max_turns",
      is_error: true,
      result: undefined,
      errors: ["too many"],
    });
    const { audit, signals } = auditEvents([init(), say("m1", "half"), event]);
    expect(audit).toMatchObject({ answer: null, answerSource: null });
    expect(signals.finalResult).toMatchObject({
      subtype: "error_max_turns",
      isError: true,
      detail: "too many",
    });
  });

  test("a child's text is never the answer", () => {
    const { audit } = auditEvents([
      init(),
      say("m1", ""),
      say("c1", "EXPECTED_COUNT: 3", { parent: "a1" }),
      result({ result: "" }),
    ]);
    expect(audit.answer).toBe("");
  });
});

describe("unreadable lines", () => {
  test("are recorded and the rest is read", () => {
    const events = goodRun();
    const { audit } = auditEvents([
      events[0] ?? {},
      "not json",
      "[1,2]",
      "3",
      "\u0000\u0000",
      "",
      "  ",
      ...events.slice(1),
    ]);
    expect(audit.parseErrors.map((error) => error.line)).toEqual([2, 3, 4, 5]);
    expect(audit.parseErrors[0]?.message).toBe("Line 2 is not valid JSON: not json");
    expect(audit.parseErrors[1]?.message).toBe("Line 3 holds a JSON array instead of one event.");
    expect(audit.turns).toBe(2);
  });

  test("a transcript that is one JSON array is not a stream", () => {
    const { audit } = auditBytes(new TextEncoder().encode(`${JSON.stringify(goodRun())}\n`));
    expect(audit.totals.parseErrors).toBe(1);
    expect(audit.inits).toBe(0);
  });

  test("a session log is not a stream: said once, and nothing of it counts", () => {
    const entry = (event: Record<string, unknown>) => ({
      ...event,
      session_id: undefined,
      sessionId: "s",
      parentUuid: null,
    });
    const { audit } = auditEvents(goodRun().map(entry));
    expect(audit.parseErrors).toEqual([
      { line: 1, message: "Line 1 belongs to a session log of Claude Code, not to its stream." },
    ]);
    expect(audit).toMatchObject({ turns: 0, inits: 0, results: 0 });
  });

  test("a last line without newline is a cut, even when it is valid JSON", () => {
    const bytes = toBytes(goodRun());
    const { audit, signals } = auditBytes(bytes.subarray(0, bytes.length - 1));
    expect(signals.truncated).toBe(true);
    expect(audit.totals.parseErrors).toBe(1);
    expect(audit.results).toBe(1);
    expect(auditBytes(bytes.subarray(0, bytes.length - 9)).audit).toMatchObject({
      results: 0,
      parseErrors: { length: 1 },
    });
  });

  test("an empty transcript has no events and no errors", () => {
    const { audit, signals } = auditBytes(new Uint8Array());
    expect(audit).toMatchObject({ lines: 0, bytes: 0, inits: 0, results: 0, answer: null, parseErrors: [] });
    expect(signals.truncated).toBe(false);
  });
});

describe("encodings", () => {
  test("a byte order mark, CRLF, NEL, line separators and lone surrogates", () => {
    const line = JSON.stringify(say("m1", "PLACE")).replace("PLACE", "a\u0085b\u2028c\u2029d \\ud83d \\r e");
    const bytes = new TextEncoder().encode(
      `\ufeff${JSON.stringify(init())}\r\n${line}\n${JSON.stringify(result())}\r\n`,
    );
    const { audit } = auditBytes(bytes);
    expect(audit.parseErrors).toEqual([]);
    expect(audit.lines).toBe(3);
    expect(audit.messages[0]?.text).toBe("a\u0085b\u2028c\u2029d \ud83d \r e");
  });

  test("a byte order mark in the middle is not forgiven", () => {
    expect(auditEvents([init(), `\ufeff${JSON.stringify(result())}`]).audit.parseErrors).toHaveLength(1);
  });

  test("prototype keys stay data", () => {
    const { audit } = auditEvents([
      init(),
      `{"type":"assistant","message":{"id":"m1","model":"m","content":[{"type":"tool_use","id":"t1","name":"__proto__","input":{"__proto__":{"polluted":true}}}]}}`,
      result({ modelUsage: { __proto__: null, constructor: "x" } }),
    ]);
    expect(Object.keys(audit.toolCounts)).toEqual(["__proto__"]);
    expect(Object.keys(audit.toolCalls[0]?.input as object)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
