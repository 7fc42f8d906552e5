import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface ErrorCode {
  code: string;
  family: string;
  /** As printed, with … for what varies. */
  messages: string[];
  hints: string[];
}

const CODE = /"(USAGE|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"/g;
/** After `code:` the one code of a single word is told from other literals too. */
const KEYED = /"(USAGE|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"/g;
/** Families that no environment variable shares. */
const OWN = /^(SUITE|DEVICE|LAUNCH|APK|APP|PREFERENCE|PREFLIGHT|RESULT|PLAYBOOK)_/;
const FOLDERS = ["scripts/agent-benchmark", "scripts/scripted-model"];

/**
 * The stable codes of problems, read from where they are raised: a code's literal is followed by its message and, often, a hint
 * (`{ code: "X", message: "…", hint: "…" }` or `fail("X", "…", "…")`). Sorted by code.
 */
export function errorCodes(root: string): ErrorCode[] {
  const found = new Map<string, { messages: Set<string>; hints: Set<string> }>();
  const sources = FOLDERS.flatMap((folder) =>
    [...new Bun.Glob("**/*.ts").scanSync({ cwd: join(root, folder) })]
      .sort()
      .map((file) => readFileSync(join(root, folder, file), "utf8")),
  );
  for (const { code, message, hint } of sources.flatMap(codesIn)) {
    const entry = found.get(code) ?? { messages: new Set(), hints: new Set() };
    for (const text of message) entry.messages.add(text);
    for (const text of hint) entry.hints.add(text);
    found.set(code, entry);
  }
  for (const code of sources.flatMap(codesByKey)) {
    if (!found.has(code)) found.set(code, { messages: new Set(["(said case by case)"]), hints: new Set() });
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { messages, hints }]) => ({
      code,
      family: familyOf(code),
      messages: [...messages],
      hints: [...hints],
    }));
}

/** Codes with their sentences in one source text. */
export function codesIn(source: string): { code: string; message: string[]; hint: string[] }[] {
  return [...source.matchAll(/"(USAGE|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)",/g)].flatMap((match) => {
    const rest = source.slice(match.index + match[0].length);
    const [first, second, third] = expressions(rest);
    const named = [first, second, third].filter((text) => text !== undefined);
    const message = sentences(named.find((text) => /^\s*message\s*:/.test(text)) ?? first ?? "");
    const hintText =
      named.find((text) => /^\s*(\.\.\.\(.*\{\s*)?hint\s*:/s.test(text)) ??
      (/^\s*message\s*:|^\s*where\s*:/.test(first ?? "") ? "" : (second ?? ""));
    return message.length === 0 ? [] : [{ code: match[1] ?? "", message, hint: sentences(hintText) }];
  });
}

/** Codes whose message is put together elsewhere: `code: "X"`, `code: a ? "X" : "Y"`, or an argument of a family that is ours alone. */
function codesByKey(source: string): string[] {
  const keyed = [...source.matchAll(/\bcode:\s*([^,;{}]*)/g)].flatMap((match) =>
    [...(match[1] ?? "").matchAll(KEYED)].map((literal) => literal[1] ?? ""),
  );
  const own = [...source.matchAll(CODE)].map((literal) => literal[1] ?? "").filter((code) => OWN.test(code));
  return [...keyed, ...own];
}

/** The next three comma-separated expressions of a list or map, up to its end. */
function expressions(source: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < source.length && parts.length < 3; at++) {
    const character = source[at] ?? "";
    if (`"'\``.includes(character)) at = endOfLiteral(source, at);
    else if ("([{".includes(character)) depth++;
    else if (")]}".includes(character) && --depth < 0) {
      parts.push(source.slice(start, at));
      break;
    } else if (character === "," && depth === 0) {
      parts.push(source.slice(start, at));
      start = at + 1;
    }
  }
  return parts.filter((part) => part.trim() !== "");
}

/** Index of the quote that closes the literal at `start`. */
function endOfLiteral(source: string, start: number): number {
  const quote = source[start];
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (quote === "`" && source.startsWith("${", at)) {
      let depth = 1;
      for (at += 2; at < source.length && depth > 0; at++) {
        const character = source[at] ?? "";
        if (`"'\``.includes(character)) at = endOfLiteral(source, at);
        else if (character === "{") depth++;
        else if (character === "}") depth--;
      }
      at--;
    } else if (source[at] === quote) return at;
  }
  return source.length;
}

/** The sentences among the string literals of an expression: alternatives are kept, … replaces what is filled in. */
function sentences(expression: string): string[] {
  const texts: string[] = [];
  for (let at = 0; at < expression.length; at++) {
    if (!`"'\``.includes(expression[at] ?? "")) continue;
    const end = endOfLiteral(expression, at);
    texts.push(literalText(expression.slice(at + 1, end)));
    at = end;
  }
  return texts.filter((text) => /\S\s+\S/.test(text));
}

function literalText(raw: string): string {
  let text = "";
  for (let at = 0; at < raw.length; at++) {
    if (raw.startsWith("${", at)) {
      let depth = 1;
      for (at += 2; at < raw.length && depth > 0; at++) {
        const character = raw[at] ?? "";
        if (`"'\``.includes(character)) at = endOfLiteral(raw, at);
        else if (character === "{") depth++;
        else if (character === "}") depth--;
      }
      at--;
      text += "…";
    } else if (raw[at] === "\\") text += { n: " ", t: " " }[raw[++at] ?? ""] ?? raw[at] ?? "";
    else text += raw[at];
  }
  return text.replace(/…+/g, "…").replace(/</g, "&lt;").trim();
}

function familyOf(code: string): string {
  return code.split("_")[0] ?? code;
}
