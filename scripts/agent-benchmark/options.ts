import { readCommandLine, usage } from "./command-line.ts";
import { type Problem, UsageError } from "./errors.ts";
import { FLAGS, type Flag, type FlagName, type Mode } from "./flags.ts";

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
}

export type Options =
  | { mode: "help" }
  | ({ mode: "run" } & RunOptions)
  | ({ mode: "dry-run" } & RunOptions)
  | { mode: "from-result"; paths: string[]; json: boolean };

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
  const mode: Mode = given.has("from-result") ? "from-result" : given.has("dry-run") ? "dry-run" : "run";
  problems.push(...combinationProblems(given, mode));
  if (problems.length === 0 && mode !== "from-result" && !given.has("suite") && !given.has("all")) {
    problems.push(usage("Say what to run: --suite <name>, --all, or --from-result <dir>."));
  }
  if (problems.length > 0) throw new UsageError(problems);
  if (mode === "from-result") {
    return { mode, paths: given.get("from-result") ?? [], json: given.has("json") };
  }
  const one = (name: FlagName) => given.get(name)?.[0] ?? null;
  return {
    mode,
    suites: given.has("all") ? null : (given.get("suite") ?? []),
    device: one("device"),
    model: one("model"),
    serverInstructions: given.has("server-instructions"),
    serverRoot: one("server-root"),
    claude: one("claude"),
    output: one("output"),
    json: given.has("json"),
  };
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
  if (stray.length > 0) {
    problems.push(
      usage(
        mode === "from-result"
          ? `${stray.join(", ")} can't be combined with --from-result, which reads an earlier run.`
          : `${stray.join(", ")} can't be combined with ${mode === "dry-run" ? "--dry-run" : "a run"}.`,
      ),
    );
  }
  return problems;
}
