import type { Problem } from "../errors.ts";
import type { Draft } from "./draft.ts";
import { nearest } from "./suggest.ts";

/** What Claude Code calls the server's tools; a run has no other server. */
const SERVER_TOOLS = "mcp__auto-mobile";

/**
 * What is wrong with an entry of a suite's tool list: a rule that names nothing denies (or allows) nothing, and the suite
 * would measure something else than it says. Null when it can name a tool.
 */
export function toolProblem(
  entry: string,
  list: "allowedTools" | "disallowedTools",
): Pick<Draft, "code" | "message" | "hint"> | null {
  const name = entry.replace(/\(.*$/s, "");
  const shell = /^(bash|powershell)$/i.exec(name)?.[0];
  if (shell && list === "allowedTools") {
    return {
      code: "SUITE_TOOL_DENIED",
      message: `${shell} is always denied and can't be allowed.`,
      hint: "With a shell the agent could reach the device around the server that is measured.",
    };
  }
  const does = list === "allowedTools" ? "allow" : "deny";
  if (/^mcp__/.test(name)) {
    if (name === SERVER_TOOLS || name.startsWith(`${SERVER_TOOLS}__`)) return null;
    return {
      code: "SUITE_TOOL_NAME",
      message: `"${entry}" names a server that a run does not have, so it would ${does} nothing.`,
      hint: `The only server is auto-mobile: write ${SERVER_TOOLS}__<tool>, or ${SERVER_TOOLS} for all of its tools.`,
    };
  }
  // Claude Code's own tools begin with a capital letter; those of the server don't.
  if (/^[A-Z]/.test(name) || shell) return null;
  return {
    code: "SUITE_TOOL_NAME",
    message: `"${entry}" is no tool of Claude Code, so it would ${does} nothing.`,
    hint: `A tool of the server is written with the server's name: ${SERVER_TOOLS}__${name}.`,
  };
}

/**
 * Entries that name a tool which the server under test does not have: a problem where one of its tools was probably meant,
 * otherwise a note, since servers of different versions have different tools.
 */
export function unknownServerTools(
  entries: readonly string[],
  tools: ReadonlySet<string>,
): { problem: Problem | null; notes: string[] } {
  const notes: string[] = [];
  for (const entry of new Set(entries)) {
    const name = entry.replace(/\(.*$/s, "").slice(`${SERVER_TOOLS}__`.length);
    if (!entry.startsWith(`${SERVER_TOOLS}__`) || name.endsWith("*") || tools.has(name)) continue;
    const close = nearest(name, [...tools]);
    if (close === null) {
      notes.push(`The suite names ${entry}, which this server does not have.`);
      continue;
    }
    const problem = {
      code: "SUITE_TOOL_UNKNOWN",
      where: entry,
      message: `The server has no tool "${name}". Did you mean ${SERVER_TOOLS}__${close}?`,
      hint: "A rule that names no tool denies and allows nothing. docs/reference/tools.md lists the tools.",
    };
    return { problem, notes };
  }
  return { problem: null, notes };
}
