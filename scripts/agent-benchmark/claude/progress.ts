/** What the transcript shows while Claude runs: for a progress line, never for a verdict. */
export interface ClaudeProgress {
  /** Since Claude was started. */
  seconds: number;
  /** Size of the transcript so far. */
  bytes: number;
  toolCalls: number;
  /** Full name of the last tool called. */
  lastTool: string | null;
  /** Failed API requests that Claude tried again. */
  apiRetries: number;
  /** A `result` event was the last thing seen. */
  finished: boolean;
}

export interface ProgressReader {
  /** Takes one line of the transcript; a line that cannot be read changes nothing. */
  line(text: string): void;
  read(): Omit<ClaudeProgress, "seconds" | "bytes">;
}

/** Counts tool calls line by line and notices the final result. */
export function readProgress(): ProgressReader {
  let toolCalls = 0;
  let lastTool: string | null = null;
  let apiRetries = 0;
  let finished = false;
  return {
    line(text) {
      const event = parse(text);
      if (!event) return;
      finished = event.type === "result";
      if (event.type === "system" && event.subtype === "api_retry") apiRetries += 1;
      if (event.type !== "assistant") return;
      for (const name of toolNames(event.message)) {
        toolCalls += 1;
        lastTool = name;
      }
    },
    read: () => ({ toolCalls, lastTool, apiRetries, finished }),
  };
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function toolNames(message: unknown): string[] {
  const content: unknown = (message as { content?: unknown } | undefined)?.content;
  if (!Array.isArray(content)) return [];
  return content
    .filter((block: { type?: unknown } | null) => block?.type === "tool_use")
    .map((block: { name?: unknown }) => String(block.name));
}
