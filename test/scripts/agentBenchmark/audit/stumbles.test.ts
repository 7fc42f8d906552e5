import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createPatternFinder } from "../../../../scripts/agent-benchmark/audit/stumbles.ts";
import { auditEvents, call, init, result, toolResult } from "./events.ts";

/** One observe call with this result. */
function oneCall(
  content: unknown,
  options = {},
  extra: Parameters<typeof toolResult>[2] = {},
  end = result(),
) {
  const events = [init(), call("m1", "t1", "observe"), toolResult("t1", content, extra), end];
  return auditEvents(events, options).audit;
}

describe("stumbles", () => {
  test("an error result is one", () => {
    const audit = oneCall("MCP error -32000: Connection closed", {}, { isError: true });
    expect(audit.stumbles).toEqual([
      {
        kind: "error",
        toolUseId: "t1",
        tool: "observe",
        pattern: null,
        text: "MCP error -32000: Connection closed",
        line: 3,
      },
    ]);
    expect(audit.totals).toMatchObject({ toolErrors: 1, stumbles: 1, successfulDeviceToolCalls: 0 });
  });

  test("is_error false or absent is none", () => {
    expect(oneCall("ok", {}, { isError: false }).totals.stumbles).toBe(0);
    expect(oneCall("ok").totals.stumbles).toBe(0);
  });

  test("a failure pattern in a result of any shape is one", () => {
    const options = { failurePatterns: ["never there", '"success":false'] };
    const found = oneCall('{"success":false,"why":"x"}', options);
    expect(found.stumbles[0]).toMatchObject({ kind: "pattern", pattern: '"success":false' });
    expect(found.totals.toolErrors).toBe(0);
    expect(
      oneCall(
        [
          { type: "text", text: "a" },
          { type: "text", text: '{"success":false}' },
        ],
        options,
      ).totals.stumbles,
    ).toBe(1);
    expect(oneCall('{"success":true}', options).totals.stumbles).toBe(0);
  });

  test("patterns are plain text, and case counts", () => {
    expect(oneCall("Timeout", { failurePatterns: ["timeout"] }).totals.stumbles).toBe(0);
    expect(oneCall("a.c", { failurePatterns: ["a.c"] }).totals.stumbles).toBe(1);
    expect(oneCall("abc", { failurePatterns: ["a.c"] }).totals.stumbles).toBe(0);
    expect(oneCall("abc", { failurePatterns: [""] }).totals.stumbles).toBe(0);
  });

  test("any text finds itself and nothing it does not hold, whatever signs are in it", () => {
    const text = fc.string({
      unit: fc.constantFrom(..."ab.*+?^$".split(""), ...'{}()|[]\\/-"\n'.split(""), "\\d", "完"),
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, (patterns, searched) => {
        const expected = patterns.find((pattern) => pattern !== "" && searched.includes(pattern)) ?? null;
        expect(createPatternFinder(patterns)(searched)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  test("several patterns in one result are one stumble", () => {
    expect(oneCall("boom and crash", { failurePatterns: ["crash", "boom"] }).stumbles).toHaveLength(1);
  });

  test("an ignored pattern takes a result out, an error result too", () => {
    const options = { failurePatterns: ["failed"], ignoredFailurePatterns: ["expected in this app"] };
    expect(oneCall("failed, expected in this app", options).totals.stumbles).toBe(0);
    const audit = oneCall("expected in this app", options, { isError: true });
    expect(audit.totals).toMatchObject({ stumbles: 0, toolErrors: 1 });
  });

  test("a persisted output is searched in full and counted once", () => {
    const preview =
      "<persisted-output>\nOutput too large (60KB). Full output saved to: x\n\nPreview:\nBOOM at the start";
    const options = { failurePatterns: ["BOOM"] };
    const inBoth = oneCall(preview, options, {
      toolUseResult: [{ type: "text", text: "BOOM then more BOOM" }],
    });
    expect(inBoth.stumbles).toHaveLength(1);
    const onlyInFull = oneCall(preview.replace("BOOM", "fine"), options, {
      toolUseResult: `${"long ".repeat(100)}BOOM`,
    });
    expect(onlyInFull.stumbles).toHaveLength(1);
    expect(onlyInFull.stumbles[0]?.text).toContain("BOOM");
  });

  test("with several results in one event the whole text is nobody's", () => {
    const preview = "<persisted-output> Output too large";
    const event = toolResult("t1", preview, { toolUseResult: "BOOM" });
    const content = (event.message as { content: unknown[] }).content;
    content.push({ type: "tool_result", tool_use_id: "t2", content: preview });
    const { audit } = auditEvents([init(), event, result()], { failurePatterns: ["BOOM"] });
    expect(audit.totals.stumbles).toBe(0);
  });

  test("what stands beside an ordinary result is not searched", () => {
    const audit = oneCall("fine", { failurePatterns: ["BOOM"] }, { toolUseResult: "BOOM" });
    expect(audit.totals.stumbles).toBe(0);
  });

  test("a denial is also an error result of the same call: one stumble", () => {
    const denial = { tool_name: "WebFetch", tool_use_id: "t1", tool_input: {} };
    const audit = oneCall(
      "haven't granted it yet",
      {},
      { isError: true },
      result({ permission_denials: [denial, denial] }),
    );
    expect(audit.permissionDenials).toEqual([{ tool: "WebFetch", toolUseId: "t1" }]);
    expect(audit.stumbles).toMatchObject([{ kind: "denial", toolUseId: "t1" }]);
    expect(audit.totals).toMatchObject({ stumbles: 1, permissionDenials: 1 });
  });

  test("denials of several results are counted once, and one without a result is a stumble", () => {
    const denial = { tool_name: "Write", tool_use_id: "t7" };
    const end = result({ permission_denials: [denial] });
    const audit = auditEvents([init(), end, end]).audit;
    expect(audit.totals).toMatchObject({ stumbles: 1, permissionDenials: 1 });
    expect(audit.stumbles[0]).toMatchObject({ kind: "denial", tool: "Write", line: 2 });
  });

  test("an error result whose call was lost still counts, once", () => {
    const orphan = toolResult("lost", "boom", { isError: true });
    const audit = auditEvents([init(), orphan, orphan, result()]).audit;
    expect(audit.totals).toMatchObject({ toolErrors: 1, stumbles: 1, toolCalls: 0 });
    expect(audit.stumbles[0]?.tool).toBeNull();
  });
});
