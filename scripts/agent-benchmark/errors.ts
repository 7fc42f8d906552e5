/** What went wrong, for a person: a stable code, what, where, and what to do next. */
export interface Problem {
  /** Stable, upper snake case, listed in docs/reference/errors.md: SUITE_UNKNOWN_KEY, DEVICE_NONE_ONLINE ... */
  code: string;
  /** One plain sentence. */
  message: string;
  /** file:line:column, a device serial, or a command. */
  where?: string;
  /** The source line with a caret, for problems in a file. */
  frame?: string;
  /** What to do next. */
  hint?: string;
}

/** The command was used wrongly or a suite is invalid: nothing ran. Exit code 2. */
export class UsageError extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: Problem | readonly Problem[]) {
    const list = Array.isArray(problems) ? (problems as readonly Problem[]) : [problems as Problem];
    super(list.map((problem) => problem.message).join("\n"));
    this.name = "UsageError";
    this.problems = list;
  }
}

/** The run could not be prepared, carried out or judged: an error of the run, never a failed agent. Exit code 1. */
export class RunError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.message, options);
    this.name = "RunError";
    this.problem = problem;
  }
}

/** Why something failed, in words for a message: of a system error without the call and the path, which the message names. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? error.message.replace(/, [a-z]+(?: '.*)?$/s, "") : error.message;
}

/** An artifact of the run can't be written: ARTIFACT_UNWRITABLE. */
export function artifactError(path: string, error: unknown): RunError {
  const why = reasonOf(error);
  return new RunError(
    {
      code: "ARTIFACT_UNWRITABLE",
      where: path,
      message: `An artifact can't be written: ${why}.`,
      hint: "Check that the disk has room and that the run directory is still there and writable.",
    },
    { cause: error },
  );
}

/** Prints a problem over several lines: `CODE where`, message, frame, hint. */
export function formatProblem(problem: Problem): string {
  const head = problem.where ? `${problem.where}: ${problem.message}` : problem.message;
  const lines = [`${head} [${problem.code}]`];
  if (problem.frame) lines.push(problem.frame);
  if (problem.hint) lines.push(`  ${problem.hint}`);
  return lines.join("\n");
}
