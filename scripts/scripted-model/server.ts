import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isRecord, type ModelRequest, readRequest } from "./engine/request.ts";
import { type PlaybookFailure, type Session, startSession } from "./engine/session.ts";
import { sideAnswer } from "./engine/side.ts";
import { inputTokensOf, usageOf } from "./engine/usage.ts";
import { loadPlaybook } from "./playbook/load.ts";
import type { Playbook } from "./playbook/types.ts";
import { errorBody } from "./wire/errors.ts";
import { writeJson, writeReply } from "./wire/reply.ts";
import { messageBody, messageEvents } from "./wire/sse.ts";

export interface ScriptedModelOptions {
  /** A playbook, or the path of a playbook file. */
  playbook: Playbook | string;
  /** deviceSerial, packageName, runDirectory: what {name} stands for in the playbook. */
  placeholders?: Record<string, string>;
  /** Told of each request once its answer is decided. */
  onRequest?: (request: RecordedRequest) => void;
}

/** One request as it arrived. Kept in memory only: headers carry credentials. */
export interface RecordedRequest {
  /** Seconds since the server started. */
  atSeconds: number;
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  /** The parsed JSON, or null. */
  body: unknown;
  kind: "turn" | "side" | "count_tokens" | "health" | "failure" | "unknown";
  /** The turn it was answered with, 1-based; null for anything but a turn. */
  turn: number | null;
  /** In words: "turn 2: tapOn", "fault http 529 at turn 1". */
  answer: string;
}

export interface ScriptedModel {
  /** Base URL on loopback, for ANTHROPIC_BASE_URL. */
  url: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Where playbook and run parted, if they did. */
  failure(): PlaybookFailure | null;
  /** Turns of the main thread played so far, of how many. */
  progress(): { played: number; turns: number };
  /** Closes every connection and stops listening. */
  stop(): Promise<void>;
}

/** Serves the Messages API on 127.0.0.1, playing a playbook. Throws PlaybookError when the playbook is not valid. */
export async function startScriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  const playbook = typeof options.playbook === "string" ? loadPlaybook(options.playbook) : options.playbook;
  const session = startSession(playbook, options.placeholders ?? {});
  const requests: RecordedRequest[] = [];
  const started = performance.now();

  const server = createServer((incoming, response) => {
    const record: RecordedRequest = {
      atSeconds: (performance.now() - started) / 1000,
      method: incoming.method ?? "",
      path: incoming.url ?? "",
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: null,
      kind: "unknown",
      turn: null,
      answer: "",
    };
    requests.push(record);
    const handled = handle(incoming, response, record, session, () => options.onRequest?.(record));
    // A client that leaves in mid-request is no event here: Claude is stopped in all kinds of moments.
    handled.catch(() => response.destroy());
  });
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", done);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The scripted model got no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    failure: session.failure,
    progress: () => ({ played: session.played(), turns: playbook.turns.length }),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  record: RecordedRequest,
  session: Session,
  decided: () => void,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = parseJson(Buffer.concat(chunks).toString("utf8"));
  record.body = body;
  const path = record.path.replace(/\?.*/s, "");
  const note = (kind: RecordedRequest["kind"], answer: string, turn: number | null = null) => {
    Object.assign(record, { kind, answer, turn });
    decided();
  };

  if (record.method === "HEAD" || (record.method === "GET" && (path === "/" || path === "/health"))) {
    note("health", "ok");
    return writeJson(response, 200, { status: "ok" });
  }
  const request = record.method === "POST" ? readRequest(body) : null;
  if (path === "/v1/messages/count_tokens" && request) {
    note("count_tokens", "a number");
    return writeJson(response, 200, { input_tokens: inputTokensOf(request) });
  }
  if (path !== "/v1/messages") {
    note("unknown", "404");
    return writeJson(response, 404, errorBody(404, "The scripted model serves /v1/messages only."));
  }
  if (!request) {
    note("unknown", "400");
    return writeJson(response, 400, errorBody(400, "The body is no Messages API request."));
  }
  const answer = session.answer(request);
  switch (answer.kind) {
    case "side":
      note("side", "a short text");
      return writeSide(response, request);
    case "failure":
      note("failure", answer.failure.message, answer.failure.turn);
      return writeJson(response, 400, errorBody(400, answer.failure.message), { "x-should-retry": "false" });
    case "reply": {
      const { turn, fault, thread } = answer;
      const where = `${thread ? "sub-agent " : ""}turn ${turn.number}`;
      const what = turn.calls.map((call) => call.label).join(", ") || "final answer";
      note("turn", fault ? `fault ${faultText(fault)} at ${where}` : `${where}: ${what}`, turn.number);
      return await writeReply(response, request, answer);
    }
  }
}

function writeSide(response: ServerResponse, request: ModelRequest): void {
  const content = [{ type: "text", text: sideAnswer(request) }];
  const usage = usageOf(request, content);
  const message = { id: "msg_side", model: request.model, content, stopReason: "end_turn" as const, usage };
  if (request.stream) {
    response.writeHead(200, { "content-type": "text/event-stream" }).end(messageEvents(message).join(""));
  } else writeJson(response, 200, messageBody(message));
}

function faultText(fault: { kind: string; status: number | null }): string {
  return fault.status === null ? fault.kind : `${fault.kind} ${fault.status}`;
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
