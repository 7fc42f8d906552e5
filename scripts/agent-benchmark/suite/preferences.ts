import type { Draft } from "./draft.ts";
import { escapePointer, type Mark, type Tree } from "./tree.ts";
import type { Preference, SharedPreferences } from "./types.ts";

const INT_MIN = -(2 ** 31);
const INT_MAX = 2 ** 31 - 1;

/** XML 1.0 can't hold these, escaped or not (https://www.w3.org/TR/xml/#charsets); a reader drops the whole file. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Cs}/u;
const CONTROL = /[\u0000-\u001f\u007f]/;
const YAML11_BOOLEAN = /^(yes|no|on|off)$/i;

/**
 * Types the preferences of a suite file. Whole numbers are ints, or longs beyond 32 bits; numbers with a fraction or an
 * exponent are 32-bit floats; `{ long: 5 }` and `{ float: 1 }` say it outright. Values that don't fit are left out and become problems.
 */
export function readPreferences(
  tree: Tree,
  files: unknown,
  skip: (pointer: string) => boolean,
): {
  preferences: SharedPreferences;
  drafts: Draft[];
} {
  const preferences: SharedPreferences = Object.create(null);
  const drafts: Draft[] = [];
  const root = "/preflight/sharedPreferences";
  for (const [file, entries] of mapEntries(files)) {
    const filePointer = `${root}/${escapePointer(file)}`;
    const fileMark = tree.marks.get(filePointer);
    const wrongName = fileNameProblem(file);
    if (wrongName) drafts.push(draft("SUITE_PREFERENCE_FILE", wrongName, keyOf(fileMark), filePointer));
    const typed: Record<string, Preference> = Object.create(null);
    for (const [key, value] of mapEntries(entries)) {
      const pointer = `${filePointer}/${escapePointer(key)}`;
      const mark = tree.marks.get(pointer) ?? { start: 0, end: 1 };
      if (key === "" || CONTROL.test(key) || NOT_XML.test(key)) {
        drafts.push(
          draft(
            "SUITE_PREFERENCE_KEY",
            "The key of a preference must not be empty or contain control characters.",
            keyOf(mark),
            pointer,
          ),
        );
      }
      if (skip(pointer)) continue;
      const read = readPreference(value, tree, mark, pointer);
      if (typeof read === "string") drafts.push(draft("SUITE_PREFERENCE_VALUE", read, mark, pointer));
      else typed[key] = read;
    }
    preferences[file] = typed;
  }
  return { preferences, drafts };
}

function readPreference(value: unknown, tree: Tree, mark: Mark, pointer: string): Preference | string {
  if (typeof value === "boolean") return { type: "boolean", value };
  if (typeof value === "number") return mark.number === "float" ? float(value) : whole(value);
  if (typeof value === "string") {
    if (mark.plain && YAML11_BOOLEAN.test(value)) {
      return `Without quotes, ${value} could be meant as true or false, but it is text in YAML 1.2. Write true or false, or quote it.`;
    }
    return textProblem(value) ?? { type: "string", value };
  }
  if (Array.isArray(value)) {
    const texts = value.filter((item): item is string => typeof item === "string");
    const wrong = texts.map(textProblem).find((problem) => problem !== null);
    return wrong ?? { type: "string-set", value: texts };
  }
  const forced = value as { long?: number; float?: number };
  if (typeof forced.long === "number") {
    return tree.marks.get(`${pointer}/long`)?.number === "float"
      ? "A long is a whole number, written without a point or an exponent."
      : { type: "long", value: forced.long };
  }
  return float(forced.float ?? 0);
}

function whole(value: number): Preference {
  return { type: value >= INT_MIN && value <= INT_MAX ? "int" : "long", value };
}

function float(value: number): Preference | string {
  const stored = Math.fround(value);
  if (!Number.isFinite(stored))
    return `${value} is too large for a 32-bit float and would be stored as infinity.`;
  if (value !== 0 && stored === 0)
    return `${value} is too small for a 32-bit float and would be stored as 0.`;
  return { type: "float", value };
}

function textProblem(text: string): string | null {
  return NOT_XML.test(text)
    ? "The text contains a control character or half a character, which a preference file can't hold."
    : null;
}

/** The name becomes shared_prefs/<name>.xml on the device. */
function fileNameProblem(name: string): string | null {
  if (name.endsWith(".xml"))
    return `Write "${name.slice(0, -4)}": the name of a preference file stands without .xml.`;
  if (name === "" || name === "." || name === "..") return "A preference file needs a name.";
  if (name.includes("/")) return "The name of a preference file can't contain a slash.";
  if (CONTROL.test(name) || NOT_XML.test(name))
    return "The name of a preference file can't contain control characters.";
  if (new TextEncoder().encode(name).length > 200)
    return "The name of a preference file is too long; at most 200 bytes.";
  return null;
}

function mapEntries(value: unknown): [string, unknown][] {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : [];
}

function keyOf(mark: Mark | undefined): { start: number; end: number } {
  return mark?.key ?? mark ?? { start: 0, end: 1 };
}

function draft(code: string, message: string, mark: { start: number; end: number }, pointer: string): Draft {
  return { code, message, start: mark.start, end: mark.end, pointer };
}
