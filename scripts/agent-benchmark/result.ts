import Type, { type Static, type TSchema } from "typebox";

/**
 * `result.json`: one run, everything a report needs. schemas/result.schema.json is generated from here
 * (`bun run generate`). Times end in Seconds, money in Usd, counts are integers; unknown is null, never 0.
 */
const Nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
const described = <T extends TSchema>(schema: T, description: string): T => ({ ...schema, description });
const Flag = (description: string) => Type.Boolean({ description });
const Text = (description: string) => Type.String({ description });
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const MaybeText = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const MaybeNumber = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const MaybeCount = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description });
const strict = { additionalProperties: false };

export const Verdict = Type.Union(
  [Type.Literal("passed"), Type.Literal("failed"), Type.Literal("incomplete")],
  {
    description:
      "passed: every hard signal is good. failed: the run completed and a check failed. incomplete: the run did not complete.",
  },
);

/** How a run can end; closed. */
export const END_REASONS = [
  "completed",
  "preflight_failed",
  "spawn_failed",
  "timed_out",
  "interrupted",
  "signaled",
  "lingered",
  "nonzero_exit",
  "no_init",
  "mcp_not_connected",
  "mcp_no_tools",
  "transcript_unparseable",
  "no_result",
  "error_result",
  "unfinished_reply",
  "no_model_message",
  "playbook_mismatch",
  "harness_error",
] as const;

export const EndReason = Type.Enum(END_REASONS, {
  description: "How the run ended; only completed runs are judged by their checks.",
});

export const FingerprintSchema = Type.Object(
  {
    digest: MaybeText("16 hex digits of SHA-256 over the parts; null when a needed part is unknown"),
    parts: Type.Record(Type.String(), Nullable(Type.String()), {
      description: "What was read, by name; secrets only as digests; null is unknown",
    }),
  },
  strict,
);

export const AppBuildSchema = Type.Object(
  {
    packageName: Text("application id"),
    versionName: MaybeText("as dumpsys package prints it"),
    versionCode: MaybeNumber("as dumpsys package prints it"),
    lastUpdateTime: MaybeText("device-local time as printed; null when the suite installs the APK"),
    apkSha256: MaybeText("16 hex digits of the APK's SHA-256 when the suite sets app.apkPath"),
  },
  strict,
);

export const ToolCallSchema = Type.Object(
  {
    id: Text("tool_use id"),
    messageId: Text("id of the assistant message that made the call"),
    name: Text("full tool name, mcp__auto-mobile__observe"),
    shortName: Text("observe for an auto-mobile tool, the full name otherwise"),
    deviceAware: Type.Boolean({ description: "an auto-mobile tool whose schema takes a device label" }),
    infrastructure: Type.Boolean({ description: "ToolSearch, WaitForMcpServers: kept out of the sequence" }),
    parentToolUseId: MaybeText("the Agent call that a sub-agent's call belongs to"),
    turn: Count("1-based main-thread turn"),
    line: Count("1-based line of claude.jsonl"),
    input: Type.Unknown({ description: "arguments; long strings are cut" }),
    isError: Type.Union([Type.Boolean(), Type.Null()], { description: "null: no result was seen" }),
    result: MaybeText("the result's text, cut; null: no result was seen"),
    resultLine: MaybeCount("1-based line of claude.jsonl with the result"),
    finishedAt: MaybeText("ISO time of the result, when the stream says it"),
    durationSeconds: MaybeNumber("from the event before to the result, when the stream has times"),
  },
  strict,
);

export const StumbleSchema = Type.Object(
  {
    kind: Type.Union([Type.Literal("error"), Type.Literal("pattern"), Type.Literal("denial")], {
      description: "error: a result marked as one; pattern: a failure pattern; denial: not permitted",
    }),
    toolUseId: MaybeText("the call it belongs to"),
    tool: MaybeText("short tool name"),
    pattern: MaybeText("the failure pattern that matched"),
    text: Text("an excerpt"),
    line: Count("1-based line of claude.jsonl"),
  },
  strict,
);

export const UsageSchema = Type.Object(
  {
    inputTokens: MaybeCount("fresh input tokens"),
    outputTokens: MaybeCount("output tokens"),
    cacheReadTokens: MaybeCount("input tokens read from the prompt cache"),
    cacheCreationTokens: MaybeCount("input tokens written to the prompt cache"),
  },
  strict,
);

