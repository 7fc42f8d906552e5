import type { Problem } from "../errors.ts";
import { type Draft, locate } from "./draft.ts";
import { positionFinder } from "./frame.ts";
import { fileMentions } from "./mentions.ts";
import { unknownPlaceholders } from "./placeholders.ts";

/** A prompt file as the edge read it. */
export type PromptRead =
  | { status: "ok"; text: string }
  | { status: "missing" }
  | { status: "unreadable"; reason: string };

/** A megabyte of prompt is a mistake. */
const LONGEST_PROMPT = 1_000_000;

/** What is wrong with the prompt as a whole: told at the suite's `prompt:` line. `shown` is the path as a person knows it. */
export function promptFault(
  read: PromptRead,
  shown: string,
): Pick<Draft, "code" | "message" | "hint"> | null {
  if (/\.(md|markdown)$/i.test(shown)) {
    return {
      code: "SUITE_PROMPT_MARKDOWN",
      message: "A prompt must not be a Markdown file.",
      hint: "Rename it to .txt: a change of Markdown files alone is often taken for documentation and skips the tests that load suites.",
    };
  }
  if (read.status === "missing") {
    return {
      code: "SUITE_PROMPT_MISSING",
      message: `The prompt file ${shown} does not exist.`,
      hint: "The path is relative to the suite file.",
    };
  }
  if (read.status === "unreadable")
    return {
      code: "SUITE_PROMPT_UNREADABLE",
      message: `The prompt file ${shown} can't be read: ${read.reason}.`,
    };
  const trimmed = read.text.trim();
  if (trimmed === "")
    return { code: "SUITE_PROMPT_EMPTY", message: `The prompt file ${shown} is empty or blank.` };
  if (read.text.length > LONGEST_PROMPT)
    return {
      code: "SUITE_PROMPT_TOO_LARGE",
      message: `The prompt file ${shown} has ${read.text.length} characters; the limit is ${LONGEST_PROMPT}.`,
    };
  if (read.text.includes("\u0000"))
    return {
      code: "SUITE_PROMPT_UNREADABLE",
      message: `The prompt file ${shown} is not text: it contains NUL.`,
    };
  if (trimmed.startsWith("/") || trimmed.startsWith("{runDirectory}")) {
    return {
      code: "SUITE_PROMPT_SLASH",
      message:
        "The prompt begins with a slash, which Claude Code takes for a slash command: no model would see it.",
      hint: `Begin ${shown} with a word.`,
    };
  }
  const [mention] = fileMentions(read.text);
  if (mention !== undefined) {
    return {
      code: "SUITE_PROMPT_MENTION",
      message: `The prompt mentions @${mention}: Claude Code would read that file into the conversation, so that the task depends on the machine.`,
      hint: `Write the path without the @ in ${shown}, or copy what the task needs into the prompt.`,
    };
  }
  return null;
}

/** Placeholders that don't exist, at their place in the prompt file. */
export function promptPlaceholderProblems(text: string, shown: string): Problem[] {
  const find = positionFinder(text);
  return unknownPlaceholders(text).map(({ name, start, end }) =>
    locate(placeholderProblem(name), shown, text, find(start), end - start),
  );
}

/** The words for a placeholder that does not exist. */
export function placeholderProblem(name: string): { code: string; message: string; hint: string } {
  return {
    code: "SUITE_UNKNOWN_PLACEHOLDER",
    message: `{${name.length > 60 ? `${name.slice(0, 60)}…` : name}} is not a placeholder.`,
    hint: "There are {deviceSerial}, {packageName} and {runDirectory}. For plain braces put a space inside: { name }.",
  };
}
