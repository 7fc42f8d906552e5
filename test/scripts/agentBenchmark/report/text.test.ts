import { describe, expect, test } from "bun:test";
import { diffSequence } from "../../../../scripts/agent-benchmark/audit/index.ts";
import { REPORTERS } from "../../../../scripts/agent-benchmark/report/index.ts";
import { columns } from "../../../../scripts/agent-benchmark/report/layout.ts";
import { renderText } from "../../../../scripts/agent-benchmark/report/text.ts";
import { aResult } from "../../../helpers/result.ts";

const plain = { color: false, width: 80 };

describe("the report of one run", () => {
  test("a passed run, whole", () => {
    expect(renderText(aResult(), plain)).toBe(`PASS  bug-repro  20261016T010203Z-1a2b3c4d
  model claude-sonnet-5-5 · Claude Code 2.1.332 · device emulator-5554

Checks
  ✓ answer  expected  EXPECTED_COUNT: 3
            replied   EXPECTED_COUNT: 3
  ✓ screen  expected  Expected count: 3
            showed    Expected count: 3

Metrics
              actual
  Turns            3
  Wall clock  12.5 s

Tool sequence
  observe

Baseline
  • baseline.yml was written: paste it into the suite to compare later runs with
    this one.

Artifacts
  scratch/agent-benchmarks/bug-repro/20261016T010203Z-1a2b3c4d
    result.json   all that is reported here, as data
    claude.jsonl  what the agent did: the transcript
`);
  });

  test("a failed run on embedded parts with a baseline, whole", () => {
    const baseline = ["observe", "openLink", "tapOn", "tapOn", "tapOn", "observe"];
    const actual = ["observe", "tapOn", "tapOn", "tapOn", "pressButton", "observe"];
    const { diff, note } = diffSequence(baseline, actual);
    const result = aResult({
      verdict: "failed",
      reasons: ['The screen did not show "Expected count: 3".'],
      run: { embedded: { device: true, model: true } },
      checks: [
        {
          kind: "screen",
          expected: "Expected count: 3",
          passed: false,
          observed: "Expected count: 30",
          reason: "It stands only inside a longer number.",
          evidence: "screen.xml",
        },
        {
          kind: "answer",
          expected: "EXPECTED_COUNT: 3",
          passed: false,
          observed: null,
          reason: "There is no final reply.",
          evidence: null,
        },
      ],
      metrics: [
        { name: "turns", actual: 7, baseline: 6, delta: 1 },
        { name: "inputTokens", actual: 12345, baseline: 12345, delta: 0 },
        { name: "costUsd", actual: 0.25, baseline: 0.3, delta: -0.05 },
        { name: "wallClockSeconds", actual: null, baseline: 20, delta: null },
        { name: "tool:tapOn", actual: 3, baseline: null, delta: null },
      ],
      sequence: { actual, baseline, diff, note },
      baseline: {
        present: true,
        warnings: ['The device differs in sdk (from "34" to "35"): the deltas compare different devices.'],
        written: false,
        notWrittenBecause: "The run failed; only a passing run can be a baseline.",
      },
    });
    result.audit?.stumbles.push({
      kind: "error",
      toolUseId: "toolu_1",
      tool: "tapOn",
      pattern: null,
      text: "No element\nmatches",
      line: 12,
    });
    expect(renderText(result, plain)).toBe(`FAIL  bug-repro  20261016T010203Z-1a2b3c4d
  model claude-sonnet-5-5 · Claude Code 2.1.332 · device emulator-5554
  Made with a scripted model and a virtual device: it measures the harness and
  the server, not an agent. Its cost is reckoned, not paid.

Why
  • The screen did not show "Expected count: 3".

Checks
  ✗ screen  expected  Expected count: 3
            showed    Expected count: 30
            It stands only inside a longer number.
            see screen.xml
  ✗ answer  expected  EXPECTED_COUNT: 3
            replied   could not be observed
            There is no final reply.

Metrics
                   actual  baseline     delta
  Turns                 7         6        +1
  Input tokens     12,345    12,345         0
  Cost            $0.2500   $0.3000  −$0.0500
  Wall clock      unknown    20.0 s
  Calls of tapOn        3         –

Tool sequence
  − in the baseline only, + in this run only; indexes: baseline, this run
    0 0  observe
  − 1    openLink
    2 1  tapOn
    3 2  tapOn
    4 3  tapOn
  +   4  pressButton
    5 5  observe

Baseline
  • The device differs in sdk (from "34" to "35"): the deltas compare different
    devices.

Stumbles
  • error in tapOn (claude.jsonl line 12): No element matches

Artifacts
  scratch/agent-benchmarks/bug-repro/20261016T010203Z-1a2b3c4d
    result.json   all that is reported here, as data
    claude.jsonl  what the agent did: the transcript
`);
  });

  test("a run that could not be prepared says what, where and what to do", () => {
    const text = renderText(
      aResult({
        verdict: "incomplete",
        reasons: ["No device is online.", "Claude Code was not started."],
        audit: null,
        device: null,
        checks: [],
        metrics: [],
        run: {
          endReason: "preflight_failed",
          problem: {
            code: "DEVICE_NONE_ONLINE",
            message: "No device is online.",
            where: "adb devices",
            hint: "Start an emulator.",
          },
        },
      }),
      plain,
    );
    expect(text).toContain("INCOMPLETE  bug-repro");
    expect(text).toContain(
      "Why\n  • adb devices: No device is online. [DEVICE_NONE_ONLINE]\n    → Start an emulator.\n  • Claude Code was not started.\n",
    );
  });

  test.each([
    [
      { device: true, model: false },
      "a virtual device: it measures the harness and the server, not an agent",
    ],
    [
      { device: false, model: true },
      "a scripted model: it measures the harness and the server, not an agent. Its cost is reckoned, not paid.",
    ],
  ])("%j is said in words", (embedded, words) => {
    expect(renderText(aResult({ run: { embedded } }), { color: false, width: 200 })).toContain(words);
  });

  test("colours only when asked for", () => {
    expect(renderText(aResult(), plain)).not.toContain("\u001b");
    expect(renderText(aResult(), { color: true, width: 80 })).toContain("\u001b[32m");
  });

  test("hostile text reaches no terminal, wherever it stands", () => {
    const evil = "\u001b]0;owned\u0007\u202e\r\n\u009b31m<b>";
    const result = aResult({
      verdict: "failed",
      reasons: [evil],
      suite: { name: evil },
      claude: { observedModel: evil, version: evil },
      device: { serial: evil },
      run: {
        id: evil,
        directory: evil,
        notes: [evil],
        problem: { code: "X", message: evil, where: evil, frame: evil, hint: evil },
      },
      checks: [
        { kind: "answer", expected: evil, passed: false, observed: evil, reason: evil, evidence: evil },
      ],
      metrics: [{ name: evil, actual: 1, baseline: null, delta: null }],
      sequence: {
        actual: [evil],
        baseline: [evil],
        diff: [{ kind: "extra", tool: evil, baselineIndex: null, actualIndex: 0 }],
        note: evil,
      },
      baseline: { present: true, warnings: [evil] },
      artifacts: { [evil]: evil },
    });
    result.audit?.stumbles.push({
      kind: "pattern",
      toolUseId: null,
      tool: evil,
      pattern: evil,
      text: evil,
      line: 1,
    });
    for (const text of [REPORTERS.text([result, result], plain), REPORTERS.json([result])]) {
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });

  test("many stumbles are counted, not listed", () => {
    const result = aResult();
    const stumble = {
      kind: "error" as const,
      toolUseId: null,
      tool: "tapOn",
      pattern: null,
      text: "x",
      line: 1,
    };
    result.audit?.stumbles.push(...Array.from({ length: 30 }, () => stumble));
    expect(renderText(result, plain)).toContain("  and 20 more: see claude.jsonl");
  });

  test("prose keeps to the width", () => {
    const long = "word ".repeat(100).trim();
    const text = renderText(aResult({ verdict: "failed", reasons: [long] }), plain);
    const why = text.split("\n\n")[1]?.split("\n") ?? [];
    expect(why.length).toBeGreaterThan(5);
    for (const line of why) expect(columns(line)).toBeLessThanOrEqual(80);
  });
});

test("numbers and baseline are left out when Claude was never started", () => {
  const text = renderText(aResult({ run: { wallClockSeconds: null } }), { color: false, width: 80 });
  expect(text).not.toContain("Metrics");
  expect(text).not.toContain("Baseline");
});

test("a run directory below the working directory is shown relative to it", () => {
  const result = aResult({ run: { directory: "/home/someone/bench/scratch/run" } });
  expect(renderText(result, { color: false, width: 80, cwd: "/home/someone/bench" })).toContain(
    "\n  scratch/run\n",
  );
  expect(renderText(result, { color: false, width: 80, cwd: "/home/some" })).toContain(
    "\n  /home/someone/bench/scratch/run\n",
  );
});

describe("several runs", () => {
  test("end in a summary with one row each", () => {
    const failed = aResult({
      verdict: "failed",
      reasons: ["The screen is wrong."],
      suite: { name: "ux-flow" },
    });
    const text = REPORTERS.text([aResult(), failed], plain);
    expect(text.slice(text.indexOf("Summary"), text.indexOf("\nMeasures"))).toBe(`Summary
      suite      turns  tool calls  stumbles  cost  wall clock
PASS  bug-repro      3                                  12.5 s
FAIL  ux-flow        3                                  12.5 s
      The screen is wrong.

2 runs: 1 passed, 1 failed, 0 incomplete
`);
  });
});

describe("json", () => {
  test("one run is an object, several are an array, and both parse back", () => {
    const result = aResult({ reasons: ["line\u2028separator \u009b"] });
    expect(JSON.parse(REPORTERS.json([result]))).toEqual(result);
    expect(JSON.parse(REPORTERS.json([result, result]))).toEqual([result, result]);
    expect(JSON.parse(REPORTERS.json([]))).toEqual([]);
  });
});