export const AuditSchema = Type.Object(
  {
    turns: Count("distinct main-thread model messages"),
    toolCalls: Type.Array(ToolCallSchema, { description: "in order; the first ones of a huge transcript" }),
    toolCounts: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description: "by short name" }),
    usage: described(UsageSchema, "tokens of all models"),
    costUsd: MaybeNumber("the last cumulative total of the stream"),
    durationSeconds: MaybeNumber("Claude's own duration_ms"),
    stumbles: Type.Array(StumbleSchema, { description: "what went wrong on the way; not scored" }),
    permissionDenials: Type.Array(
      Type.Object({ tool: Text("full tool name"), toolUseId: MaybeText("tool_use id") }, strict),
      { description: "calls that were not permitted" },
    ),
    parseErrors: Type.Array(Type.Object({ line: Count("1-based"), message: Text("what is wrong") }, strict), {
      description: "lines that could not be read",
    }),
    apiRetries: Count("system/api_retry events"),
    mcpServers: Type.Array(Type.Object({ name: Text("server"), status: Text("as init says") }, strict), {
      description: "of the last init event",
    }),
    claudeCodeVersion: MaybeText("from the init event"),
    requestedModel: MaybeText("model of the init event"),
    observedModels: Type.Array(Type.String(), {
      description: "models of the non-synthetic replies, in order of appearance",
    }),
    messages: Type.Array(
      Type.Object(
        {
          turn: Count("1-based"),
          line: Count("1-based"),
          text: Text("the model's words, cut"),
          parentToolUseId: MaybeText("sub-agent"),
        },
        strict,
      ),
      { description: "what the model said; the first ones of a huge transcript" },
    ),
    answer: MaybeText("the final reply; null when the stream has none"),
    answerSource: Type.Union([Type.Literal("result"), Type.Literal("last_message"), Type.Null()], {
      description: "last_message: the result event was empty, the text is the last reply's own",
    }),
    totals: Type.Object(
      {
        toolCalls: Count("all tool calls, infrastructure and sub-agents included"),
        infrastructureCalls: Count("ToolSearch, WaitForMcpServers"),
        deviceToolCalls: Count("calls of device-aware tools of the server"),
        successfulDeviceToolCalls: Count("of these, with a result that is no error"),
        toolErrors: Count("tool results with is_error"),
        stumbles: Count("stumbles"),
        permissionDenials: Count("permission denials"),
        parseErrors: Count("lines that could not be read"),
        messages: Count("texts of the model"),
      },
      {
        ...strict,
        description: "whole numbers of the run; the lists keep only the first ones of a huge transcript",
      },
    ),
    stopReason: MaybeText("of the last result"),
    results: Count("result events seen"),
    inits: Count("init events seen"),
    lines: Count("lines read"),
    bytes: Count("bytes read"),
  },
  strict,
);

export const CheckSchema = Type.Object(
  {
    kind: Type.Union([Type.Literal("device"), Type.Literal("answer"), Type.Literal("screen")], {
      description: "device: the device was used; answer: the reply; screen: the oracle",
    }),
    expected: Text("what had to be there"),
    passed: Flag("the check holds"),
    observed: MaybeText("what was there instead, an excerpt; null when it could not be observed"),
    reason: MaybeText("why it failed, a plain sentence"),
    evidence: MaybeText("the artifact that shows it"),
  },
  strict,
);

export const MetricSchema = Type.Object(
  {
    name: Text("metric"),
    actual: MaybeNumber("this run"),
    baseline: MaybeNumber("recorded"),
    delta: MaybeNumber("actual - baseline"),
  },
  strict,
);

export const DiffLineSchema = Type.Object(
  {
    kind: Type.Union(
      [Type.Literal("same"), Type.Literal("missing"), Type.Literal("extra"), Type.Literal("gap")],
      { description: "missing: only in the baseline; extra: only in this run; gap: equal calls left out" },
    ),
    tool: Text("short tool name; for a gap, how many lines are left out"),
    baselineIndex: MaybeCount("0-based"),
    actualIndex: MaybeCount("0-based"),
  },
  strict,
);

export const ProblemSchema = Type.Object(
  {
    code: Text("stable code"),
    message: Text("one sentence"),
    where: Type.Optional(Text("file:line:column, a device or a command")),
    frame: Type.Optional(Text("the source line with a caret")),
    hint: Type.Optional(Text("what to do next")),
  },
  strict,
);

