import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createTranscriptAuditor } from "../../../../scripts/agent-benchmark/audit/index.ts";
import { LIMITS } from "../../../../scripts/agent-benchmark/audit/keep.ts";
import {
  auditBytes,
  auditEvents,
  call,
  goodRun,
  init,
  OPTIONS,
  result,
  say,
  toBytes,
  toolResult,
} from "./events.ts";

describe("what is kept is bounded, the numbers are whole", () => {
  test("long inputs, results and messages are cut", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50)}1${"}".repeat(50)}`) as unknown;
    const { audit } = auditEvents([
      init(),
      call("m1", "t1", "observe", { input: { text: "x".repeat(100_000), list: Array(1000).fill(1), deep } }),
      toolResult("t1", [
        { type: "text", text: "y".repeat(100_000) },
        { type: "image", source: { data: "z" } },
      ]),
      say("m2", "w".repeat(100_000)),
      result({ result: `${"v".repeat(LIMITS.answer * 2)}\nEXPECTED_COUNT: 3` }),
    ]);
    const size = JSON.stringify({ ...audit, answer: null }).length;
    expect(size).toBeLessThan(12_000);
    expect(audit.answer?.length).toBeLessThan(LIMITS.answer + 100);
    expect(audit.answer?.endsWith("\nEXPECTED_COUNT: 3")).toBe(true);
    expect(audit.answer).toContain("characters left out]");
  });

  test("texts are not cut inside a surrogate pair", () => {
    const { audit } = auditEvents([init(), say("m1", `${"x".repeat(LIMITS.message - 1)}😀`), result()]);
    expect(audit.messages[0]?.text).toBe(`${"x".repeat(LIMITS.message - 1)}…`);
  });

  test("a failure pattern beyond the kept part is still found", () => {
    const { audit } = auditEvents(
      [init(), call("m1", "t1", "observe"), toolResult("t1", `${"x".repeat(50_000)}BOOM`), result()],
      { failurePatterns: ["BOOM"] },
    );
    expect(audit.stumbles[0]?.text).toContain("BOOM");
  });

  test("beyond the limit calls are counted and no longer listed", () => {
    const extra = 50;
    const auditor = createTranscriptAuditor(OPTIONS);
    const text = Array.from(
      { length: LIMITS.toolCalls + extra },
      (_, index) =>
        `{"type":"assistant","message":{"id":"m${index}","model":"m","content":[{"type":"tool_use","id":"t${index}","name":"mcp__auto-mobile__observe","input":{}}]}}\n` +
        `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t${index}","content":"ok"}]}}\n`,
    ).join("");
    auditor.push(new TextEncoder().encode(text));
    const { audit } = auditor.end();
    expect(audit.toolCalls).toHaveLength(LIMITS.toolCalls);
    expect(audit.totals).toMatchObject({
      toolCalls: LIMITS.toolCalls + extra,
      successfulDeviceToolCalls: LIMITS.toolCalls + extra,
    });
    expect(audit.toolCounts.observe).toBe(LIMITS.toolCalls + extra);
    expect(audit.turns).toBe(LIMITS.toolCalls + extra);
  });

  test("parse errors, stumbles and tool names have limits of their own", () => {
    const { audit } = auditEvents([
      init(),
      ...Array(LIMITS.parseErrors + 10).fill("broken"),
      ...Array.from({ length: LIMITS.stumbles + 10 }, (_, index) =>
        toolResult(`t${index}`, "e", { isError: true }),
      ),
      ...Array.from({ length: LIMITS.toolNames + 10 }, (_, index) => call("m1", `c${index}`, `Tool${index}`)),
      result(),
    ]);
    expect(audit.parseErrors).toHaveLength(LIMITS.parseErrors);
    expect(audit.stumbles).toHaveLength(LIMITS.stumbles);
    expect(audit.totals).toMatchObject({
      parseErrors: LIMITS.parseErrors + 10,
      stumbles: LIMITS.stumbles + 10,
    });
    expect(audit.toolCounts["(other tools)"]).toBe(10);
  });
});

describe("hostile bytes", () => {
  test("random bytes never throw", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const { audit } = auditBytes(bytes);
        expect(audit.bytes).toBe(bytes.length);
        expect(audit.totals.parseErrors).toBeLessThanOrEqual(audit.lines);
      }),
    );
  });

  test("events of any JSON shape never throw", () => {
    const keys = fc.constantFrom(
      ...["type", "subtype", "message", "content", "id", "name", "input", "tool_use_id", "is_error", "model"],
      ...[
        "modelUsage",
        "permission_denials",
        "mcp_servers",
        "tools",
        "parent_tool_use_id",
        "text",
        "errors",
        "result",
      ],
    );
    const words = fc.constantFrom(
      "assistant",
      "user",
      "result",
      "system",
      "init",
      "tool_use",
      "tool_result",
      "text",
      "success",
    );
    const { event } = fc.letrec((tie) => ({
      leaf: fc.oneof(words, fc.string(), fc.double(), fc.boolean(), fc.constant(null)),
      value: fc.oneof(
        { depthSize: "small" },
        tie("leaf"),
        tie("event"),
        fc.array(tie("value"), { maxLength: 4 }),
      ),
      event: fc.dictionary(keys, tie("value"), { maxKeys: 8 }),
    }));
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), (events) => {
        const { audit } = auditEvents(events as Record<string, unknown>[]);
        expect(audit.lines).toBe(events.length);
        expect(JSON.parse(JSON.stringify(audit)).lines).toBe(events.length);
      }),
    );
  });

  test("the audit does not depend on where the bytes are cut", () => {
    const bytes = toBytes(goodRun());
    const whole = auditBytes(bytes);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), (places) => {
        const auditor = createTranscriptAuditor(OPTIONS);
        const sorted = [...places].sort((a, b) => a - b);
        let from = 0;
        for (const to of [...sorted, bytes.length]) {
          auditor.push(bytes.subarray(from, to));
          from = to;
        }
        expect(auditor.end()).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  test("a line that is inserted and unknown changes nothing but the numbers of lines", () => {
    const events = goodRun();
    fc.assert(
      fc.property(fc.nat(events.length), fc.jsonValue(), (at, payload) => {
        const inserted = { type: "something_new", payload };
        const { audit } = auditEvents([...events.slice(0, at), inserted, ...events.slice(at)]);
        const { audit: plain } = auditEvents(events);
        expect({ ...audit.totals, turns: audit.turns, answer: audit.answer }).toEqual({
          ...plain.totals,
          turns: plain.turns,
          answer: plain.answer,
        });
      }),
      { numRuns: 30 },
    );
  });

  test("a repeated transcript line never counts twice", () => {
    const events = goodRun().slice(0, 4);
    fc.assert(
      fc.property(fc.nat(3), (at) => {
        const repeated = [...events.slice(0, at + 1), ...events.slice(at), result()];
        const { audit } = auditEvents(repeated);
        expect(audit.totals).toMatchObject({ toolCalls: 1, successfulDeviceToolCalls: 1, toolErrors: 0 });
        expect(audit.turns).toBe(2);
      }),
    );
  });
});
