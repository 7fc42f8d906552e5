import {
  type AuditorOptions,
  createTranscriptAuditor,
  type TranscriptAudit,
} from "../../../../scripts/agent-benchmark/audit/index.ts";

/** Small builders of stream-json events, in the shapes that Claude Code prints. */
export type Event = Record<string, unknown>;

export function init(extra: Event = {}): Event {
  return {
    type: "system",
    subtype: "init",
    cwd: "/work",
    session_id: "s1",
    tools: ["Task", "Read", "mcp__auto-mobile__listDevices", "mcp__auto-mobile__observe"],
    mcp_servers: [{ name: "auto-mobile", status: "connected" }],
    model: "claude-sonnet-5-5",
    claude_code_version: "2.1.332",
    ...extra,
  };
}

/** One content block of a reply; Claude Code prints each block as an event of its own. */
export function assistant(
  id: string,
  block: unknown,
  extra: { parent?: string; model?: string; message?: Event } = {},
): Event {
  return {
    type: "assistant",
    message: {
      id,
      type: "message",
      role: "assistant",
      model: extra.model ?? "claude-sonnet-5-5",
      content: [block],
      stop_reason: null,
      usage: { input_tokens: 100, output_tokens: 1 },
      ...extra.message,
    },
    parent_tool_use_id: extra.parent ?? null,
    session_id: "s1",
  };
}

export function say(id: string, text: string, extra: { parent?: string; model?: string } = {}): Event {
  return assistant(id, { type: "text", text }, extra);
}

export function call(
  id: string,
  toolId: string,
  tool: string,
  extra: { parent?: string; input?: unknown } = {},
): Event {
  const name = /^[a-z]/.test(tool) ? `mcp__auto-mobile__${tool}` : tool;
  return assistant(id, { type: "tool_use", id: toolId, name, input: extra.input ?? {} }, extra);
}

export function toolResult(
  toolId: string,
  content: unknown,
  extra: { isError?: boolean; parent?: string; timestamp?: string; toolUseResult?: unknown } = {},
): Event {
  return {
    type: "user",
    message: {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: toolId,
          content,
          ...(extra.isError === undefined ? {} : { is_error: extra.isError }),
        },
      ],
    },
    parent_tool_use_id: extra.parent ?? null,
    session_id: "s1",
    ...(extra.timestamp === undefined ? {} : { timestamp: extra.timestamp }),
    ...(extra.toolUseResult === undefined ? {} : { tool_use_result: extra.toolUseResult }),
  };
}

export function result(extra: Event = {}): Event {
  return {
    type: "result",
    subtype: "success",
    is_error: false,
    duration_ms: 1500,
    num_turns: 2,
    result: "Done.\nEXPECTED_COUNT: 3",
    stop_reason: "end_turn",
    session_id: "s1",
    total_cost_usd: 0.25,
    usage: { input_tokens: 1, output_tokens: 1 },
    modelUsage: {
      "claude-sonnet-5-5": {
        inputTokens: 200,
        outputTokens: 50,
        cacheReadInputTokens: 2000,
        cacheCreationInputTokens: 100,
        costUSD: 0.25,
      },
    },
    permission_denials: [],
    ...extra,
  };
}

/** A whole good run: two turns, one device call. */
export function goodRun(): Event[] {
  return [
    init(),
    call("m1", "t1", "observe"),
    toolResult("t1", [{ type: "text", text: "observed" }]),
    say("m2", "Done.\nEXPECTED_COUNT: 3"),
    result(),
  ];
}

export function toBytes(events: readonly (Event | string)[]): Uint8Array {
  const lines = events.map((event) => (typeof event === "string" ? event : JSON.stringify(event)));
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
}

export const OPTIONS: AuditorOptions = {
  deviceAwareTools: new Set(["observe", "tapOn"]),
  serverName: "auto-mobile",
  failurePatterns: [],
  ignoredFailurePatterns: [],
};

export function auditBytes(bytes: Uint8Array, options: Partial<AuditorOptions> = {}): TranscriptAudit {
  const auditor = createTranscriptAuditor({ ...OPTIONS, ...options });
  auditor.push(bytes);
  return auditor.end();
}

export function auditEvents(
  events: readonly (Event | string)[],
  options: Partial<AuditorOptions> = {},
): TranscriptAudit {
  return auditBytes(toBytes(events), options);
}
