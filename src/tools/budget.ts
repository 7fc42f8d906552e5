import type { ToolResult } from "./types.ts";

/** Characters of JSON that a reply may have before it is cut and the whole of it goes into a file. */
const REPLY_BUDGET_CHARACTERS = 24_000;

type Save = (name: string, content: string) => Promise<string>;

/**
 * Keeps a reply within the budget: what is too long goes into a file whole, and the reply keeps its short values and the
 * beginnings of its long lists and texts, says what was cut, and names the file.
 */
export async function fitToBudget(
  tool: string,
  result: ToolResult,
  save: Save,
  budget = REPLY_BUDGET_CHARACTERS,
): Promise<ToolResult> {
  if (!result.ok) {
    if (result.message.length <= budget) return result;
    return { ...result, message: `${result.message.slice(0, budget)}…` };
  }
  const whole = JSON.stringify(result.value);
  if (whole.length <= budget) return result;
  const path = await save(`${tool}.json`, whole);
  const cuts: string[] = [];
  const artifact = { path, format: "json", bytes: Buffer.byteLength(whole), tool };
  const room = budget - JSON.stringify(artifact).length - 400;
  const value = shrink(result.value, room, "", cuts) as Record<string, unknown>;
  return { ...result, value: { ...value, truncationReasons: cuts.slice(0, 6), artifact } };
}

/** Gives each part a share of the room: short parts whole first, what they leave goes to the long ones. */
function shrink(value: unknown, room: number, path: string, cuts: string[]): unknown {
  const size = JSON.stringify(value)?.length ?? 0;
  if (size <= room) return value;
  if (typeof value === "string") {
    cuts.push(`${path}: ${value.length} characters cut to ${Math.max(0, room - 8)}`);
    return `${value.slice(0, Math.max(0, room - 8))}…`;
  }
  if (Array.isArray(value)) {
    const kept: unknown[] = [];
    let left = room - 2;
    for (const item of value) {
      const length = (JSON.stringify(item)?.length ?? 0) + 1;
      if (length > left) break;
      kept.push(item);
      left -= length;
    }
    cuts.push(`${path}: the first ${kept.length} of ${value.length}`);
    return kept;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => ({
      key,
      item,
      size: (JSON.stringify(item)?.length ?? 0) + key.length + 4,
    }));
    const shares = new Map<string, number>();
    let left = room - 2;
    let open = entries.length;
    for (const entry of [...entries].sort((a, b) => a.size - b.size)) {
      const share = Math.min(entry.size, Math.max(0, Math.floor(left / open)));
      shares.set(entry.key, share);
      left -= share;
      open--;
    }
    return Object.fromEntries(
      entries.map(({ key, item }) => [
        key,
        shrink(item, shares.get(key)! - key.length - 4, path === "" ? key : `${path}.${key}`, cuts),
      ]),
    );
  }
  return null;
}
