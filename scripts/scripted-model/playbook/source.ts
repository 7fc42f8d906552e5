import { type Document, isMap, isNode, isPair, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { PlaybookProblem } from "../problem.ts";
import type { Position } from "./types.ts";

export type KeyPath = readonly (string | number)[];

/** A YAML text that remembers where everything stands. */
export interface YamlSource {
  value: unknown;
  /** Problems of the YAML itself; `value` is undefined when there is one. */
  problems: PlaybookProblem[];
  /** Where the value at a path stands, or its nearest existing parent. */
  positionOf(path: KeyPath): Position;
  /** Where the key that ends the path stands. */
  positionOfKey(path: KeyPath): Position;
  problem(code: string, message: string, at: Position, hint?: string): PlaybookProblem;
}

/** Parses YAML 1.2 and keeps positions. Never throws: what is wrong is in `problems`. */
export function readYaml(text: string, path: string): YamlSource {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, uniqueKeys: true });
  const lines = text.split("\n");
  const place = (offset: number): Position => {
    const { line, col } = counter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problem = (code: string, message: string, at: Position, hint?: string): PlaybookProblem => ({
    code,
    message,
    where: `${path}:${at.line}:${at.column}`,
    frame: frame(lines, at),
    ...(hint ? { hint } : {}),
  });
  const problems = document.errors.map((error) =>
    problem("PLAYBOOK_YAML", `The YAML cannot be read: ${firstLine(error.message)}`, place(error.pos[0])),
  );
  let value: unknown;
  if (problems.length === 0) {
    try {
      value = document.toJS({ maxAliasCount: 50 });
    } catch (error) {
      const why = firstLine(error instanceof Error ? error.message : String(error));
      problems.push(problem("PLAYBOOK_YAML", `The YAML cannot be read: ${why}`, { line: 1, column: 1 }));
    }
  }
  const start = (node: Node | null) => place(node?.range?.[0] ?? 0);
  return {
    value,
    problems,
    problem,
    positionOf: (keys) => start(nodeAt(document, keys)),
    positionOfKey: (keys) => {
      const parent = nodeAt(document, keys.slice(0, -1));
      const last = keys.at(-1);
      const pair = isMap(parent)
        ? parent.items.find((item) => isPair(item) && keyText(item.key) === last)
        : null;
      return start(pair && isNode(pair.key) ? pair.key : parent);
    },
  };
}

function nodeAt(document: Document, keys: KeyPath): Node | null {
  let node: Node | null = document.contents;
  for (const key of keys) {
    const next: unknown = isMap(node) || isSeq(node) ? node.get(key, true) : null;
    if (!isNode(next)) return node;
    node = next;
  }
  return node;
}

function keyText(key: unknown): string {
  return isNode(key) ? String(key.toJSON()) : String(key);
}

function frame(lines: string[], at: Position): string {
  const number = String(at.line);
  const source = (lines[at.line - 1] ?? "").replace(/\r$/, "").replaceAll("\t", " ").slice(0, 200);
  return `  ${number} | ${source}\n  ${" ".repeat(number.length)} | ${" ".repeat(Math.max(0, at.column - 1))}^`;
}

function firstLine(text: string): string {
  return text.split("\n")[0]?.trim() ?? text;
}
