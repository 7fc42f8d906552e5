import type { Audit, RunResult, Stumble, ToolCall } from "../../result.ts";

export type Step =
  | { kind: "words"; line: number; turn: number; text: string; subAgent: boolean }
  | { kind: "call"; line: number; turn: number; call: ToolCall; stumbles: Stumble[] }
  | { kind: "stumble"; line: number; turn: number; stumble: Stumble };

/** Steps that a page shows; a longer run is cut and says so. */
export const MOST_STEPS = 2_000;

export interface Timeline {
  steps: Step[];
  /** Steps of the result that are not shown. */
  left: number;
  /** Calls and words that even the result does not hold, being the first ones of a huge transcript. */
  beyond: number;
}

/** The model's words and its calls in the order of the transcript, each call with its stumbles. */
export function timelineOf({ audit }: RunResult): Timeline {
  if (!audit) return { steps: [], left: 0, beyond: 0 };
  const stumbles = Map.groupBy(audit.stumbles, (stumble) => stumble.toolUseId);
  const callIds = new Set(audit.toolCalls.map((call) => call.id));
  const steps: Step[] = [
    ...audit.messages.map(
      (message): Step => ({
        kind: "words",
        line: message.line,
        turn: message.turn,
        text: message.text,
        subAgent: message.parentToolUseId !== null,
      }),
    ),
    ...audit.toolCalls.map(
      (call): Step => ({
        kind: "call",
        line: call.line,
        turn: call.turn,
        call,
        stumbles: stumbles.get(call.id) ?? [],
      }),
    ),
    ...audit.stumbles
      .filter(({ toolUseId }) => toolUseId === null || !callIds.has(toolUseId))
      .map((stumble): Step => ({ kind: "stumble", line: stumble.line, turn: 0, stumble })),
  ];
  steps.sort((a, b) => a.line - b.line || rank(a) - rank(b));
  return {
    steps: steps.slice(0, MOST_STEPS),
    left: Math.max(0, steps.length - MOST_STEPS),
    beyond: beyondTheResult(audit),
  };
}

function beyondTheResult({ totals, toolCalls, messages }: Audit): number {
  return Math.max(0, totals.toolCalls - toolCalls.length) + Math.max(0, totals.messages - messages.length);
}

/** Within one line of the transcript the words come before the call they announce. */
function rank({ kind }: Step): number {
  return kind === "words" ? 0 : 1;
}
