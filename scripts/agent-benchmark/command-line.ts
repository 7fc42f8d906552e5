import { parseArgs } from "node:util";
import type { Problem } from "./errors.ts";
import { excerpt } from "./report/neutralise.ts";
import { nearest } from "./suite/suggest.ts";

/** An option of a command, as parsing needs it; every command keeps a table of its own. */
export interface CommandFlag {
  /** Without the dashes. */
  name: string;
  /** How the value is shown, `<serial>`; absent for a switch. */
  value?: string;
  repeatable?: boolean;
}

export interface CommandLine<Name extends string> {
  /** Values by option, in order; a switch that was given has none. */
  given: Map<Name, string[]>;
  /** Words that belong to no option. */
  words: string[];
  problems: Problem[];
}

/**
 * Reads a command line against a table of options, telling every mistake at once.
 * @param argv what follows the script's name; a leading `--` (as package runners pass it) is dropped
 * @param strayWord the words for an argument that is not expected; null when the command takes arguments
 */
export function readCommandLine<Name extends string>(
  argv: readonly string[],
  flags: readonly (CommandFlag & { name: Name })[],
  strayWord: ((word: string) => string) | null,
): CommandLine<Name> {
  const given = new Map<Name, string[]>();
  const words: string[] = [];
  const problems: Problem[] = [];
  const { tokens } = parseArgs({
    args: argv[0] === "--" ? argv.slice(1) : [...argv],
    // Not strict: the words of its errors are for programmers. Every rule of strict parsing is checked below.
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      flags.map((flag) => [flag.name, { type: flag.value ? "string" : "boolean", multiple: true } as const]),
    ),
  });
  let afterUnknown = false;
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    const ownedByUnknown = afterUnknown;
    afterUnknown = false;
    if (token.kind === "positional") {
      if (ownedByUnknown) continue;
      if (strayWord) problems.push(usage(strayWord(excerpt(token.value, 60))));
      else words.push(token.value);
      continue;
    }
    const flag = flags.find((candidate) => candidate.name === token.name && token.rawName.startsWith("--"));
    if (!flag) {
      afterUnknown = !token.inlineValue;
      problems.push(usage(unknownOption(token.rawName, token.name, flags)));
      continue;
    }
    const fault = flagFault(flag, token.value, token.inlineValue === true, given.has(flag.name));
    if (fault) problems.push(usage(fault));
    else {
      const values = token.value === undefined ? [] : [token.value];
      given.set(flag.name, [...(given.get(flag.name) ?? []), ...values]);
    }
  }
  return { given, words, problems };
}

/** A mistake in how a command was called. */
export function usage(message: string): Problem {
  return { code: "USAGE", message };
}

function unknownOption(rawName: string, name: string, flags: readonly CommandFlag[]): string {
  const close = nearest(
    name,
    flags.map((known) => known.name),
  );
  return `There is no option ${excerpt(rawName, 60)}.${close ? ` Did you mean --${close}?` : ""}`;
}

function flagFault(
  flag: CommandFlag,
  value: string | undefined,
  inline: boolean,
  before: boolean,
): string | null {
  if (!flag.value) return inline ? `--${flag.name} takes no value.` : null;
  if (value === undefined || (!inline && value.startsWith("--"))) {
    return `--${flag.name} needs a value: --${flag.name} ${flag.value}.`;
  }
  if (value.trim() === "")
    return `--${flag.name} needs a value that is not blank: --${flag.name} ${flag.value}.`;
  if (/[\u0000-\u001f\u007f]/.test(value)) return `The value of --${flag.name} contains control characters.`;
  return before && !flag.repeatable ? `--${flag.name} can be given only once.` : null;
}
