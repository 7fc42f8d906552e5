import type { FAULT_KINDS } from "./schema.ts";

/** 1-based place in the playbook file. */
export interface Position {
  line: number;
  column: number;
}

/** A validated playbook with every default filled in. Placeholders are still in the texts. */
export interface Playbook {
  name: string;
  /** As given by the caller, for messages. */
  path: string;
  turns: Turn[];
}

export interface Turn {
  /** 1-based. */
  number: number;
  at: Position;
  think: string | null;
  say: string | null;
  /** Empty for the final reply only. */
  calls: Call[];
  attempts: number;
  pauseSeconds: number;
  delaySeconds: number;
  fault: Fault | null;
}

export interface Call {
  at: Position;
  /** Full tool name: mcp__auto-mobile__observe, Read, Agent. */
  tool: string;
  /** As the playbook writes it: observe. */
  label: string;
  input: Record<string, unknown>;
  expect: Expectation;
  captures: Capture[];
  /** Claude has to offer the tool. */
  mustBeOffered: boolean;
  /** The sub-agent's turns, for an Agent call that is scripted. */
  agent: Turn[] | null;
}

export interface Expectation {
  at: Position;
  includes: string[];
  excludes: string[];
  isError: boolean | "any";
}

export type Capture = { name: string; at: Position } & ({ json: string } | { regex: string });

export type FaultKind = (typeof FAULT_KINDS)[number];

/** A scripted failure of the API. Fields that its kind does not use are null. */
export interface Fault {
  kind: FaultKind;
  /** Infinity for "always". */
  times: number;
  status: number | null;
  message: string | null;
  retryAfterSeconds: number | null;
  after: "nothing" | "words" | "half_call";
  /** null: until the client leaves. */
  seconds: number | null;
  inputTokens: number;
  model: string | null;
}
