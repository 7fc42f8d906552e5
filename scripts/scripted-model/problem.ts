/** What is wrong with a playbook, for a person: a stable code, what, where (file:line:column) and what to do next. */
export interface PlaybookProblem {
  code: string;
  message: string;
  where: string;
  frame?: string;
  hint?: string;
}

/** A playbook that cannot be played. Lists every problem found, not just the first. */
export class PlaybookError extends Error {
  readonly problems: readonly PlaybookProblem[];
  constructor(problems: readonly PlaybookProblem[]) {
    super(problems.map((problem) => `${problem.where}: ${problem.message}`).join("\n"));
    this.name = "PlaybookError";
    this.problems = problems;
  }
}
