import { describe, expect, test } from "bun:test";
import {
  checkDeviceUse,
  compareBaseline,
  decideVerdict,
  diffSequence,
  HARNESS_REASONS,
  matchAnswer,
  matchScreen,
  metricRows,
  observedModelOf,
  type TranscriptAudit,
  toolSequence,
  type VerdictInput,
} from "../../../../scripts/agent-benchmark/audit/index.ts";
import { baselineWith } from "./baselines.ts";
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
import { PACKAGE, screenOf } from "./screens.ts";

/** A judged run with everything good but what the test changes. */
function judge(
  change: Partial<Omit<VerdictInput, "transcript">> & {
    transcript?: TranscriptAudit | null;
    label?: string;
    answers?: string[];
  } = {},
) {
  const transcript = change.transcript === undefined ? auditEvents(goodRun()) : change.transcript;
  const checks = transcript
    ? [
        checkDeviceUse(transcript, "auto-mobile"),
        ...matchAnswer(transcript.audit.answer, change.answers ?? ["EXPECTED_COUNT: 3"]),
        ...matchScreen(screenOf([{ text: change.label ?? "Expected count: 3" }]), PACKAGE, [
          "Expected count: 3",
        ]),
      ]
    : [];
  return decideVerdict({
    harness: [],
    process: { exitCode: 0, signal: null },
    serverName: "auto-mobile",
    checks,
    ...change,
    transcript,
  });
}

/** A good run whose final result is changed. */
const ending = (extra: Record<string, unknown>) => auditEvents([...goodRun().slice(0, 4), result(extra)]);
const beginning = (extra: Record<string, unknown>) => auditEvents([init(extra), ...goodRun().slice(1)]);
/** Starts like this and never reaches the server. */
const withoutCalls = (extra: Record<string, unknown>) =>
  auditEvents([init(extra), say("m1", "EXPECTED_COUNT: 3"), result()]);

describe("passed", () => {
  test("exit 0, connected, successful result, clean transcript, every check", () => {
    expect(judge()).toEqual({ verdict: "passed", endReason: "completed", reasons: [] });
  });

  test("a stop sequence is a finished reply too", () => {
    expect(judge({ transcript: ending({ stop_reason: "stop_sequence" }) }).verdict).toBe("passed");
  });

  test("stumbles do not change it", () => {
    const events = goodRun();
    events.splice(3, 0, call("m1", "t2", "tapOn"), toolResult("t2", "no such element", { isError: true }));
    const transcript = auditEvents(events);
    expect(transcript.audit.totals.stumbles).toBe(1);
    expect(judge({ transcript }).verdict).toBe("passed");
  });

  test("a pending server whose tool answered has connected", () => {
    const transcript = beginning({
      mcp_servers: [{ name: "auto-mobile", status: "pending" }],
      tools: ["Read"],
    });
    expect(judge({ transcript }).verdict).toBe("passed");
  });
});

describe("failed", () => {
  test("the answer without touching the device", () => {
    const transcript = auditEvents([init(), say("m1", "EXPECTED_COUNT: 3"), result()]);
    expect(judge({ transcript })).toEqual({
      verdict: "failed",
      endReason: "completed",
      reasons: ["Claude did not touch the device: it made no call of a device tool of auto-mobile."],
    });
  });

  test("inventory tools and other servers' tools are no device use", () => {
    const transcript = auditEvents([
      init(),
      call("m1", "t1", "listDevices"),
      toolResult("t1", "emulator-5554"),
      assistant("m1", { type: "tool_use", id: "t2", name: "mcp__other__observe", input: {} }),
      toolResult("t2", "x"),
      say("m2", "x"),
      result(),
    ]);
    expect(judge({ transcript }).reasons).toEqual([
      "Claude did not touch the device: it made no call of a device tool of auto-mobile among its 2 tool calls.",
    ]);
  });

  test("device calls that all failed, or never came back", () => {
    const failed = auditEvents([
      init(),
      call("m1", "t1", "observe"),
      toolResult("t1", "boom", { isError: true }),
      call("m2", "t2", "tapOn"),
      say("m3", "x"),
      result(),
    ]);
    expect(judge({ transcript: failed }).reasons).toEqual([
      "Claude called device tools of auto-mobile 2 times, but no call succeeded.",
    ]);
  });

  test("the answer is not the expected one", () => {
    expect(judge({ answers: ["EXPECTED_COUNT: 4"] })).toEqual({
      verdict: "failed",
      endReason: "completed",
      reasons: ['Answer check "EXPECTED_COUNT: 4": The reply\'s last line says something else.'],
    });
  });

  test("an agent that reports success while the screen shows otherwise", () => {
    expect(judge({ label: "Expected count: 2" })).toEqual({
      verdict: "failed",
      endReason: "completed",
      reasons: ['Screen check "Expected count: 3": The app does not show the text.'],
    });
  });

  test("a run whose device or screen was never checked does not pass", () => {
    expect(judge({ checks: [] })).toMatchObject({
      verdict: "failed",
      reasons: ["No device check was made.", "No screen check was made."],
    });
  });
});

