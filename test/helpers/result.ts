import type { RunResult, ToolCall } from "../../scripts/agent-benchmark/result.ts";

type Deep<T> = T extends unknown[] ? T : T extends object ? { [K in keyof T]?: Deep<T[K]> } : T;

/** A valid result of a passed run of "bug-repro", with parts replaced. Records and arrays are replaced whole. */
export function aResult(overrides: Deep<RunResult> = {}): RunResult {
  return merge(passedRun(), overrides) as RunResult;
}

/** A device call with a good result. */
export function aCall(overrides: Partial<ToolCall> = {}): ToolCall {
  return {
    id: "toolu_1",
    messageId: "msg_1",
    name: "mcp__auto-mobile__observe",
    shortName: "observe",
    deviceAware: true,
    infrastructure: false,
    parentToolUseId: null,
    turn: 1,
    line: 2,
    input: {},
    isError: false,
    result: "{}",
    resultLine: 3,
    finishedAt: null,
    durationSeconds: null,
    ...overrides,
  };
}

function merge(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isPlain(base) || !isPlain(over)) return over;
  const keys = [...new Set([...Object.keys(base), ...Object.keys(over)])];
  return Object.fromEntries(keys.map((key) => [key, merge(base[key], over[key])]));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function passedRun(): RunResult {
  return {
    schemaVersion: 1,
    verdict: "passed",
    reasons: [],
    suite: {
      name: "bug-repro",
      path: "benchmark/agent/suites/bug-repro.yml",
      digest: "aaaaaaaaaaaaaaaa",
      digestParts: { prompt: "1111111111111111", requestedModel: null },
      task: { minSteps: 4, difficulty: "medium", category: null },
    },
    run: {
      id: "20261016T010203Z-1a2b3c4d",
      startedAt: "2026-10-16T01:02:03.000Z",
      finishedAt: "2026-10-16T01:02:20.000Z",
      directory: "scratch/agent-benchmarks/bug-repro/20261016T010203Z-1a2b3c4d",
      wallClockSeconds: 12.5,
      endReason: "completed",
      exitCode: 0,
      signal: null,
      forcedStop: false,
      problem: null,
      phases: [{ name: "claude", seconds: 12.5 }],
      embedded: { device: false, model: false },
      notes: [],
      trial: null,
      session: null,
    },
    device: {
      serial: "emulator-5554",
      virtual: false,
      adbVersion: "1.0.41",
      fingerprint: { digest: "bbbbbbbbbbbbbbbb", parts: { sdk: "35", model: "Pixel 9" } },
    },
    appBuild: {
      packageName: "dev.jasonpearson.automobile.playground",
      versionName: "1.0",
      versionCode: 1,
      lastUpdateTime: "2026-10-01 10:00:00",
      apkSha256: null,
    },
    server: {
      root: ".",
      build: { digest: "cccccccccccccccc", parts: { dist: "2222222222222222" } },
      instructions: false,
    },
    claude: {
      version: "2.1.332",
      command: "claude",
      requestedModel: null,
      observedModel: "claude-sonnet-5-5",
    },
    audit: {
      turns: 3,
      toolCalls: [aCall()],
      toolCounts: { observe: 1 },
      usage: { inputTokens: 200, outputTokens: 50, cacheReadTokens: 2000, cacheCreationTokens: 100 },
      costUsd: 0.01,
      durationSeconds: 11,
      stumbles: [],
      permissionDenials: [],
      parseErrors: [],
      apiRetries: 0,
      mcpServers: [{ name: "auto-mobile", status: "connected" }],
      claudeCodeVersion: "2.1.332",
      requestedModel: "claude-sonnet-5-5",
      observedModels: ["claude-sonnet-5-5"],
      messages: [{ turn: 1, line: 2, text: "I look.", parentToolUseId: null }],
      answer: "EXPECTED_COUNT: 3",
      answerSource: "result",
      stopReason: "end_turn",
      results: 1,
      inits: 1,
      lines: 5,
      bytes: 4000,
      totals: {
        toolCalls: 1,
        infrastructureCalls: 0,
        deviceToolCalls: 1,
        successfulDeviceToolCalls: 1,
        toolErrors: 0,
        stumbles: 0,
        permissionDenials: 0,
        parseErrors: 0,
        messages: 1,
      },
    },
    checks: [
      {
        kind: "answer",
        expected: "EXPECTED_COUNT: 3",
        passed: true,
        observed: "EXPECTED_COUNT: 3",
        reason: null,
        evidence: "claude.jsonl",
      },
      {
        kind: "screen",
        expected: "Expected count: 3",
        passed: true,
        observed: "Expected count: 3",
        reason: null,
        evidence: "screen.xml",
      },
    ],
    screen: { observed: true, reason: null, focus: null, keyguard: false, dialog: null, attempts: 1 },
    metrics: [
      { name: "turns", actual: 3, baseline: null, delta: null },
      { name: "wallClockSeconds", actual: 12.5, baseline: null, delta: null },
    ],
    sequence: { actual: ["observe"], baseline: [], diff: [], note: null },
    baseline: { present: false, warnings: [], written: true, notWrittenBecause: null },
    artifacts: { result: "result.json", transcript: "claude.jsonl" },
  };
}
