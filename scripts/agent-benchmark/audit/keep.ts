import { asObject, type JsonObject } from "./json.ts";

/** How much of a transcript is kept. Numbers stay whole whatever is cut. */
export const LIMITS = {
  toolCalls: 5_000,
  messages: 2_000,
  stumbles: 1_000,
  denials: 1_000,
  parseErrors: 50,
  toolNames: 1_000,
  models: 50,
  servers: 100,
  /** UTF-16 units of one kept text. */
  result: 2_000,
  message: 2_000,
  input: 1_000,
  excerpt: 300,
  name: 200,
  /** Of the final reply; a longer one loses its middle. */
  answer: 1_048_576,
  /** Of all kept texts together; beyond it every text is cut to `scarce`. */
  total: 16_000_000,
  scarce: 80,
  /** Messages and calls remembered to find a result's call and to recognise repeats, which come close. */
  recent: 4_000,
  /** Stumbles and denials compared by id, so that a denial is not counted twice. */
  denialSearch: 100_000,
} as const;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A copy that does not hold the (possibly huge) string it was cut from; a lone surrogate becomes U+FFFD. */
function detach(text: string): string {
  return decoder.decode(encoder.encode(text));
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** The first `max` UTF-16 units and an ellipsis; no surrogate pair is split. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max > 0 && isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max;
  return `${detach(text.slice(0, end))}…`;
}

/** Beginning and end of a long text with a line between that says how much is left out. */
export function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const half = Math.floor(max / 2);
  const left = text.length - 2 * half;
  return `${detach(text.slice(0, half))}\n[${left} characters left out]\n${detach(text.slice(-half))}`;
}

/** Cuts what is kept, more sharply once the total is used up. */
export interface Keeper {
  text(text: string, max: number): string;
  value(value: unknown): unknown;
}

/** Creates a keeper with the budget of one transcript. */
export function createKeeper(): Keeper {
  let left: number = LIMITS.total;
  const text = (value: string, max: number): string => {
    const kept = cutText(value, left > 0 ? max : Math.min(max, LIMITS.scarce));
    left -= kept.length + 16;
    return kept;
  };
  const value = (input: unknown, depth: number): unknown => {
    if (typeof input === "string") return text(input, LIMITS.input);
    if (typeof input !== "object" || input === null) return input;
    if (depth >= 8 || left <= 0) return "[left out]";
    left -= 16;
    if (Array.isArray(input)) {
      const kept = input.slice(0, 100).map((item) => value(item, depth + 1));
      if (input.length > 100) kept.push(`[${input.length - 100} more left out]`);
      return kept;
    }
    return keepObject(asObject(input) ?? {}, (item) => value(item, depth + 1), text);
  };
  return { text, value: (input) => value(input, 0) };
}

function keepObject(
  input: JsonObject,
  keepValue: (value: unknown) => unknown,
  keepText: (text: string, max: number) => string,
): JsonObject {
  const keys = Object.keys(input);
  // fromEntries defines own properties, so a key such as __proto__ stays data.
  const kept = Object.fromEntries(
    keys.slice(0, 100).map((key) => [keepText(key, LIMITS.name), keepValue(input[key])]),
  );
  if (keys.length > 100) kept["…"] = `[${keys.length - 100} more left out]`;
  return kept;
}