describe("incomplete: the process", () => {
  test.each([
    [{ exitCode: 1, signal: null }, "nonzero_exit", "Claude Code exited with code 1 instead of 0."],
    [
      { exitCode: 143, signal: null },
      "nonzero_exit",
      "Claude Code exited with code 143, as after the signal SIGTERM, instead of 0.",
    ],
    [{ exitCode: null, signal: "SIGKILL" }, "signaled", "Claude Code was ended by the signal SIGKILL."],
    [{ exitCode: null, signal: null }, "nonzero_exit", "It is not known how Claude Code ended."],
  ] as const)("%p", (process, endReason, sentence) => {
    expect(judge({ process })).toEqual({ verdict: "incomplete", endReason, reasons: [sentence] });
  });

  test("not started", () => {
    expect(judge({ process: null, transcript: null }).endReason).toBe("harness_error");
    const harness = [{ endReason: "preflight_failed", sentence: "The app is not installed." }] as const;
    expect(judge({ process: null, transcript: null, harness })).toEqual({
      verdict: "incomplete",
      endReason: "preflight_failed",
      reasons: ["The app is not installed."],
    });
  });

  test("the harness's own reason wins over a clean transcript and exit code", () => {
    for (const endReason of HARNESS_REASONS) {
      const harness = [{ endReason, sentence: `Because of ${endReason}.` }];
      expect(judge({ harness })).toEqual({
        verdict: "incomplete",
        endReason,
        reasons: [`Because of ${endReason}.`],
      });
    }
  });

  test("of several reasons the most decisive is the end reason, and all are told", () => {
    const decided = judge({
      harness: [
        { endReason: "timed_out", sentence: "Too slow." },
        { endReason: "playbook_mismatch", sentence: "Step 2 did not match." },
      ],
      process: { exitCode: null, signal: "SIGTERM" },
      transcript: auditEvents(goodRun().slice(0, 2)),
    });
    expect(decided.endReason).toBe("playbook_mismatch");
    expect(decided.reasons).toEqual([
      "Step 2 did not match.",
      "Too slow.",
      "Claude Code was ended by the signal SIGTERM.",
      "The transcript has no final result: Claude Code did not finish.",
    ]);
  });
});

test("what follows from a playbook that did not match is no reason of its own", () => {
  const mismatch = { endReason: "playbook_mismatch", sentence: "Step 2 did not match." } as const;
  const failed = { exitCode: 1, signal: null };
  expect(judge({ harness: [mismatch], process: failed }).reasons).toEqual(["Step 2 did not match."]);
  expect(judge({ process: failed }).reasons).toEqual(["Claude Code exited with code 1 instead of 0."]);
});

