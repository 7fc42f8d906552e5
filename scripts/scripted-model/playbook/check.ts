import { compile } from "json-p3";
import type { PlaybookProblem } from "../problem.ts";
import type { YamlSource } from "./source.ts";
import { referencesIn } from "./template.ts";
import type { Call, Fault, FaultKind, Playbook, Position, Turn } from "./types.ts";

/** The names that the harness fills in. */
export const PLACEHOLDERS = ["deviceSerial", "packageName", "runDirectory"] as const;

const FAULT_FIELDS: Record<FaultKind, readonly (keyof Fault)[]> = {
  http: ["status", "message", "retryAfterSeconds"],
  html: ["status"],
  stream_error: ["message", "after"],
  cut: ["after"],
  truncated: ["after"],
  stall: ["after", "seconds"],
  refusal: [],
  max_tokens: [],
  budget: ["inputTokens"],
  empty: [],
  other_model: ["model"],
  malformed_input: [],
};

/** Checks what a schema cannot: references, patterns, the ending, and fields that belong together. */
export function checkPlaybook(playbook: Playbook, source: YamlSource): PlaybookProblem[] {
  const start: Position = { line: 1, column: 1 };
  if (playbook.turns.length === 0) {
    const hint = 'Give it "turns", or an "answer" alone for an agent that only talks.';
    return [source.problem("PLAYBOOK_EMPTY", "The playbook says nothing.", start, hint)];
  }
  return checkTurns(playbook.turns, new Set<string>(PLACEHOLDERS), source);
}

function checkTurns(turns: Turn[], known: Set<string>, source: YamlSource): PlaybookProblem[] {
  const problems: PlaybookProblem[] = [];
  const referTo = (value: unknown, at: Position) => {
    for (const name of referencesIn(value)) {
      if (known.has(name)) continue;
      const hint = `Known here: ${[...known].join(", ")}. Write {{${name}}} for the text {${name}} itself.`;
      problems.push(
        source.problem("PLAYBOOK_REFERENCE", `Nothing has given {${name}} a value yet.`, at, hint),
      );
    }
  };
  for (const [index, turn] of turns.entries()) {
    problems.push(...checkTurn(turn, index === turns.length - 1, source));
    referTo(turn.say, turn.at);
    for (const call of turn.calls) {
      problems.push(...checkCall(call, source));
      referTo(call.input, call.at);
      referTo([call.expect.includes, call.expect.excludes], call.expect.at);
      if (call.agent) problems.push(...checkTurns(call.agent, new Set(known), source));
    }
    for (const call of turn.calls) for (const capture of call.captures) known.add(capture.name);
  }
  return problems;
}

function checkTurn(turn: Turn, last: boolean, source: YamlSource): PlaybookProblem[] {
  const problems: PlaybookProblem[] = [];
  if (last && turn.calls.length > 0 && turn.fault?.times !== Number.POSITIVE_INFINITY) {
    const hint = 'Add an "answer": the model has to say something after its last tool call.';
    problems.push(source.problem("PLAYBOOK_NO_ANSWER", "The playbook ends with a tool call.", turn.at, hint));
  }
  if (!last && turn.calls.length === 0) {
    const hint = "Claude takes a reply without tool calls for the final one, so nothing after it is played.";
    problems.push(source.problem("PLAYBOOK_EARLY_END", `Turn ${turn.number} has no calls.`, turn.at, hint));
  }
  if (turn.calls.length === 0 && turn.say === null && turn.think === null && turn.fault === null) {
    problems.push(source.problem("PLAYBOOK_EMPTY", `Turn ${turn.number} is empty.`, turn.at));
  }
  return turn.fault ? [...problems, ...checkFault(turn.fault, turn, source)] : problems;
}

function checkFault(fault: Fault, turn: Turn, source: YamlSource): PlaybookProblem[] {
  const used = FAULT_FIELDS[fault.kind];
  const given: [keyof Fault, boolean][] = [
    ["status", fault.status !== null],
    ["message", fault.message !== null],
    ["retryAfterSeconds", fault.retryAfterSeconds !== null],
    ["after", fault.after !== "nothing"],
    ["seconds", fault.seconds !== null],
    ["inputTokens", fault.inputTokens !== 1_000_000],
    ["model", fault.model !== null],
  ];
  const problems = given
    .filter(([field, present]) => present && !used.includes(field))
    .map(([field]) =>
      source.problem("PLAYBOOK_FAULT", `A ${fault.kind} fault does not take "${field}".`, turn.at),
    );
  if (fault.kind === "http" && fault.status === null) {
    problems.push(source.problem("PLAYBOOK_FAULT", 'An http fault needs a "status".', turn.at));
  }
  if (fault.kind === "other_model" && fault.model === null) {
    problems.push(source.problem("PLAYBOOK_FAULT", 'An other_model fault needs a "model".', turn.at));
  }
  return problems;
}

function checkCall(call: Call, source: YamlSource): PlaybookProblem[] {
  const problems: PlaybookProblem[] = [];
  if (call.label === "" || (call.tool !== call.label && call.label.startsWith("mcp__"))) {
    const hint = "tool is the short name of an auto-mobile tool; builtin the full name of any other.";
    problems.push(
      source.problem("PLAYBOOK_TOOL", 'A call takes one of "tool" and "builtin".', call.at, hint),
    );
  }
  if (call.agent && call.label !== "Agent" && call.label !== "Task") {
    problems.push(source.problem("PLAYBOOK_AGENT", 'Only "builtin: Agent" takes "agent".', call.at));
  }
  if (call.agent && typeof call.input.prompt !== "string") {
    const hint = "The sub-agent's requests are recognised by this prompt.";
    problems.push(
      source.problem("PLAYBOOK_AGENT", "A scripted Agent call needs input.prompt.", call.at, hint),
    );
  }
  for (const capture of call.captures) {
    try {
      if ("json" in capture) compile(capture.json);
      else new RegExp(capture.regex, "mu");
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const what = "json" in capture ? "JSONPath" : "regular expression";
      problems.push(
        source.problem(
          "PLAYBOOK_PATTERN",
          `The ${what} of "${capture.name}" is not valid: ${why}`,
          capture.at,
        ),
      );
    }
  }
  return problems;
}
