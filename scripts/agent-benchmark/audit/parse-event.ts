import { asObject, type JsonObject } from "./json.ts";
import { cutText } from "./keep.ts";

export type ParsedLine =
  | { status: "event"; event: JsonObject }
  | { status: "blank" }
  | { status: "session_log" }
  | { status: "unreadable"; message: string };

/** Reads one line of the stream as one event. Never throws. */
export function parseLine(text: string, line: number): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (text.trim() === "") return { status: "blank" };
    return { status: "unreadable", message: `Line ${line} is not valid JSON: ${cutText(text, 120)}` };
  }
  const event = asObject(value);
  if (!event) {
    const what = Array.isArray(value) ? "a JSON array" : "a bare JSON value";
    return { status: "unreadable", message: `Line ${line} holds ${what} instead of one event.` };
  }
  return isSessionLog(event) ? { status: "session_log" } : { status: "event", event };
}

/** The files under ~/.claude/projects look alike but name their session otherwise. */
function isSessionLog(event: JsonObject): boolean {
  return (
    typeof event.sessionId === "string" &&
    event.session_id === undefined &&
    ("parentUuid" in event || "isSidechain" in event || "leafUuid" in event)
  );
}