describe("incomplete: the transcript", () => {
  const server = (status: string) => ({ mcp_servers: [{ name: "auto-mobile", status }], tools: ["Read"] });

  test.each([
    ["no transcript", null, "no_init", "There is no transcript of Claude Code to judge."],
    [
      "an empty one",
      auditEvents([]),
      "no_init",
      "The transcript has no init event: Claude Code did not start its work (see claude.stderr).",
    ],
    [
      "a server that failed",
      withoutCalls(server("failed")),
      "mcp_not_connected",
      "The MCP server auto-mobile did not connect (status: failed).",
    ],
    [
      "a server that is not listed",
      withoutCalls({ mcp_servers: [] }),
      "mcp_not_connected",
      "Claude Code does not list the MCP server auto-mobile: its entry was dropped or a policy removed it.",
    ],
    [
      "a server that stayed pending",
      withoutCalls(server("pending")),
      "mcp_not_connected",
      "The MCP server auto-mobile was still connecting when Claude began, and none of its tools worked later.",
    ],
    [
      "a server without tools",
      withoutCalls(server("connected")),
      "mcp_no_tools",
      "The MCP server auto-mobile connected but offered no tools.",
    ],
    [
      "a line that is not JSON",
      auditEvents([...goodRun(), "oops"]),
      "transcript_unparseable",
      "The transcript has one line that could not be read. Line 6 is not valid JSON: oops",
    ],
    [
      "a last line without end",
      auditBytes(toBytes(goodRun()).slice(0, -1)),
      "transcript_unparseable",
      "The transcript ends in the middle of a line: output of Claude Code is missing.",
    ],
    [
      "no result",
      auditEvents(goodRun().slice(0, 4)),
      "no_result",
      "The transcript has no final result: Claude Code did not finish.",
    ],
    [
      "the spend cap",
      ending({ subtype: "error_max_budget_usd", is_error: true, result: undefined }),
      "error_result",
      "Claude Code stopped because the run's spend cap (maxBudgetUsd) was used up.",
    ],
    [
      "an API error that calls itself a success",
      ending({ is_error: true, result: "API Error: 529 overloaded" }),
      "error_result",
      "Claude Code's final result is an error: API Error: 529 overloaded.",
    ],
    [
      "an error result that says it is no error",
      ending({ subtype: "error_during_execution", is_error: false, errors: [], result: undefined }),
      "error_result",
      "Claude Code was interrupted or failed while it worked (error_during_execution).",
    ],
    [
      "a result without subtype",
      ending({ subtype: undefined, result: undefined }),
      "error_result",
      "Claude Code's final result is not a success (no subtype).",
    ],
    [
      "a cut stream",
      ending({ stop_reason: null, total_cost_usd: 0, modelUsage: {} }),
      "unfinished_reply",
      "The last reply was not finished (it has no stop reason), although the result says success.",
    ],
    [
      "a stop in mid-task",
      ending({ stop_reason: "tool_use" }),
      "unfinished_reply",
      "The last reply was not finished (it stopped with tool_use), although the result says success.",
    ],
    [
      "a slash command",
      auditEvents([init(), result({ result: "Unknown command: /x" })]),
      "no_model_message",
      "The transcript holds no reply of a model.",
    ],
    [
      "a success that a later error result follows",
      auditEvents([
        ...goodRun(),
        result({ subtype: "error_during_execution", is_error: true, result: undefined }),
      ]),
      "error_result",
      "Claude Code was interrupted or failed while it worked (error_during_execution).",
    ],
  ] as const)("%s", (_name, transcript, endReason, sentence) => {
    const decided = judge({ transcript });
    expect(decided.verdict).toBe("incomplete");
    expect(decided.endReason).toBe(endReason);
    expect(decided.reasons[0]).toBe(sentence);
  });
});

test("a baseline never changes a verdict, however far the run is from it", () => {
  const transcript = auditEvents(goodRun());
  const baseline = baselineWith({ metrics: { turns: 1 }, observedModel: "another-model" });
  const identity = { ...baselineWith(), observedModel: observedModelOf(transcript.audit) };
  expect(compareBaseline(baseline, identity)).toHaveLength(1);
  expect(metricRows({ audit: transcript.audit, wallClockSeconds: 9 }, baseline)[0]?.delta).toBe(1);
  expect(diffSequence(["swipe", "swipe"], toolSequence(transcript.audit)).counts.missing).toBe(2);
  expect(judge({ transcript }).verdict).toBe("passed");
});
