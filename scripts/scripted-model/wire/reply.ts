import type { ServerResponse } from "node:http";
import type { ModelRequest } from "../engine/request.ts";
import type { Answer } from "../engine/session.ts";
import { usageOf } from "../engine/usage.ts";
import type { Fault } from "../playbook/types.ts";
import { errorBody, htmlBody } from "./errors.ts";
import { type ApiMessage, messageBody, messageEvents, sse } from "./sse.ts";

/** Writes a turn's reply, or its scripted failure, and ends the answer. Resolves when there is nothing left to write. */
export async function writeReply(
  response: ServerResponse,
  request: ModelRequest,
  answer: Extract<Answer, { kind: "reply" }>,
): Promise<void> {
  const { fault } = answer;
  await pause(answer.move.delaySeconds, response);
  if (response.destroyed) return;
  if (fault?.kind === "http") {
    const status = fault.status ?? 500;
    const retry: Record<string, string> =
      fault.retryAfterSeconds === null ? {} : { "retry-after": String(fault.retryAfterSeconds) };
    return writeJson(response, status, errorBody(status, fault.message ?? `Scripted fault ${status}`), retry);
  }
  if (fault?.kind === "html") {
    response
      .writeHead(fault.status ?? 403, { "content-type": "text/html" })
      .end(htmlBody(fault.status ?? 403));
    return;
  }
  const message = messageOf(request, answer, fault);
  if (!request.stream) return writeJson(response, 200, messageBody(message));
  const events = messageEvents(message, fault?.kind === "malformed_input");
  if (fault && BROKEN.has(fault.kind)) {
    return await writeBroken(response, events, fault);
  }
  response.writeHead(200, { "content-type": "text/event-stream" }).end(events.join(""));
}

/** Answers with one JSON document. */
export function writeJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

function messageOf(
  request: ModelRequest,
  { id, move }: Extract<Answer, { kind: "reply" }>,
  fault: Fault | null,
): ApiMessage {
  const silent = fault?.kind === "empty" || fault?.kind === "refusal";
  const content = silent
    ? []
    : fault?.kind === "max_tokens"
      ? move.content.filter((block) => block.type !== "tool_use")
      : move.content;
  const usage = usageOf(request, content);
  if (fault?.kind === "budget") usage.input_tokens = fault.inputTokens;
  const calls = content.some((block) => block.type === "tool_use");
  const stopReason =
    fault?.kind === "refusal" || fault?.kind === "max_tokens" ? fault.kind : calls ? "tool_use" : "end_turn";
  return { id, model: fault?.model ?? request.model, content, stopReason, usage };
}

const BROKEN: ReadonlySet<Fault["kind"]> = new Set(["cut", "truncated", "stall", "stream_error"]);

/** Sends the first part of a stream, then breaks it the way the fault says. */
async function writeBroken(response: ServerResponse, events: string[], fault: Fault): Promise<void> {
  const sent = events.slice(0, sentBefore(events, fault.after));
  const untouched = fault.after === "nothing" && (fault.kind === "cut" || fault.kind === "stall");
  if (!untouched) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    await new Promise<void>((done) => response.write(sent.join("") || ": \n\n", () => done()));
  }
  if (fault.kind === "stream_error") {
    response.end(sse(errorBody(529, fault.message ?? "Overloaded")));
    return;
  }
  if (fault.kind === "truncated") {
    response.end();
    return;
  }
  if (fault.kind === "stall") await pause(fault.seconds ?? Number.POSITIVE_INFINITY, response);
  // Let what was written leave before the connection goes.
  else await pause(0.05, response);
  response.destroy();
}

function sentBefore(events: string[], after: Fault["after"]): number {
  const first = (text: string) => events.findIndex((event) => event.includes(text));
  if (after === "nothing") return 0;
  if (after === "words") return first('"content_block_stop"') + 1;
  const half = first('"input_json_delta"');
  return half < 0 ? first('"content_block_delta"') + 1 : half + 1;
}

/** Waits, but no longer than the client stays. */
function pause(seconds: number, response: ServerResponse): Promise<void> {
  if (seconds <= 0) return Promise.resolve();
  return new Promise((done) => {
    const timer = Number.isFinite(seconds) ? setTimeout(finish, seconds * 1000) : null;
    function finish() {
      if (timer) clearTimeout(timer);
      response.off("close", finish);
      done();
    }
    response.on("close", finish);
  });
}
