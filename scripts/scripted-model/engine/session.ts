import { basename } from "node:path";
import { fillText } from "../playbook/template.ts";
import type { Fault, Playbook, Turn } from "../playbook/types.ts";
import { callId } from "./ids.ts";
import { type Move, nextMove, type Thread } from "./play.ts";
import type { ModelRequest, ToolResult } from "./request.ts";
import { isSideRequest } from "./side.ts";

/** The playbook and the run disagree. */
export interface PlaybookFailure {
  playbook: string;
  /** file:line:column of the step or of the expectation. */
  where: string;
  /** 1-based; of the sub-agent's turns when `agent` is set. */
  turn: number;
  /** 1-based; null when it is about the turn as a whole. */
  call: number | null;
  /** As the playbook writes it; null when it is about the turn as a whole. */
  tool: string | null;
  /** The prompt of the sub-agent it happened in; null for the main thread. */
  agent: string | null;
  expected: string;
  observed: string;
  /** All of the above in one or two sentences. */
  message: string;
}

/** What a request is answered with. */
export type Answer =
  | {
      kind: "reply";
      id: string;
      turn: Turn;
      thread: string;
      move: Extract<Move, { kind: "reply" }>;
      fault: Fault | null;
    }
  | { kind: "side" }
  | { kind: "failure"; failure: PlaybookFailure };

export interface Session {
  answer(request: ModelRequest): Answer;
  failure(): PlaybookFailure | null;
  /** The highest turn of the main thread that was played, 0 before the first. */
  played(): number;
}

/** One play of a playbook. Keeps what a request does not carry: results seen, faults spent, the first failure. */
export function startSession(playbook: Playbook, placeholders: Record<string, string>): Session {
  const main: Thread = { id: "", turns: playbook.turns, values: new Map(Object.entries(placeholders)) };
  const results = new Map<string, ToolResult>();
  const agents = new Map<string, Thread | null>();
  const spent = new Map<Turn, number>();
  const replies = new Map<string, number>();
  let failure: PlaybookFailure | null = null;
  let played = 0;

  const agentOf = (request: ModelRequest): { prompt: string; thread: Thread | null } | null => {
    for (const [prompt, thread] of agents) {
      if (request.prompt.some((text) => text.includes(prompt))) return { prompt, thread };
    }
    return null;
  };

  return {
    failure: () => failure,
    played: () => played,
    answer(request) {
      const agent = agentOf(request);
      if (agent ? agent.thread === null : isSideRequest(request)) return { kind: "side" };
      if (failure) return { kind: "failure", failure };
      // Claude may clear old results out of a long conversation; the first sight of one is the true one.
      for (const [id, result] of request.results) if (!results.has(id)) results.set(id, result);
      const thread = agent?.thread ?? main;
      const move = nextMove(thread, request, results);
      if (move.kind === "mismatch") {
        failure = describe(playbook, move, agent?.prompt ?? null);
        return { kind: "failure", failure };
      }
      const { turn } = move;
      if (thread === main) played = Math.max(played, turn.number);
      for (const [index, call] of turn.calls.entries()) {
        if ((call.label !== "Agent" && call.label !== "Task") || typeof call.input.prompt !== "string")
          continue;
        const id = callId({ thread: thread.id, turn: turn.number, attempt: move.attempt, call: index + 1 });
        const started = call.agent ? { id, turns: call.agent, values: move.values } : null;
        agents.set(fillText(call.input.prompt, move.values), started);
      }
      const faulted = spent.get(turn) ?? 0;
      const fault = turn.fault && faulted < turn.fault.times ? turn.fault : null;
      if (fault) spent.set(turn, faulted + 1);
      const name = `msg_${thread.id.replace("toolu_", "")}${thread.id ? "_" : ""}${turn.number}-${move.attempt}`;
      const repeat = replies.get(name) ?? 0;
      replies.set(name, repeat + 1);
      const id = repeat === 0 ? name : `${name}_again${repeat}`;
      return { kind: "reply", id, turn, thread: thread.id, move, fault };
    },
  };
}

function describe(
  playbook: Playbook,
  { turn, call, callNumber, mismatch }: Extract<Move, { kind: "mismatch" }>,
  agent: string | null,
): PlaybookFailure {
  const where = `${playbook.path}:${mismatch.at.line}:${mismatch.at.column}`;
  const step = call ? `turn ${turn.number}, ${call.label}` : `turn ${turn.number}`;
  const inside = agent === null ? "" : ` of the sub-agent ${JSON.stringify(agent.slice(0, 60))}`;
  const short = `${basename(playbook.path)}:${mismatch.at.line}`;
  return {
    playbook: playbook.name,
    where,
    turn: turn.number,
    call: callNumber,
    tool: call?.label ?? null,
    agent,
    expected: mismatch.expected,
    observed: mismatch.observed,
    message: `The playbook does not match the run at ${step}${inside} (${short}): expected ${mismatch.expected}; came back: ${mismatch.observed}.`,
  };
}
