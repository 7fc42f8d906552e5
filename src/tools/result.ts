import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { ToolResult } from "./types.ts";

/**
 * A tool's answer as MCP carries it: JSON text with the same object as structured content. An ordinary failure is the
 * plain text `Error: <message>`; a typed one is JSON with `code` and `retryable`. Both have `isError`.
 */
export function toCallResult(result: ToolResult, options: { structuredContent: boolean }): CallToolResult {
  if (result.ok) {
    const images = (result.images ?? []).map((image) => ({ type: "image" as const, ...image }));
    return {
      content: [{ type: "text", text: JSON.stringify(result.value) }, ...images],
      ...(options.structuredContent ? { structuredContent: result.value } : {}),
      // A result that says it did not succeed must not count as a success for whoever reads only the flag.
      ...(result.value.success === false ? { isError: true } : {}),
    };
  }
  return { content: [{ type: "text", text: failureText(result) }], isError: true };
}

function failureText(result: Extract<ToolResult, { ok: false }>): string {
  if (result.code === undefined) return `Error: ${result.message}`;
  return JSON.stringify({
    success: false,
    error: result.message,
    code: result.code,
    ...(result.details ?? {}),
    retryable: result.retryable ?? false,
    ...(result.nextAction ? { nextAction: result.nextAction } : {}),
  });
}

/** A plain failure. */
export function failed(message: string): ToolResult {
  return { ok: false, message };
}
