import type { CommandFlag } from "./command-line.ts";
import { formatProblem, RunError, UsageError } from "./errors.ts";
import { optionLines, wrap } from "./report/layout.ts";

export interface CommandHelp {
  what: string;
  usage: string;
  /** What the arguments without dashes are. */
  operands: string;
  flags: readonly (CommandFlag & { description: string })[];
  exitCodes: readonly { code: number; meaning: string }[];
  examples: readonly string[];
}

/** The text of --help of a command that reads stored results. */
export function commandHelp(help: CommandHelp, width = 100): string {
  const flags = [...help.flags, { name: "help", description: "Print this text." }];
  return [
    ...wrap(help.what, width),
    "",
    `Usage: ${help.usage}`,
    ...wrap(help.operands, width),
    "",
    "Options:",
    ...optionLines(flags, width),
    "",
    "Exit codes:",
    ...help.exitCodes.map(({ code, meaning }) => `  ${code}  ${meaning}`),
    "",
    "Examples:",
    ...help.examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

/** Runs a command on this process's arguments; errors that are for people are printed as such. Resolves with the exit code. */
export async function runCommand(
  name: string,
  command: (argv: readonly string[]) => Promise<number>,
): Promise<number> {
  try {
    return await command(process.argv.slice(2));
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(error.problems.map((problem) => `${name}: ${formatProblem(problem)}`).join("\n"));
      console.error("Run with --help to see every option.");
      return 2;
    }
    if (!(error instanceof RunError)) throw error;
    console.error(`${name}: ${formatProblem(error.problem)}`);
    return 1;
  }
}
