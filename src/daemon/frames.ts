/**
 * The control socket's messages: one JSON object a line. The request and response shapes are AutoMobile's documented
 * Unix socket API; `event` messages (progress, list changes) are this server's addition and go to clients that sent `client/hello`.
 */
export interface ControlRequest {
  id: string;
  type: "mcp_request" | "daemon_request";
  method: string;
  params: Record<string, unknown>;
  timeoutMs?: number;
}

export type ControlResponse = { id: string; type: "mcp_response" } & (
  | { success: true; result: Record<string, unknown> }
  | { success: false; error: string }
);

export interface ControlEvent {
  type: "event";
  event: "progress" | "toolsChanged";
  /** The request it belongs to. */
  id?: string;
  params: Record<string, unknown>;
}

/** Longest line taken from a peer, in characters: beyond it the connection is ended. */
const longestFrame = 64 * 1024 * 1024;

/** One message as it goes over the wire. */
export function encodeFrame(message: ControlRequest | ControlResponse | ControlEvent): string {
  return `${JSON.stringify(message)}\n`;
}

/**
 * Cuts a stream into lines and parses each as a JSON object; `onBroken` gets the reason when a line is no object or too long, after
 * which nothing more should be read. Returns the function that takes the next chunk.
 */
export function frameReader(
  onFrame: (frame: Record<string, unknown>) => void,
  onBroken: (reason: string) => void,
): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  let broken = false;
  const fail = (reason: string) => {
    broken = true;
    parts = [];
    onBroken(reason);
  };
  const take = (line: string) => {
    if (line.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return fail("a line is not JSON");
    }
    if (!isRecord(value)) return fail("a line is not a JSON object");
    onFrame(value);
  };
  return (chunk) => {
    let text = decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n"); end >= 0 && !broken; end = text.indexOf("\n")) {
      const line = parts.join("") + text.slice(0, end);
      parts = [];
      length = 0;
      text = text.slice(end + 1);
      take(line);
    }
    if (broken) return;
    parts.push(text);
    length += text.length;
    if (length > longestFrame) fail("a line is too long");
  };
}

/** A request, or null when the object is none. */
export function asRequest(frame: Record<string, unknown>): ControlRequest | null {
  const { id, type, method, params, timeoutMs } = frame;
  if (typeof id !== "string" || typeof method !== "string") return null;
  if (type !== "mcp_request" && type !== "daemon_request") return null;
  return {
    id,
    type,
    method,
    params: isRecord(params) ? params : {},
    ...(typeof timeoutMs === "number" && timeoutMs > 0 ? { timeoutMs } : {}),
  };
}

/** Whether a value is a plain JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
