import { query } from "json-p3";
import { fillText, type Values } from "../playbook/template.ts";
import type { Call, Capture } from "../playbook/types.ts";
import { isRecord, type ToolResult } from "./request.ts";

/** Of a tool result, in an error: the whole of it stands in the transcript. */
const LONGEST_EXCERPT = 300;

/** What did not match, in words, and where in the playbook it was asked for. */
export interface Mismatch {
  at: { line: number; column: number };
  expected: string;
  observed: string;
}

/** Holds a tool result against what the playbook expects of it. null: it matches. */
export function checkResult(call: Call, result: ToolResult | undefined, values: Values): Mismatch | null {
  const { at, includes, excludes, isError } = call.expect;
  if (!result) return { at, expected: "a result of the call", observed: "Claude sent none" };
  const observed = `${result.isError ? "an error: " : ""}${excerpt(result)}`;
  if (isError !== "any" && result.isError !== isError) {
    return { at, expected: isError ? "an error" : "a result that is no error", observed };
  }
  for (const text of includes.map((text) => fillText(text, values))) {
    if (!result.text.includes(text))
      return { at, expected: `a result with ${JSON.stringify(text)}`, observed };
  }
  for (const text of excludes.map((text) => fillText(text, values))) {
    if (result.text.includes(text))
      return { at, expected: `a result without ${JSON.stringify(text)}`, observed };
  }
  return null;
}

/** Takes a value out of a tool result. */
export function takeValue(capture: Capture, result: ToolResult): { value: unknown } | { mismatch: Mismatch } {
  const miss = (expected: string) => ({
    mismatch: { at: capture.at, expected: `${expected} for {${capture.name}}`, observed: excerpt(result) },
  });
  if ("regex" in capture) {
    const match = new RegExp(capture.regex, "mu").exec(result.text);
    return match ? { value: match[1] ?? match[0] } : miss(`a match of /${capture.regex}/`);
  }
  const roots = jsonIn(result.text);
  if (roots.length === 0) return miss("JSON");
  for (const root of roots) {
    const found = query(capture.json, root).values();
    if (found.length > 0) return { value: found[0] };
  }
  return miss(`a value at ${capture.json}`);
}

type JsonValue = Parameters<typeof query>[1];

/** The JSON documents of a result: all of it, else each line or block that is one. */
function jsonIn(text: string): JsonValue[] {
  const whole = parse(text);
  if (whole !== undefined) return [whole];
  return text
    .split("\n")
    .map(parse)
    .filter((value) => typeof value === "object" && value !== null);
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A result in a few words: of a JSON object with a message, that; of others the beginning. */
function excerpt(result: ToolResult): string {
  const message = messageIn(result.text);
  const words = (message ?? result.text).replace(/\s+/g, " ").trim();
  const cut = words.length > LONGEST_EXCERPT ? `${words.slice(0, LONGEST_EXCERPT)}…` : words;
  const images = result.images > 0 ? ` and ${result.images} image(s)` : "";
  return `${message === null ? "" : "the message "}"${cut}"${images}`;
}

function messageIn(text: string): string | null {
  const value = parse(text);
  if (!isRecord(value)) return null;
  const found = [value.message, value.error].find((field) => typeof field === "string");
  return typeof found === "string" ? found : null;
}
