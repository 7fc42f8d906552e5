import { asArray, asObject, asText, type JsonObject } from "./json.ts";

const PERSISTED = "<persisted-output>";

/** The text of a tool result's `content`: a string, or the text items of an array, one a line. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  const items = asArray(content);
  if (items.length === 1) return itemText(items[0]);
  return items.map(itemText).join("\n");
}

function itemText(item: unknown): string {
  if (typeof item === "string") return item;
  const block = asObject(item);
  if (!block) return "";
  const text = asText(block.text);
  if (text !== null) return text;
  const reference = asText(block.tool_name);
  if (reference !== null) return reference;
  const resource = asText(asObject(block.resource)?.text);
  if (resource !== null) return resource;
  return `[${asText(block.type) ?? "unknown"}]`;
}

/**
 * The whole text of a result that Claude Code moved into a file because it is long: the event carries it beside the
 * preview. null for every other result.
 */
export function persistedText(preview: string, event: JsonObject): string | null {
  if (!preview.startsWith(PERSISTED)) return null;
  const full = event.tool_use_result;
  if (typeof full === "string") return full;
  const content = asObject(full)?.content ?? full;
  return Array.isArray(content) || typeof content === "string" ? contentText(content) : null;
}
