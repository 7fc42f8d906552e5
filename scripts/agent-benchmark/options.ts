import { parseArgs } from "node:util";
import { type Problem, UsageError } from "./errors.ts";
import { FLAGS, type Flag, type FlagName, type Mode } from "./flags.ts";
import { excerpt } from "./report/neutralise.ts";
import { nearest } from "./suite/suggest.ts";

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
  const { given, problems } = readFlags(args);
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

function readFlags(args: string[]): { given: Given; problems: Problem[] } {
  const given: Given = new Map();
  const problems: Problem[] = [];
  const { tokens } = parseArgs({
    args,
    // Not strict: the words of its errors are for programmers. Every rule of strict parsing is checked below.
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      FLAGS.map((flag: Flag) => [
        flag.name,
        { type: flag.value ? "string" : "boolean", multiple: true } as const,
      ]),
    ),
  });
  let afterUnknown = false;
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    const ownedByUnknown = afterUnknown;
    afterUnknown = false;
    if (token.kind === "positional") {
      if (ownedByUnknown) continue;
      problems.push(
        usage(
          `"${excerpt(token.value, 60)}" is not expected here. A suite is named with --suite ${excerpt(token.value, 60)}.`,
        ),
      );
      continue;
    }
    const flag = FLAGS.find((candidate) => candidate.name === token.name && token.rawName.startsWith("--"));
    if (!flag) {
      afterUnknown = !token.inlineValue;
      const close = nearest(
        token.name,
        FLAGS.map((known) => known.name),
      );
      problems.push(
        usage(`There is no option ${excerpt(token.rawName, 60)}.${close ? ` Did you mean --${close}?` : ""}`),
      );
      continue;
    }
    const fault = flagFault(flag, token.value, token.inlineValue === true, given.has(flag.name));
    if (fault) problems.push(usage(fault));
    else
      given.set(flag.name, [
        ...(given.get(flag.name) ?? []),
        ...(token.value === undefined ? [] : [token.value]),
      ]);
  }
  return { given, problems };
}

function flagFault(flag: Flag, value: string | undefined, inline: boolean, before: boolean): string | null {
  if (!flag.value) return inline ? `--${flag.name} takes no value.` : null;
  if (value === undefined || (!inline && value.startsWith("--"))) {
    return `--${flag.name} needs a value: --${flag.name} ${flag.value}.`;
  }
  if (value.trim() === "")
    return `--${flag.name} needs a value that is not blank: --${flag.name} ${flag.value}.`;
  if (/[\u0000-\u001f\u007f]/.test(value)) return `The value of --${flag.name} contains control characters.`;
  return before && !flag.repeatable ? `--${flag.name} can be given only once.` : null;
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

function usage(message: string): Problem {
  return { code: "USAGE", message };
}
