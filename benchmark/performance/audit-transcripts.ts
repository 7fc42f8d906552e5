/** Generated transcripts for the audit's benchmark, as parts to write one after another. */
export type TranscriptShape = "many small events" | "ordinary screens" | "few huge events";

const SESSION = "ab20b527-5f7e-4066-8a40-0c725361d187";

function init(): string {
  return JSON.stringify({
    type: "system",
    subtype: "init",
    session_id: SESSION,
    tools: ["mcp__auto-mobile__observe", "mcp__auto-mobile__tapOn"],
    mcp_servers: [{ name: "auto-mobile", status: "connected" }],
    model: "claude-sonnet-5-5",
    claude_code_version: "2.1.332",
  });
}

function call(index: number): string {
  return JSON.stringify({
    type: "assistant",
    message: {
      id: `msg_${index}`,
      type: "message",
      role: "assistant",
      model: "claude-sonnet-5-5",
      content: [
        {
          type: "tool_use",
          id: `toolu_${index}`,
          name: index % 3 === 0 ? "mcp__auto-mobile__tapOn" : "mcp__auto-mobile__observe",
          input: { platform: "android", device: "emulator-5554", text: `Button ${index % 50}` },
        },
      ],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: 100,
        output_tokens: 1,
        cache_creation_input_tokens: 50,
        cache_read_input_tokens: 1000,
      },
      context_management: null,
    },
    parent_tool_use_id: null,
    session_id: SESSION,
    uuid: "e899997f-4dad-4439-8df9-8d0c38d70d13",
    request_id: `req_${index}`,
    tool_use_meta: [{ id: `toolu_${index}`, display_name: "Observe", server_display_name: "auto-mobile" }],
  });
}

function toolResult(index: number, text: string, image: string | null): string {
  const content = [
    { type: "text", text },
    ...(image === null
      ? []
      : [{ type: "image", source: { type: "base64", media_type: "image/png", data: image } }]),
  ];
  return JSON.stringify({
    type: "user",
    message: { role: "user", content: [{ tool_use_id: `toolu_${index}`, type: "tool_result", content }] },
    parent_tool_use_id: null,
    session_id: SESSION,
    uuid: "c55e55b6-b939-4d2a-a33b-bf9c2bc64673",
    timestamp: "2026-11-30T16:58:28.698Z",
    // Claude Code repeats the result beside the message, images included.
    tool_use_result: content,
  });
}

function final(): string {
  return JSON.stringify({
    type: "result",
    subtype: "success",
    is_error: false,
    duration_ms: 1000,
    num_turns: 2,
    result: "Done.\nEXPECTED_COUNT: 3",
    stop_reason: "end_turn",
    session_id: SESSION,
    total_cost_usd: 0.1,
    modelUsage: { "claude-sonnet-5-5": { inputTokens: 1, outputTokens: 1 } },
    permission_denials: [],
  });
}

/**
 * Text of about `bytes` bytes, in parts of whole lines: events as short as real ones get, results with a view hierarchy
 * of 4 kB as an agent gets after each step, or screenshots of 3 MB.
 */
export function* transcriptParts(shape: TranscriptShape, bytes: number): Generator<string> {
  yield `${init()}\n`;
  const image = shape === "few huge events" ? "iVBORw0KGgoAAAANSUhEUgAAA".repeat(120_000) : null;
  const elements = Array.from({ length: shape === "ordinary screens" ? 30 : 2 }, (_, index) => ({
    text: `Row ${index}`,
    resourceId: "dev.jasonpearson.automobile.playground:id/row",
    bounds: { left: 0, top: index * 60, right: 1080, bottom: index * 60 + 60 },
    clickable: true,
  }));
  const rounds = image === null ? 300 : 1;
  let written = 0;
  for (let index = 0; written < bytes; ) {
    let part = "";
    for (let round = 0; round < rounds; round += 1, index += 1) {
      const text = JSON.stringify({ screen: index, elements });
      part += `${call(index)}\n${toolResult(index, text, image)}\n`;
    }
    written += part.length;
    yield part;
  }
  yield `${final()}\n`;
}
