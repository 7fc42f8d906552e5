import Type, { type Static, type TSchema } from "typebox";
import { METRIC_NAMES } from "./metric-names.ts";

/**
 * The suite file, key by key: the one home of its structure. schemas/suite.schema.json, docs/reference/suite.md and the
 * validator are made from it. `x-expected` is how an error says what belongs there; `default` is what load.ts fills in.
 */
interface Words {
  description: string;
  "x-expected"?: string;
  "x-hint"?: string;
  default?: unknown;
  examples?: unknown[];
}
const strict = { additionalProperties: false };

/** Text with something in it; tabs and line breaks are allowed, other control characters are not. */
const TEXT = "^(?=[\\s\\S]*\\S)[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$";
const ONE_LINE = "^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$";
const text = (words: Words & { maxLength?: number }) =>
  Type.String({ pattern: TEXT, "x-expected": "text that is not blank", ...words });
const line = (words: Words & { pattern?: string; maxLength?: number }) =>
  Type.String({ pattern: ONE_LINE, "x-expected": "one line of text that is not blank", ...words });
const list = <T extends TSchema>(item: T, words: Words & { minItems?: number }) =>
  Type.Array(item, { "x-expected": "a list, for example [one, two]", ...words });
const optional = Type.Optional;

const DIGEST = "^[0-9a-f]{16}$";
const unknownable = <T extends TSchema>(schema: T, words: Words) =>
  Type.Union([schema, Type.Null()], { ...words });

const ForcedLong = Type.Object(
  {
    long: Type.Integer({
      description: "A whole number, stored as <long>",
      "x-expected": "a whole number",
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  },
  { ...strict, title: "A whole number stored as <long>" },
);
const ForcedFloat = Type.Object(
  { float: Type.Number({ description: "A number, stored as <float> (32 bits)", "x-expected": "a number" }) },
  { ...strict, title: "A number stored as <float>" },
);
const PreferenceValue = Type.Union(
  [
    Type.Boolean(),
    Type.Number(),
    Type.String(),
    Type.Array(Type.String(), { uniqueItems: true }),
    ForcedLong,
    ForcedFloat,
  ],
  {
    description:
      "true or false; a whole number (int, or long beyond 32 bits); a fraction (32-bit float); text; a list of texts (a string set). `{ long: 5 }` and `{ float: 1 }` force the type.",
    "x-expected":
      "true or false, a number, text, a list of different texts, { long: <whole number> } or { float: <number> }",
  },
);

const FingerprintFileSchema = Type.Union(
  [
    Type.String({ pattern: DIGEST }),
    Type.Object(
      {
        digest: unknownable(Type.String({ pattern: DIGEST }), {
          description: "16 hex digits",
          "x-expected": "16 hexadecimal digits",
        }),
        parts: optional(
          Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
            description: "What the digest was made from, by name, so that a later mismatch can be explained",
            "x-expected": "a map of names to texts",
          }),
        ),
      },
      strict,
    ),
  ],
  {
    description: "A digest of 16 hex digits, or { digest, parts } as baseline.yml writes it",
    "x-expected": "16 hexadecimal digits, or a map with digest and parts as baseline.yml writes it",
  },
);

const metric = (name: string) =>
  Type.Number({ minimum: 0, description: `Recorded ${name}`, "x-expected": "a number that is not negative" });

