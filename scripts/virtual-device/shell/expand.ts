import { type ArithmeticNode, evaluate } from "./arithmetic.ts";
import { expandGlob, globSource, isPattern, literalPattern } from "./glob.ts";
import type { Context } from "./state.ts";
import { ShellFailure } from "./state.ts";
import { decode } from "./streams.ts";

/** Nodes of the parser, by the properties used here. */
export interface Word {
  parts: Part[];
}
interface Part {
  type: string;
  [key: string]: unknown;
}
interface Operation {
  type: string;
  word?: Word | null;
  checkEmpty?: boolean;
  [key: string]: unknown;
}

/** A piece of a word: `quoted` pieces are neither split nor globbed; `split` marks the result of an expansion. */
interface Piece {
  text: string;
  quoted: boolean;
  split: boolean;
  /** A field ends before this piece: `"$@"`. */
  breakBefore?: boolean;
}

const piece = (text: string, quoted: boolean, split = false): Piece => ({ text, quoted, split });

/** A parameter's value, or undefined when it is not set. */
function parameter(name: string, context: Context): string | undefined {
  const { state } = context;
  switch (name) {
    case "?":
      return String(state.status);
    case "#":
      return String(state.parameters.length);
    case "$":
      return String(context.pid);
    case "!":
      return state.lastBackground === null ? undefined : String(state.lastBackground);
    case "0":
      return state.name;
    case "-":
      return [...state.options].join("");
    case "@":
    case "*":
      return state.parameters.length > 0 ? state.parameters.join(" ") : undefined;
    case "RANDOM":
      return String(Math.floor(context.machine.system.services.random() * 32768));
    case "PWD":
      return state.cwd;
  }
  if (/^\d+$/.test(name)) return state.parameters[Number(name) - 1];
  return state.variables.get(name);
}

function variables(context: Context) {
  return {
    get: (name: string) => parameter(name, context) ?? "",
    set: (name: string, value: string) => void context.state.variables.set(name, value),
  };
}

/** The value of an arithmetic expression. */
export function arithmetic(node: unknown, context: Context): bigint {
  return evaluate(node as ArithmeticNode, variables(context));
}

async function removePattern(value: string, operation: Operation, context: Context): Promise<string> {
  const pattern = await expandPattern(operation.pattern as Word, context);
  const source = globSource(pattern, { slashes: true, lazy: !operation.greedy });
  if (operation.side === "prefix") return value.replace(new RegExp(`^(?:${source})`), "");
  // The shortest suffix is the match that starts last.
  const starts = Array.from({ length: value.length + 1 }, (_, index) => index);
  const regex = new RegExp(`^(?:${source})$`);
  for (const start of operation.greedy ? starts : starts.reverse()) {
    if (regex.test(value.slice(start))) return value.slice(0, start);
  }
  return value;
}

async function replacePattern(value: string, operation: Operation, context: Context): Promise<string> {
  const source = globSource(await expandPattern(operation.pattern as Word, context), { slashes: true });
  const replacement = operation.replacement ? await expandText(operation.replacement as Word, context) : "";
  const anchored =
    operation.anchor === "start" ? `^(?:${source})` : operation.anchor === "end" ? `(?:${source})$` : source;
  return value.replace(new RegExp(anchored, operation.all ? "g" : ""), () => replacement);
}

async function expandParameter(part: Part, quoted: boolean, context: Context): Promise<Piece[]> {
  const name = String(part.parameter);
  const operation = (part.operation ?? null) as Operation | null;
  const value = parameter(name, context);
  const plain = (text: string): Piece[] => [piece(text, quoted, !quoted)];
  const pieces = (): Piece[] => {
    if ((name === "@" || name === "*") && !(quoted && name === "*")) {
      return context.state.parameters.map((text, index) => ({
        ...piece(text, quoted, !quoted),
        breakBefore: index > 0,
      }));
    }
    if (value === undefined && context.state.options.has("u") && name !== "@" && name !== "*") {
      throw new ShellFailure(`${name}: parameter not set`, 1);
    }
    return plain(value ?? "");
  };
  if (!operation) return pieces();
  const missing = value === undefined || (operation.checkEmpty === true && value === "");
  const word = operation.word ?? { parts: [] };
  // An unquoted alternative is split like any expansion, its own quoted parts are not.
  const alternative = async (): Promise<Piece[]> =>
    (await expandPieces(word, context, quoted)).map((each) => ({ ...each, split: !quoted && !each.quoted }));
  switch (operation.type) {
    case "DefaultValue":
      return missing ? alternative() : pieces();
    case "UseAlternative":
      return missing ? plain("") : alternative();
    case "AssignDefault": {
      if (!missing) return pieces();
      const text = await expandText(word, context);
      context.state.variables.set(name, text);
      return plain(text);
    }
    case "ErrorIfUnset":
      if (missing) {
        const message = operation.word
          ? await expandText(operation.word, context)
          : "parameter null or not set";
        throw new ShellFailure(`${name}: ${message}`, 1);
      }
      return pieces();
    case "Length":
      return plain(
        String(name === "@" || name === "*" ? context.state.parameters.length : [...(value ?? "")].length),
      );
    case "PatternRemoval":
      return plain(await removePattern(value ?? "", operation, context));
    case "PatternReplacement":
      return plain(await replacePattern(value ?? "", operation, context));
    case "Substring": {
      const text = value ?? "";
      const offset = Number(arithmetic(operation.offset, context));
      const from = offset < 0 ? Math.max(0, text.length + offset) : offset;
      const length = operation.length ? Number(arithmetic(operation.length, context)) : text.length;
      return plain(length < 0 ? text.slice(from, length) : text.slice(from, from + length));
    }
    case "CaseModification":
      return plain(
        operation.direction === "upper" ? (value ?? "").toUpperCase() : (value ?? "").toLowerCase(),
      );
    default:
      throw new ShellFailure(`\${${name}}: bad substitution`, 1);
  }
}

