import { type Block, isReminder, type Message, type ModelRequest, textOf } from "./request.ts";

/** Token counts as the Messages API names them. */
export interface UsageNumbers {
  input_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
  output_tokens: number;
}

const BASE_TOKENS = 2000;
const TOOL_TOKENS = 250;
const IMAGE_TOKENS = 1500;
const FRESH_TOKENS = 3;

/**
 * Plausible token numbers that depend on nothing but what was said: a quarter token a character, a flat price for each
 * tool on offer and each image, everything before the last exchange read from the cache. Claude Code's reminders (dates,
 * paths) are left out, so that two runs with the same results count the same.
 */
export function usageOf(request: ModelRequest, reply: readonly Block[]): UsageNumbers {
  const base = BASE_TOKENS + TOOL_TOKENS * request.tools.length;
  const lastReply = request.messages.findLastIndex((message) => message.role === "assistant");
  const before = lastReply < 0 ? 0 : base + tokensOfAll(request.messages.slice(0, lastReply));
  const total = base + tokensOfAll(request.messages);
  return {
    input_tokens: FRESH_TOKENS,
    cache_creation_input_tokens: Math.max(0, total - before),
    cache_read_input_tokens: before,
    output_tokens: Math.max(1, tokensOfAll([{ role: "assistant", blocks: [...reply] }])),
  };
}

/** The input tokens of a request, for count_tokens. */
export function inputTokensOf(request: ModelRequest): number {
  const usage = usageOf(request, []);
  return usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
}

function tokensOfAll(messages: readonly Message[]): number {
  return messages
    .filter((message) => message.role === "user" || message.role === "assistant")
    .flatMap((message) => message.blocks)
    .reduce((sum, block) => sum + tokensOf(block), 0);
}

function tokensOf(block: Block): number {
  switch (block.type) {
    case "text":
      return isReminder(textOf(block)) ? 0 : quarter(textOf(block));
    case "thinking":
      return quarter(String(block.thinking ?? ""));
    case "tool_use":
      return 20 + quarter(JSON.stringify(block.input ?? {}));
    case "tool_result": {
      const parts = Array.isArray(block.content) ? (block.content as Block[]) : [];
      if (typeof block.content === "string") return quarter(block.content);
      return parts.reduce((sum, part) => sum + tokensOf(part), 0);
    }
    case "image":
      return IMAGE_TOKENS;
    default:
      return 0;
  }
}

function quarter(text: string): number {
  return Math.ceil(text.length / 4);
}
