import Type, { type Static } from "typebox";

/**
 * `session.json`: what a session set out to do and what has become of each trial. It is rewritten after every attempt,
 * so a crash loses at most the trial that was running.
 */
const strict = { additionalProperties: false };
const MaybeText = Type.Union([Type.String(), Type.Null()]);

export const AttemptSchema = Type.Object(
  {
    suite: Type.String({ description: "suite name" }),
    trial: Type.Integer({ minimum: 1, description: "1-based" }),
    directory: Type.String({ description: "run directory, relative to the session folder" }),
    verdict: Type.Union(
      [Type.Literal("passed"), Type.Literal("failed"), Type.Literal("incomplete"), Type.Null()],
      {
        description: "null: the attempt left no result",
      },
    ),
    retryOf: Type.Union([Type.String(), Type.Null()], {
      description: "directory of the incomplete attempt that this one repeats",
    }),
  },
  strict,
);

export const SessionSchema = Type.Object(
  {
    schemaVersion: Type.Literal(1),
    id: Type.String({ description: "<timestamp>-<8 hex>" }),
    startedAt: Type.String({ description: "ISO time" }),
    trials: Type.Integer({ minimum: 1, description: "trials of each suite" }),
    suites: Type.Array(Type.Object({ name: Type.String(), path: Type.String() }, strict), { minItems: 1 }),
    settings: Type.Object(
      {
        device: MaybeText,
        model: MaybeText,
        serverInstructions: Type.Boolean(),
        serverRoot: MaybeText,
        claude: MaybeText,
      },
      { ...strict, description: "the options that a resumed session takes over" },
    ),
    attempts: Type.Array(AttemptSchema, { description: "in the order they were made" }),
  },
  { ...strict, title: "A session: repeated trials of one or more suites" },
);

export type SessionState = Static<typeof SessionSchema>;
export type Attempt = Static<typeof AttemptSchema>;