export const RunResultSchema = Type.Object(
  {
    schemaVersion: Type.Literal(1, { description: "version of this format" }),
    verdict: Verdict,
    reasons: Type.Array(Type.String(), { description: "one plain sentence each; empty when passed" }),
    suite: Type.Object(
      {
        name: Text("suite"),
        path: Text("suite file"),
        digest: Text("16 hex digits over prompt, settings and requested model"),
        digestParts: Type.Record(Type.String(), Nullable(Type.String()), {
          description: "what the digest was made from, by setting",
        }),
        task: Type.Object(
          {
            minSteps: MaybeCount("fewest device actions that solve it"),
            difficulty: MaybeText("easy, medium or hard"),
            category: MaybeText("author's word"),
          },
          { ...strict, description: "the author's words on the task" },
        ),
      },
      { ...strict, description: "what was asked" },
    ),
    run: Type.Object(
      {
        id: Text("<timestamp>-<8 hex>"),
        startedAt: Text("ISO time"),
        finishedAt: Text("ISO time"),
        directory: Text("run directory as given"),
        wallClockSeconds: MaybeNumber("the Claude step only; null when Claude was not started"),
        endReason: EndReason,
        exitCode: Nullable(Type.Integer(), "of Claude; null when it was not started or a signal ended it"),
        signal: MaybeText("that ended Claude"),
        forcedStop: Type.Boolean({ description: "Claude lingered after its final result and was stopped" }),
        problem: Nullable(ProblemSchema, "why the run could not be prepared, carried out or judged"),
        phases: Type.Array(
          Type.Object(
            { name: Text("phase"), seconds: Type.Number({ description: "how long it took" }) },
            strict,
          ),
          { description: "what the harness did, in order" },
        ),
        embedded: Type.Object(
          { device: Flag("a virtual device was used"), model: Flag("the scripted model was used") },
          { ...strict, description: "parts that make the run a measure of the harness and the server only" },
        ),
        notes: Type.Array(Type.String(), { description: "things a reader must know, in words" }),
        trial: MaybeCount("1-based number among the trials of a session"),
        session: MaybeText("session id"),
      },
      { ...strict, description: "this attempt" },
    ),
    device: Nullable(
      Type.Object(
        {
          serial: Text("adb serial"),
          virtual: Flag("a virtual device"),
          adbVersion: MaybeText("of the client the server picks"),
          fingerprint: described(FingerprintSchema, "what makes two devices comparable"),
        },
        strict,
      ),
      "the device; null when none was chosen",
    ),
    appBuild: Nullable(AppBuildSchema, "the installed app; null when it was not read"),
    server: Type.Object(
      {
        root: Text("checkout the server ran from"),
        build: described(FingerprintSchema, "what executes and scores the run"),
        instructions: Flag("--server-instructions"),
      },
      { ...strict, description: "the MCP server under test" },
    ),
    claude: Type.Object(
      {
        version: MaybeText("from the stream, else from claude --version"),
        command: Text("--claude"),
        requestedModel: MaybeText("--model or the suite's"),
        observedModel: MaybeText("models that answered, joined by +"),
      },
      { ...strict, description: "the agent" },
    ),
    audit: Nullable(AuditSchema, "what the transcript shows; null when there is none"),
    checks: Type.Array(CheckSchema, { description: "what decided between passed and failed" }),
    screen: Nullable(
      Type.Object(
        {
          observed: Nullable(Type.Boolean(), "true when a dump was read; null when there is none to read"),
          reason: MaybeText("why the screen could not be observed"),
          focus: MaybeText("the focused window"),
          keyguard: Nullable(Type.Boolean(), "the lock screen was in front"),
          dialog: MaybeText("a system dialog on top"),
          attempts: Count("dump attempts"),
        },
        strict,
      ),
      "how the screen was observed; null when the suite's screen was not asked for",
    ),
    metrics: Type.Array(MetricSchema, { description: "numbers, with the baseline's where there is one" }),
    sequence: Type.Object(
      {
        actual: Type.Array(Type.String(), { description: "short tool names of this run, in order" }),
        baseline: Type.Array(Type.String(), { description: "those of the baseline" }),
        diff: Type.Array(DiffLineSchema, { description: "longest common subsequence, as lines" }),
        note: MaybeText("what is not shown beyond the limits"),
      },
      { ...strict, description: "tool calls beside the baseline's" },
    ),
    baseline: Type.Object(
      {
        present: Flag("the suite has a baseline"),
        warnings: Type.Array(Type.String(), { description: "why the numbers may not be comparable" }),
        written: Flag("baseline.yml was written"),
        notWrittenBecause: MaybeText("why no baseline.yml"),
      },
      { ...strict, description: "how comparable the run is with the suite's baseline" },
    ),
    artifacts: Type.Record(Type.String(), Type.String(), {
      description: "name -> path relative to the run directory",
    }),
  },
  { ...strict, $id: "https://mobile-agent-bench/result.schema.json", title: "Result of one benchmark run" },
);

export type RunResult = Static<typeof RunResultSchema>;
export type Verdict = Static<typeof Verdict>;
export type EndReason = Static<typeof EndReason>;
export type Audit = Static<typeof AuditSchema>;
export type ToolCall = Static<typeof ToolCallSchema>;
export type Stumble = Static<typeof StumbleSchema>;
export type Usage = Static<typeof UsageSchema>;
export type Check = Static<typeof CheckSchema>;
export type Metric = Static<typeof MetricSchema>;
export type DiffLine = Static<typeof DiffLineSchema>;