async function expandPart(part: Part, quoted: boolean, context: Context): Promise<Piece[]> {
  switch (part.type) {
    case "Literal":
      return [piece(String(part.value), quoted)];
    case "SingleQuoted":
    case "Escaped":
      return [piece(String(part.value), true)];
    case "Glob":
      return [piece(String(part.pattern), quoted)];
    case "TildeExpansion":
      return [piece(part.user ? `~${part.user}` : (parameter("HOME", context) ?? "/"), true)];
    case "DoubleQuoted": {
      const inner = (part.parts as Part[]) ?? [];
      const pieces: Piece[] = [];
      for (const child of inner) pieces.push(...(await expandPart(child, true, context)));
      const onlyAt =
        inner.length === 1 && inner[0]?.type === "ParameterExpansion" && inner[0].parameter === "@";
      if (pieces.length === 0 && !onlyAt) pieces.push(piece("", true));
      return pieces;
    }
    case "ParameterExpansion":
      return expandParameter(part, quoted, context);
    case "ArithmeticExpansion":
      return [piece(String(arithmetic(part.expression, context)), quoted, !quoted)];
    case "CommandSubstitution": {
      const text = decode(await context.substitute(part.body, context))
        .replace(/\0/g, "")
        .replace(/\n+$/, "");
      return [piece(text, quoted, !quoted)];
    }
    default:
      throw new ShellFailure(`syntax error: ${part.type} is not supported`, 1);
  }
}

async function expandPieces(word: Word, context: Context, quoted = false): Promise<Piece[]> {
  if (word.parts.length === 1) return expandPart(word.parts[0] as Part, quoted, context);
  const pieces: Piece[] = [];
  for (const part of word.parts) pieces.push(...(await expandPart(part, quoted, context)));
  return pieces;
}

/** A word as one text: no splitting, no globbing. */
export async function expandText(word: Word, context: Context): Promise<string> {
  const pieces = await expandPieces(word, context);
  return pieces.map(({ text, breakBefore }) => (breakBefore ? ` ${text}` : text)).join("");
}

/** A word as a pattern: what was quoted stands for itself. */
export async function expandPattern(word: Word, context: Context): Promise<string> {
  const pieces = await expandPieces(word, context);
  return pieces.map(({ text, quoted }) => (quoted ? literalPattern(text) : text)).join("");
}

/** `{a,b}` as the words it stands for. */
function braces(word: Word): Word[] {
  const at = word.parts.findIndex(({ type }) => type === "BraceExpansion");
  if (at < 0) return [word];
  const items = word.parts[at]?.items as { type: string; word?: Word; start?: unknown; end?: unknown }[];
  const alternatives: Part[][] = items.flatMap((item) => {
    if (item.type === "Word" && item.word) return braces(item.word).map(({ parts }) => parts);
    // mksh knows no ranges: the text stays as it is.
    return [[{ type: "Literal", value: `{${item.start}..${item.end}}` }]];
  });
  return alternatives.flatMap((parts) =>
    braces({ parts: [...word.parts.slice(0, at), ...parts, ...word.parts.slice(at + 1)] }),
  );
}

interface Field {
  text: string;
  pattern: string;
  quoted: boolean;
}

function split(pieces: Piece[], separators: string): Field[] {
  const fields: Field[] = [];
  let current: Field | null = null;
  const append = (text: string, quoted: boolean): void => {
    current ??= { text: "", pattern: "", quoted: false };
    current.text += text;
    current.pattern += quoted ? literalPattern(text) : text;
    current.quoted ||= quoted;
  };
  const finish = (): void => {
    if (current) fields.push(current);
    current = null;
  };
  for (const { text, quoted, split: splits, breakBefore } of pieces) {
    if (breakBefore) finish();
    if (!splits) {
      if (text !== "" || quoted) append(text, quoted);
      continue;
    }
    let word = "";
    for (const char of text) {
      if (separators.includes(char)) {
        if (word !== "") append(word, false);
        else if (!" \t\n".includes(char)) append("", false);
        word = "";
        finish();
      } else word += char;
    }
    if (word !== "") append(word, false);
  }
  finish();
  return fields;
}

/** A word as the arguments it becomes: expansions, splitting and file names. */
export async function expandWord(word: Word, context: Context): Promise<string[]> {
  const [first] = word.parts;
  // Most words of most commands are one plain text.
  if (word.parts.length === 1 && first && (first.type === "Literal" || first.type === "SingleQuoted")) {
    return [String(first.value)];
  }
  const results: string[] = [];
  for (const alternative of braces(word)) {
    const pieces = await expandPieces(alternative, context);
    for (const field of split(pieces, context.state.variables.get("IFS") ?? " \t\n")) {
      if (isPattern(field.pattern) && !context.state.options.has("f")) {
        const names = expandGlob(field.pattern, context.state.cwd, context.machine.system.files, context.who);
        if (names.length > 0) {
          results.push(...names);
          continue;
        }
      }
      results.push(field.text);
    }
  }
  return results;
}