const BaselineFileSchema = Type.Object(
  {
    metrics: optional(
      Type.Object(Object.fromEntries(METRIC_NAMES.map((name) => [name, optional(metric(name))])), {
        ...strict,
        description: "Recorded numbers; a row of the report compares each with the new run",
      }),
    ),
    tools: optional(
      Type.Record(
        Type.String(),
        Type.Integer({ minimum: 0, "x-expected": "a whole number that is not negative" }),
        {
          description: "Recorded number of calls by short tool name",
          "x-expected": "a map of tool names to whole numbers",
        },
      ),
    ),
    appBuild: optional(
      Type.Object(
        {
          packageName: line({ description: "Application id of the measured build" }),
          versionName: optional(
            unknownable(Type.String(), {
              description: "versionName of the measured build",
              "x-expected": "text (quote it: a version such as 1.0 is a number otherwise)",
            }),
          ),
          versionCode: optional(
            unknownable(Type.Integer({ minimum: 0 }), {
              description: "versionCode of the measured build",
              "x-expected": "a whole number that is not negative",
            }),
          ),
          lastUpdateTime: optional(
            unknownable(Type.String(), {
              description: "When the measured build was installed, as the device prints it",
              "x-expected": "text",
            }),
          ),
          apkSha256: optional(
            unknownable(Type.String({ pattern: DIGEST }), {
              description: "First 16 hex digits of the APK's SHA-256, for suites with app.apkPath",
              "x-expected": "16 hexadecimal digits",
            }),
          ),
        },
        { ...strict, description: "The app build that was measured" },
      ),
    ),
    suiteDigest: optional(FingerprintFileSchema),
    deviceFingerprint: optional(FingerprintFileSchema),
    claudeCodeVersion: optional(line({ description: "Claude Code version that was measured" })),
    serverBuild: optional(FingerprintFileSchema),
    observedModel: optional(line({ description: "Model that answered in the measured run" })),
  },
  {
    ...strict,
    default: {},
    description:
      "Numbers and fingerprints of a clean, passing run, pasted from its baseline.yml. Comparison data: it never changes a verdict.",
  },
);

const App = Type.Object(
  {
    packageName: Type.String({
      pattern: "^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)+$",
      maxLength: 223,
      description: "Application id of the app under test",
      "x-expected": "an application id, for example com.example.app",
      examples: ["dev.jasonpearson.automobile.playground"],
    }),
    apkPath: optional(
      line({ description: "APK to install before each run, relative to the repository root" }),
    ),
  },
  { ...strict, description: "The app under test", "x-expected": "a map with packageName" },
);

const Preflight = Type.Object(
  {
    clearAppData: optional(
      Type.Boolean({
        default: true,
        description: "Clear the app's data before the run. A suite that sets false never writes a baseline.",
        "x-expected": "true or false",
      }),
    ),
    sharedPreferences: optional(
      Type.Record(Type.String(), Type.Record(Type.String(), PreferenceValue), {
        default: {},
        description:
          "Preferences written after clearing: file name without .xml, then key and value. Needs a debuggable build (run-as).",
        "x-expected": "a map of file names to maps of keys and values",
      }),
    ),
    launchUri: optional(
      line({
        pattern: "^[A-Za-z][A-Za-z0-9+.-]*:[^\\u0000-\\u001f\\u007f]+$",
        description: "Deep link to the start screen. Without it the app's launcher activity is started.",
        "x-expected": "a link with a scheme, for example app://screen",
        examples: ["automobile://playground/demos/bugs/repro"],
      }),
    ),
    settleSeconds: optional(
      Type.Number({
        minimum: 0,
        maximum: 600,
        default: 2,
        description: "How long to wait after the deep link",
        "x-expected": "a number of seconds from 0 to 600",
      }),
    ),
    startScreenIncludes: optional(
      list(text({ description: "Text of one node" }), {
        default: [],
        description: "Text the app must show before Claude starts; the run stops when it is missing",
      }),
    ),
  },
  { ...strict, default: {}, description: "How the device is prepared; not measured" },
);

/** `Read`, `mcp__server`, `mcp__server__tool`, `mcp__server__*`, `Tool(rule)`; no comma, no leading dash: the CLI splits and parses lists. */
const TOOL = "^[A-Za-z_][A-Za-z0-9_.-]*(\\*|\\([^()\\u0000-\\u001f\\u007f]+\\))?$";
const tool = () =>
  Type.String({
    pattern: TOOL,
    description: "A tool name or rule",
    "x-expected": "one tool name, for example mcp__auto-mobile__observe",
    "x-hint": "Write one tool per list entry, without commas or flags.",
  });

