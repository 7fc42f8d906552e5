import { readFileSync } from "node:fs";
import { PlaybookError, type PlaybookProblem } from "../problem.ts";
import { checkPlaybook } from "./check.ts";
import type { RawCall, RawFault, RawPlaybook, RawScript, RawTurn } from "./schema.ts";
import { type KeyPath, readYaml, type YamlSource } from "./source.ts";
import { checkStructure } from "./structure.ts";
import type { Call, Capture, Fault, Playbook, Turn } from "./types.ts";

const SERVER_PREFIX = "mcp__auto-mobile__";

/** Reads a playbook file. Throws PlaybookError with every problem found. */
export function loadPlaybook(path: string): Playbook {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    const problem: PlaybookProblem = {
      code: "PLAYBOOK_NOT_FOUND",
      message: "The playbook cannot be read.",
      where: path,
      hint: "Playbooks stand in benchmark/agent/playbooks/, one for each suite, under the suite's name.",
    };
    throw new PlaybookError([problem]);
  }
  return parsePlaybook(text, path);
}

/** Reads a playbook from a text; `path` is used in messages only. Throws PlaybookError with every problem found. */
export function parsePlaybook(text: string, path = "playbook.yml"): Playbook {
  const source = readYaml(text, path);
  const problems = [...source.problems];
  if (problems.length === 0) problems.push(...checkStructure(source));
  if (problems.length > 0) throw new PlaybookError(problems);
  // checkStructure has validated the value against the schema these types are the shape of.
  const raw = source.value as RawPlaybook;
  const playbook: Playbook = { name: raw.name, path, turns: readScript(raw, [], source) };
  const found = checkPlaybook(playbook, source);
  if (found.length > 0) throw new PlaybookError(found);
  return playbook;
}

function readScript(raw: RawScript, at: KeyPath, source: YamlSource): Turn[] {
  const turns = (raw.turns ?? []).map((turn, index) =>
    readTurn(turn, index + 1, [...at, "turns", index], source),
  );
  if (raw.answer !== undefined) {
    turns.push(readTurn({ say: raw.answer }, turns.length + 1, [...at, "answer"], source));
  }
  return turns;
}

function readTurn(raw: RawTurn, number: number, at: KeyPath, source: YamlSource): Turn {
  return {
    number,
    at: source.positionOf(at),
    think: raw.think ?? null,
    say: raw.say?.trimEnd() ?? null,
    calls: (raw.calls ?? []).map((call, index) => readCall(call, [...at, "calls", index], source)),
    attempts: raw.attempts ?? 1,
    pauseSeconds: raw.pauseSeconds ?? 0.5,
    delaySeconds: raw.delaySeconds ?? 0,
    fault: raw.fault ? readFault(raw.fault) : null,
  };
}

function readCall(raw: RawCall, at: KeyPath, source: YamlSource): Call {
  // Both at once is as wrong as neither; the check reports an empty label.
  const label = raw.tool !== undefined && raw.builtin !== undefined ? "" : (raw.tool ?? raw.builtin ?? "");
  return {
    at: source.positionOf(at),
    tool: raw.tool !== undefined ? `${SERVER_PREFIX}${raw.tool}` : label,
    label,
    input: raw.input ?? {},
    expect: {
      at: source.positionOf([...at, "expect"]),
      includes: raw.expect?.includes ?? [],
      excludes: raw.expect?.excludes ?? [],
      isError: raw.expect?.isError ?? false,
    },
    captures: Object.entries(raw.capture ?? {}).map(([name, from]): Capture => {
      const place = { name, at: source.positionOfKey([...at, "capture", name]) };
      return from.json !== undefined ? { ...place, json: from.json } : { ...place, regex: from.regex ?? "" };
    }),
    mustBeOffered: raw.offered ?? true,
    agent: raw.agent ? readScript(raw.agent, [...at, "agent"], source) : null,
  };
}

function readFault(raw: RawFault): Fault {
  return {
    kind: raw.kind,
    times: raw.times === "always" ? Number.POSITIVE_INFINITY : (raw.times ?? 1),
    status: raw.status ?? null,
    message: raw.message ?? null,
    retryAfterSeconds: raw.retryAfterSeconds ?? null,
    after: raw.after ?? "nothing",
    seconds: raw.seconds ?? null,
    inputTokens: raw.inputTokens ?? 1_000_000,
    model: raw.model ?? null,
  };
}
