import type { Block } from "../engine/request.ts";
import type { UsageNumbers } from "../engine/usage.ts";

/** A complete assistant message, as a non-streaming answer has it. */
export interface ApiMessage {
  id: string;
  model: string;
  content: Block[];
  stopReason: "end_turn" | "tool_use" | "refusal" | "max_tokens";
  usage: UsageNumbers;
}

/** The message as the body of a non-streaming answer. */
export function messageBody(message: ApiMessage): Record<string, unknown> {
  return {
    id: message.id,
    type: "message",
    role: "assistant",
    model: message.model,
    content: message.content,
    stop_reason: message.stopReason,
    stop_sequence: null,
    usage: message.usage,
  };
}

/** One server-sent event, ready to be written. */
export function sse(data: { type: string } & Record<string, unknown>): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * The message as a stream of events, one text each. Source: the Messages API's streaming reference.
 * `brokenInput` sends tool inputs that are not JSON.
 */
export function messageEvents(message: ApiMessage, brokenInput = false): string[] {
  const start = {
    ...messageBody({ ...message, content: [] }),
    stop_reason: null,
    usage: { ...message.usage, output_tokens: 1 },
  };
  return [
    sse({ type: "message_start", message: start }),
    ...message.content.flatMap((block, index) => blockEvents(block, index, brokenInput)),
    sse({
      type: "message_delta",
      delta: { stop_reason: message.stopReason, stop_sequence: null },
      usage: { output_tokens: message.usage.output_tokens },
    }),
    sse({ type: "message_stop" }),
  ];
}

function blockEvents(block: Block, index: number, brokenInput: boolean): string[] {
  const delta = (value: Record<string, unknown>) => sse({ type: "content_block_delta", index, delta: value });
  const [start, deltas] = ((): [Record<string, unknown>, string[]] => {
    switch (block.type) {
      case "text":
        return [{ ...block, text: "" }, [delta({ type: "text_delta", text: block.text })]];
      case "thinking":
        return [
          { type: "thinking", thinking: "", signature: "" },
          [
            delta({ type: "thinking_delta", thinking: block.thinking }),
            delta({ type: "signature_delta", signature: block.signature }),
          ],
        ];
      default: {
        const json = brokenInput ? '{"text": "never closed' : JSON.stringify(block.input);
        const half = Math.ceil(json.length / 2);
        const parts = [json.slice(0, half), json.slice(half)];
        return [
          { ...block, input: {} },
          parts.map((part) => delta({ type: "input_json_delta", partial_json: part })),
        ];
      }
    }
  })();
  return [
    sse({ type: "content_block_start", index, content_block: start }),
    ...deltas,
    sse({ type: "content_block_stop", index }),
  ];
}
