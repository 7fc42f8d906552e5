import { fill, fillText, type Values } from "../playbook/template.ts";
import type { Call, Turn } from "../playbook/types.ts";
import { callId, placeOf } from "./ids.ts";
import { checkResult, type Mismatch, takeValue } from "./judge.ts";
import type { Block, ModelRequest, ToolResult } from "./request.ts";

/** One conversation: the main thread, or a sub-agent's. */
export interface Thread {
  /** "" for the main thread; the id of the Agent call for a sub-agent. */
  id: string;
  turns: Turn[];
  /** Placeholders and, for a sub-agent, what its caller had captured. */
  values: Values;
}

/** What the model does next. */
export type Move =
  | { kind: "reply"; turn: Turn; attempt: number; content: Block[]; delaySeconds: number; values: Values }
  | { kind: "mismatch"; turn: Turn; call: Call | null; callNumber: number | null; mismatch: Mismatch };

/**
 * Decides the next reply from the request alone: the ids of the calls already made say where the run stands, so a
 * request that Claude repeats gets the same reply. `results` are all tool results seen so far, by call id.
 */
export function nextMove(
  thread: Thread,
  request: ModelRequest,
  results: ReadonlyMap<string, ToolResult>,
): Move {
  const made = request.callIds.map(placeOf).filter((place) => place?.thread === thread.id);
  const last = made.at(-1);
  const values = new Map(thread.values);
  if (!last) return replyWith(thread, 1, 1, request, values);
  const attempts = new Map(made.map((place) => [place?.turn ?? 0, place?.attempt ?? 1]));
  for (const turn of thread.turns) {
    if (turn.number > last.turn) break;
    const attempt = attempts.get(turn.number) ?? 1;
    const found = settle(thread.id, turn, attempt, results, values);
    if (!found || turn.number < last.turn) continue;
    if (attempt >= turn.attempts) return { kind: "mismatch", turn, ...found };
    return replyWith(thread, turn.number, attempt + 1, request, values);
  }
  return replyWith(thread, last.turn + 1, 1, request, values);
}

/** Checks a turn's results and adds what it captures to the values. Returns the first mismatch. */
function settle(
  threadId: string,
  turn: Turn,
  attempt: number,
  results: ReadonlyMap<string, ToolResult>,
  values: Map<string, unknown>,
): { call: Call; callNumber: number; mismatch: Mismatch } | null {
  const captured = new Map<string, unknown>();
  for (const [index, call] of turn.calls.entries()) {
    const id = callId({ thread: threadId, turn: turn.number, attempt, call: index + 1 });
    const result = results.get(id);
    const callNumber = index + 1;
    const mismatch = checkResult(call, result, values);
    if (mismatch || !result) return mismatch ? { call, callNumber, mismatch } : null;
    for (const capture of call.captures) {
      const taken = takeValue(capture, result);
      if ("mismatch" in taken) return { call, callNumber, mismatch: taken.mismatch };
      captured.set(capture.name, taken.value);
    }
  }
  for (const [name, value] of captured) values.set(name, value);
  return null;
}

function replyWith(
  thread: Thread,
  number: number,
  attempt: number,
  request: ModelRequest,
  values: Map<string, unknown>,
): Move {
  const turn = thread.turns[number - 1];
  const final = thread.turns.at(-1);
  if (!turn) {
    if (!final) throw new RangeError("a playbook has at least one turn");
    const expected = "no further request: the playbook has ended";
    const mismatch = { at: final.at, expected, observed: "Claude asked for another reply" };
    return { kind: "mismatch", turn: final, call: null, callNumber: null, mismatch };
  }
  for (const [index, call] of turn.calls.entries()) {
    if (!call.mustBeOffered || request.tools.includes(call.tool)) continue;
    const mismatch = {
      at: call.at,
      expected: `that Claude offers ${call.tool}`,
      observed: offer(request.tools),
    };
    return { kind: "mismatch", turn, call, callNumber: index + 1, mismatch };
  }
  const content: Block[] = [];
  if (turn.think !== null) {
    content.push({ type: "thinking", thinking: fillText(turn.think, values), signature: "c2NyaXB0ZWQ=" });
  }
  if (turn.say !== null) content.push({ type: "text", text: fillText(turn.say, values) });
  for (const [index, call] of turn.calls.entries()) {
    const id = callId({ thread: thread.id, turn: number, attempt, call: index + 1 });
    content.push({ type: "tool_use", id, name: call.tool, input: fill(call.input, values) });
  }
  const delaySeconds = attempt > 1 ? turn.pauseSeconds : turn.delaySeconds;
  return { kind: "reply", turn, attempt, content, delaySeconds, values };
}

function offer(tools: string[]): string {
  const server = tools.filter((tool) => tool.startsWith("mcp__"));
  if (server.length > 0) return `it offers ${server.join(", ")}`;
  if (tools.includes("ToolSearch"))
    return "it offers no MCP tool but ToolSearch: the server's tools are deferred";
  return "it offers no MCP tool: the MCP server is not connected, or lists none";
}
