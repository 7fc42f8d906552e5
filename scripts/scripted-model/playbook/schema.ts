import Type, { type Static, type TObject, type TProperties } from "typebox";

/** The shape of a playbook file. schemas/playbook.schema.json is generated from here (`bun run generate`). */
const strict = { additionalProperties: false };
const Text = (description: string) => Type.String({ minLength: 1, description });
const Texts = (description: string) => Type.Array(Text("text, placeholders are filled in"), { description });

export const FAULT_KINDS = [
  "http",
  "html",
  "stream_error",
  "cut",
  "truncated",
  "stall",
  "refusal",
  "max_tokens",
  "budget",
  "empty",
  "other_model",
  "malformed_input",
] as const;

const Fault = Type.Object(
  {
    kind: Type.Union(
      FAULT_KINDS.map((kind) => Type.Literal(kind)),
      { description: "what goes wrong instead of, or in, this turn's reply" },
    ),
    times: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1 }), Type.Literal("always")], {
        description:
          "how often before the turn is played properly: a number of requests or always; default 1",
      }),
    ),
    status: Type.Optional(
      Type.Integer({ minimum: 400, maximum: 599, description: "http, html: the status code" }),
    ),
    message: Type.Optional(Text("http, stream_error: the error's message")),
    retryAfterSeconds: Type.Optional(
      Type.Number({ minimum: 0, description: "http: the Retry-After header, in seconds" }),
    ),
    after: Type.Optional(
      Type.Union([Type.Literal("nothing"), Type.Literal("words"), Type.Literal("half_call")], {
        description:
          "cut, truncated, stall, stream_error: how much of the reply is sent first; default nothing",
      }),
    ),
    seconds: Type.Optional(
      Type.Number({ minimum: 0, description: "stall: how long; default until the client leaves" }),
    ),
    inputTokens: Type.Optional(
      Type.Integer({ minimum: 1, description: "budget: the input tokens the reply claims; default 1000000" }),
    ),
    model: Type.Optional(Text("other_model: the model that claims to have answered")),
  },
  { ...strict, description: "a scripted failure of the API" },
);

const Expect = Type.Object(
  {
    includes: Type.Optional(Texts("each must occur in the result's text")),
    excludes: Type.Optional(Texts("none may occur in the result's text")),
    isError: Type.Optional(
      Type.Union([Type.Boolean(), Type.Literal("any")], {
        description: "whether the result must be an error: true, false or any; default false",
      }),
    ),
  },
  { ...strict, description: "what has to come back; anything else stops the run with a message" },
);

const Capture = Type.Object(
  {
    json: Type.Optional(Text("JSONPath (RFC 9535) over the result's JSON; the first match is taken")),
    regex: Type.Optional(
      Text("JavaScript regular expression; its first group, or the whole match, is taken"),
    ),
  },
  { ...strict, minProperties: 1, maxProperties: 1, description: "where the value is found: json or regex" },
);

/** A function, since an Agent call carries turns of its own. */
function turns(depth: number): TObject {
  const call: TProperties = {
    tool: Type.Optional(Text("short name of an auto-mobile tool: observe is mcp__auto-mobile__observe")),
    builtin: Type.Optional(Text("full name of any other tool: Read, Agent, mcp__other__thing")),
    input: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "arguments; placeholders are filled in" }),
    ),
    expect: Type.Optional(Expect),
    capture: Type.Optional(
      Type.Record(Type.String({ pattern: "^[A-Za-z][A-Za-z0-9_]*$" }), Capture, {
        description: "name -> where its value is; later texts use it as {name}",
      }),
    ),
    offered: Type.Optional(
      Type.Boolean({ description: "false: call it even when Claude does not offer the tool; default true" }),
    ),
  };
  const agent: TProperties =
    depth > 0
      ? {
          agent: Type.Optional(
            Type.Object(turnsAndAnswer(depth - 1), {
              ...strict,
              description: "what the sub-agent started by this call does (builtin: Agent)",
            }),
          ),
        }
      : {};
  return Type.Object(
    {
      think: Type.Optional(Text("a thinking block")),
      say: Type.Optional(Text("words before the calls")),
      calls: Type.Optional(
        Type.Array(Type.Object({ ...call, ...agent }, { ...strict, description: "one tool call" }), {
          minItems: 1,
          description: "tool calls of this turn; several run in parallel",
        }),
      ),
      attempts: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          description: "play the turn again while expectations fail; default 1",
        }),
      ),
      pauseSeconds: Type.Optional(
        Type.Number({ minimum: 0, maximum: 60, description: "wait between two attempts; default 0.5" }),
      ),
      delaySeconds: Type.Optional(
        Type.Number({ minimum: 0, maximum: 3600, description: "wait before the reply; default 0" }),
      ),
      fault: Type.Optional(Fault),
    },
    { ...strict, description: "one reply of the model" },
  );
}

function turnsAndAnswer(depth: number): TProperties {
  return {
    turns: Type.Optional(Type.Array(turns(depth), { description: "the model's replies, in order" })),
    answer: Type.Optional(Text("the final reply, after the last turn; placeholders are filled in")),
  };
}

export const PlaybookSchema = Type.Object(
  {
    name: Text("the suite it solves, or any name"),
    description: Type.Optional(Text("what it shows")),
    ...turnsAndAnswer(1),
  },
  {
    ...strict,
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "https://mobile-agent-bench/playbook.schema.json",
    title: "Playbook: what the scripted model says and does",
  },
);

export type RawFault = Static<typeof Fault>;
export type RawExpect = Static<typeof Expect>;
export type RawCapture = Static<typeof Capture>;
export interface RawCall {
  tool?: string;
  builtin?: string;
  input?: Record<string, unknown>;
  expect?: RawExpect;
  capture?: Record<string, RawCapture>;
  offered?: boolean;
  agent?: RawScript;
}
export interface RawTurn {
  think?: string;
  say?: string;
  calls?: RawCall[];
  attempts?: number;
  pauseSeconds?: number;
  delaySeconds?: number;
  fault?: RawFault;
}
export interface RawScript {
  turns?: RawTurn[];
  answer?: string;
}
export interface RawPlaybook extends RawScript {
  name: string;
  description?: string;
}
