/** What one Messages API request says, as far as a playbook needs it. */
export interface ModelRequest {
  model: string;
  stream: boolean;
  maxTokens: number;
  /** Names of the tools on offer. */
  tools: string[];
  /** The texts of the first user message, Claude Code's reminders left out. */
  prompt: string[];
  /** Ids of the tool calls made so far, oldest first. */
  callIds: string[];
  results: Map<string, ToolResult>;
  systemLength: number;
  /** JSON schema of the reply when a structured one is asked for. */
  outputSchema: unknown;
  messages: Message[];
}

export interface Message {
  role: string;
  blocks: Block[];
}

export type Block = Record<string, unknown> & { type: string };

export interface ToolResult {
  text: string;
  isError: boolean;
  images: number;
}

/** Reads the body of POST /v1/messages; null when it is not one. Source: the Messages API reference. */
export function readRequest(body: unknown): ModelRequest | null {
  if (!isRecord(body) || typeof body.model !== "string" || !Array.isArray(body.messages)) return null;
  const messages = body.messages.filter(isRecord).map((message) => ({
    role: String(message.role),
    blocks: blocksOf(message.content),
  }));
  const first = messages.find((message) => message.role === "user");
  const tools = Array.isArray(body.tools) ? body.tools.filter(isRecord) : [];
  const format = isRecord(body.output_config) ? body.output_config.format : body.output_format;
  return {
    model: body.model,
    stream: body.stream === true,
    maxTokens: typeof body.max_tokens === "number" ? body.max_tokens : 0,
    tools: tools.map((tool) => String(tool.name)),
    prompt: (first?.blocks ?? []).map(textOf).filter((text) => text !== "" && !isReminder(text)),
    callIds: messages
      .filter((message) => message.role === "assistant")
      .flatMap((message) => message.blocks.filter((block) => block.type === "tool_use"))
      .map((block) => String(block.id)),
    results: new Map(messages.flatMap((message) => message.blocks.flatMap(resultOf))),
    systemLength: blocksOf(body.system).reduce((sum, block) => sum + textOf(block).length, 0),
    outputSchema: isRecord(format) ? (format.schema ?? {}) : null,
    messages,
  };
}

/** Claude Code puts context of its own into the conversation between these tags. */
export function isReminder(text: string): boolean {
  return text.trimStart().startsWith("<system-reminder>");
}

/** The text of a text block, "" for any other. */
export function textOf(block: Block): string {
  return block.type === "text" && typeof block.text === "string" ? block.text : "";
}

function resultOf(block: Block): [string, ToolResult][] {
  if (block.type !== "tool_result") return [];
  const parts = blocksOf(block.content);
  const result = {
    text: parts
      .filter((part) => part.type === "text")
      .map(textOf)
      .join("\n"),
    isError: block.is_error === true,
    images: parts.filter((part) => part.type === "image").length,
  };
  return [[String(block.tool_use_id), result]];
}

function blocksOf(content: unknown): Block[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) return [];
  return content.filter((block): block is Block => isRecord(block) && typeof block.type === "string");
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
