import { parse } from "just-bash";
import type { Word } from "./expand.ts";
import type { Redirection } from "./redirect.ts";
import { ShellFailure } from "./state.ts";

/** Nodes of the parser, by the properties used here. */
export interface Node {
  type: string;
  redirections?: Redirection[];
  [key: string]: unknown;
}

export interface Statement {
  pipelines: Pipeline[];
  operators: string[];
  background: boolean;
  deferredError?: { message: string; token: string };
}

export interface Pipeline {
  commands: Node[];
  negated: boolean;
  pipeStderr?: boolean[];
}

export interface Assignment {
  name: string;
  value: Word | null;
  append: boolean;
  array: Word[] | null;
}

const parsed = new Map<string, Statement[]>();

const PARSE_CACHE = 500;

/** Parses a script, remembering the last few hundred. Throws ShellFailure on a syntax error. */
export function parseScript(script: string): Statement[] {
  const known = parsed.get(script);
  if (known) return known;
  let statements: Statement[];
  try {
    statements = parse(script).statements as unknown as Statement[];
  } catch (error) {
    throw new ShellFailure(syntaxMessage(String(error)), 1);
  }
  if (parsed.size >= PARSE_CACHE) parsed.delete(parsed.keys().next().value as string);
  if (script.length < 10_000) parsed.set(script, statements);
  return statements;
}

/** mksh's words for what the parser complains about. */
function syntaxMessage(complaint: string): string {
  if (/unterminated|unexpected EOF while looking for matching/i.test(complaint)) return "no closing quote";
  const token = /near unexpected token [`'](.*)'/.exec(complaint)?.[1];
  return token === undefined ? "syntax error: unexpected EOF" : `syntax error: unexpected '${token}'`;
}