const Claude = Type.Object(
  {
    model: optional(
      Type.String({
        pattern: "^[A-Za-z0-9][^\\s\\u0000-\\u001f\\u007f]*$",
        description: "Model to request; --model overrides it. Without both, your environment decides.",
        "x-expected": "a model name without spaces, for example claude-sonnet-5-5",
      }),
    ),
    appendSystemPrompt: optional(
      Type.String({
        pattern: "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$",
        default: "",
        description:
          "Added to the system prompt; {deviceSerial}, {packageName} and {runDirectory} are filled in",
        "x-expected": "text without control characters",
      }),
    ),
    allowedTools: optional(
      list(tool(), {
        minItems: 1,
        default: ["mcp__auto-mobile"],
        description: "Tools that need no permission; one of the server is written mcp__auto-mobile__<tool>",
        "x-expected": "a list with at least one tool",
      }),
    ),
    disallowedTools: optional(
      list(tool(), {
        default: [],
        description:
          "Tools that are denied, besides Bash and PowerShell, which always are; one of the server is written mcp__auto-mobile__<tool>",
      }),
    ),
    maxBudgetUsd: optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100000,
        description: "Hard spending cap of one run, in US dollars",
        "x-expected": "an amount in US dollars greater than 0",
      }),
    ),
    timeoutSeconds: optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 86400,
        default: 900,
        description: "When Claude is stopped and the run is incomplete",
        "x-expected": "a number of seconds greater than 0 and at most 86400 (a day)",
      }),
    ),
  },
  { ...strict, default: {}, description: "How Claude Code is run. There are no free-form flags on purpose." },
);

const Verify = Type.Object(
  {
    answerIncludes: optional(
      list(text({ description: "Text the final reply must contain, or a `KEY: value` line" }), {
        default: [],
        description:
          "What the final reply must say. `KEY: value` texts must be its last lines, in this order.",
      }),
    ),
    screenIncludes: list(text({ description: "Text or content description of one of the app's nodes" }), {
      minItems: 1,
      description:
        "What the app's own screen must show after Claude exits: the oracle. At least one is required.",
      "x-expected": "a list with at least one text",
      "x-hint": "The device's screen is the judge: an answer alone can be given without touching the app.",
    }),
  },
  { ...strict, description: "How success is known", "x-expected": "a map with screenIncludes" },
);

const Task = Type.Object(
  {
    minSteps: optional(
      Type.Integer({
        minimum: 1,
        maximum: 10000,
        description: "Fewest device actions that solve the task",
        "x-expected": "a whole number from 1 to 10000",
      }),
    ),
    difficulty: optional(
      Type.Union([Type.Literal("easy"), Type.Literal("medium"), Type.Literal("hard")], {
        description: "easy, medium or hard",
        "x-expected": "easy, medium or hard",
      }),
    ),
    category: optional(line({ description: "The author's word for the kind of task" })),
  },
  { ...strict, default: {}, description: "What kind of task it is; used to group results" },
);

export const SuiteFileSchema = Type.Object(
  {
    name: Type.String({
      pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
      maxLength: 100,
      description: "Must match the file name",
      "x-expected": "letters, digits, dots, dashes and underscores, at most 100",
    }),
    platform: Type.Literal("android", {
      description: "The platform; only android",
      "x-expected": "android",
    }),
    prompt: line({
      description: "Prompt file, relative to this file; .txt rather than .md, not empty, not starting with /",
      "x-expected": "a path, for example ../prompts/my-task.txt",
    }),
    app: App,
    preflight: optional(Preflight),
    claude: optional(Claude),
    verify: Verify,
    failurePatterns: optional(
      list(text({ description: "A substring" }), {
        default: [],
        description: "Substrings of tool results that count as stumbles",
      }),
    ),
    ignoredFailurePatterns: optional(
      list(text({ description: "A substring" }), {
        default: [],
        description: "Tool results that contain one of these are not stumbles",
      }),
    ),
    task: optional(Task),
    baseline: optional(BaselineFileSchema),
    baselineToolSequence: optional(
      list(line({ description: "Short tool name" }), {
        default: [],
        description: "Tool calls of the recorded run, in order; compared as a longest common subsequence",
      }),
    ),
  },
  {
    ...strict,
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "https://mobile-agent-bench/suite.schema.json",
    title: "Benchmark suite",
    description: "One task for a mobile agent: how to prepare the device, what to ask, how to know it worked",
  },
);

export type SuiteFile = Static<typeof SuiteFileSchema>;
export type BaselineFile = Static<typeof BaselineFileSchema>;
export type FingerprintFile = Static<typeof FingerprintFileSchema>;
