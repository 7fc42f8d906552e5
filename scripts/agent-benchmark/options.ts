import { readCommandLine, usage } from "./command-line.ts";
import { type Problem, UsageError } from "./errors.ts";
import { FLAGS, type Flag, type FlagName, type Mode } from "./flags.ts";
import { excerpt } from "./report/neutralise.ts";

export interface RunOptions {
  /** Names or paths; null is every committed suite. */
  suites: string[] | null;
  /** A serial, "virtual", or null for the one online device. */
  device: string | null;
  /** A model, "scripted", or null for the suite's. */
  model: string | null;
  serverInstructions: boolean;
  /** null is this repository. */
  serverRoot: string | null;
  /** null is the default: `claude`, or the pinned CLI with the scripted model. */
  claude: string | null;
  /** null is scratch/agent-benchmarks of this repository. */
  output: string | null;
  json: boolean;
  /** Only runs have one to write. */
  html: boolean;
}

export type Options =
  | { mode: "help" }
  /** `trials` null: one run of each suite, without a session. */
  | ({ mode: "run"; trials: number | null; retryIncomplete: boolean } & RunOptions)
  | ({ mode: "dry-run" | "prove" } & RunOptions)
  | { mode: "resume"; session: string; retryIncomplete: boolean; json: boolean; html: boolean }
  | { mode: "from-result"; paths: string[]; json: boolean; html: boolean };

type Given = Map<FlagName, string[]>;

/**
 * Reads a command line. Throws a UsageError (exit code 2) with every mistake that can be told at once.
 * @param argv what follows the script's name; a leading `--` (as package runners pass it) is dropped
 */
export function parseOptions(argv: readonly string[]): Options {
  const args = argv[0] === "--" ? argv.slice(1) : [...argv];
  if (args.includes("--help") || args.includes("-h")) return { mode: "help" };
  const { given, problems } = readCommandLine<FlagName>(
    args,
    FLAGS,
    (word) => `"${word}" is not expected here. A suite is named with --suite ${word}.`,
  );
  const mode = modeOf(given);
  problems.push(...combinationProblems(given, mode), ...valueProblems(given));
  const needsSuites = mode !== "from-result" && mode !== "resume";
  if (problems.length === 0 && needsSuites && !given.has("suite") && !given.has("all")) {
    problems.push(usage("Say what to run: --suite <name>, --all, or --from-result <dir>."));
  }
  if (problems.length > 0) throw new UsageError(problems);
  if (mode === "from-result") {
    return { mode, paths: given.get("from-result") ?? [], json: given.has("json"), html: given.has("html") };
  }
  const one = (name: FlagName) => given.get(name)?.[0] ?? null;
  const retryIncomplete = given.has("retry");
  if (mode === "resume") {
    return {
      mode,
      session: one("resume") ?? "",
      retryIncomplete,
      json: given.has("json"),
      html: given.has("html"),
    };
  }
  const options: RunOptions = {
    suites: given.has("all") ? null : (given.get("suite") ?? []),
    device: one("device"),
    model: one("model"),
    serverInstructions: given.has("server-instructions"),
    serverRoot: one("server-root"),
    claude: one("claude"),
    output: one("output"),
    json: given.has("json"),
    html: given.has("html"),
  };
  if (mode !== "run") return { mode, ...options };
  const trials = one("trials");
  return { mode, trials: trials === null ? null : Number(trials), retryIncomplete, ...options };
}

function modeOf(given: Given): Mode {
  const modes = ["from-result", "resume", "dry-run", "prove"] as const;
  return modes.find((mode) => given.has(mode)) ?? "run";
}

const MOST_TRIALS = 1000;

function valueProblems(given: Given): Problem[] {
  const problems: Problem[] = [];
  const trials = given.get("trials")?.[0];
  if (trials !== undefined && !(/^[1-9]\d*$/.test(trials) && Number(trials) <= MOST_TRIALS)) {
    problems.push(
      usage(`--trials needs a whole number from 1 to ${MOST_TRIALS}, not "${excerpt(trials, 40)}".`),
    );
  }
  const retry = given.get("retry")?.[0];
  if (retry !== undefined && retry !== "incomplete") {
    problems.push(usage(`--retry knows only "incomplete": --retry incomplete.`));
  }
  if (retry !== undefined && !given.has("trials") && !given.has("resume")) {
    problems.push(usage("--retry belongs to a session: give it with --trials or --resume."));
  }
  return problems;
}

/** Usage errors as printed: one line each, then where help is. */
export function formatUsage(problems: readonly Problem[]): string {
  return [
    ...problems.map((problem) => `bench:agent: ${problem.message}`),
    "Run with --help to see every option.",
  ].join("\n");
}

function combinationProblems(given: Given, mode: Mode): Problem[] {
  const problems: Problem[] = [];
  if (given.has("suite") && given.has("all")) problems.push(usage("--suite and --all can't be combined."));
  const stray = FLAGS.filter(
    (flag: Flag) => given.has(flag.name as FlagName) && !flag.modes.includes(mode),
  ).map((flag) => `--${flag.name}`);
  if (stray.length > 0)
    problems.push(usage(`${stray.join(", ")} can't be combined with ${MODE_WORDS[mode]}.`));
  return problems;
}

const MODE_WORDS: Record<Mode, string> = {
  "from-result": "--from-result, which reads an earlier run",
  resume: "--resume, which takes its settings from the session",
  prove: "--prove, which plays playbooks instead of a model",
  "dry-run": "--dry-run",
  run: "a run",
};
