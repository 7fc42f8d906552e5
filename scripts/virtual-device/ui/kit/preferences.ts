import { SaxesParser } from "saxes";
import type { AppFiles } from "../../system/types.ts";

/** A value of a SharedPreferences file with its XML type; longs and ints share a JavaScript number. */
export type StoredPreference =
  | { type: "boolean"; value: boolean }
  | { type: "int"; value: number }
  | { type: "long"; value: number }
  | { type: "float"; value: number }
  | { type: "string"; value: string }
  | { type: "set"; value: string[] };

export type PreferenceMap = Map<string, StoredPreference>;

/** SharedPreferences as an app uses them. A value of another type is a ClassCastException, as in Java. */
export interface Preferences {
  getBoolean(key: string, fallback: boolean): boolean;
  getString(key: string, fallback: string | null): string | null;
  getLong(key: string, fallback: number): number;
  getStringSet(key: string): string[];
  put(key: string, value: StoredPreference | null): void;
}

/** The map a process gets when it first opens `name`. A file that can't be read counts as empty, as on Android. */
export function loadPreferences(
  files: AppFiles,
  name: string,
  warn: (message: string) => void,
): PreferenceMap {
  const path = `shared_prefs/${name}.xml`;
  const backup = files.read(`${path}.bak`);
  if (backup !== null) {
    // A backup is a write that did not finish: SharedPreferencesImpl deletes the file and goes back to the backup.
    files.write(path, backup);
    files.remove(`${path}.bak`);
  }
  const bytes = files.read(path);
  if (bytes === null) return new Map();
  try {
    return parsePreferences(new TextDecoder().decode(bytes));
  } catch (error) {
    warn(`Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
    return new Map();
  }
}

/** Reads `<map>` with boolean, int, long, float, string and set entries (AOSP XmlUtils). Throws on anything else. */
export function parsePreferences(xml: string): PreferenceMap {
  const map: PreferenceMap = new Map();
  const parser = new SaxesParser();
  let depth = 0;
  let textOf: { name: string; text: string } | null = null;
  let set: { name: string; values: string[] } | null = null;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth++;
    const key = attributes.name;
    if (depth === 1) {
      if (name !== "map") throw new Error(`expected <map>, found <${name}>`);
    } else if (set !== null) {
      if (name !== "string") throw new Error(`unexpected <${name}> in <set>`);
      textOf = { name: "", text: "" };
    } else if (key === undefined) throw new Error(`<${name}> without a name`);
    else if (name === "string") textOf = { name: key, text: "" };
    else if (name === "set") set = { name: key, values: [] };
    else map.set(key, scalar(name, attributes.value));
  });
  parser.on("text", (text) => {
    if (textOf !== null) textOf.text += text;
    else if (text.trim() !== "") throw new Error(`unexpected text ${JSON.stringify(text.trim())}`);
  });
  parser.on("closetag", ({ name }) => {
    depth--;
    if (name === "string" && textOf !== null) {
      if (set !== null) set.values.push(textOf.text);
      else map.set(textOf.name, { type: "string", value: textOf.text });
      textOf = null;
    } else if (name === "set" && set !== null) {
      map.set(set.name, { type: "set", value: set.values });
      set = null;
    }
  });
  parser.write(xml).close();
  return map;
}

function scalar(tag: string, value: string | undefined): StoredPreference {
  if (value === undefined) throw new Error(`<${tag}> without a value`);
  if (tag === "boolean") return { type: "boolean", value: value.toLowerCase() === "true" };
  if (tag !== "int" && tag !== "long" && tag !== "float") throw new Error(`unknown tag <${tag}>`);
  const pattern = tag === "float" ? /^(NaN|-?Infinity|[+-]?\d+(\.\d*)?([eE][+-]?\d+)?)$/ : /^[+-]?\d+$/;
  const number = Number(value);
  const fits = tag !== "int" || (number >= -(2 ** 31) && number < 2 ** 31);
  if (!pattern.test(value) || !fits) throw new Error(`For input string: ${JSON.stringify(value)}`);
  return { type: tag, value: number };
}

/** The file as Android writes it. */
export function renderPreferences(map: PreferenceMap): string {
  const lines = ["<?xml version='1.0' encoding='utf-8' standalone='yes' ?>", "<map>"];
  for (const [key, entry] of map) {
    const name = escapeXml(key);
    if (entry.type === "string") lines.push(`    <string name="${name}">${escapeXml(entry.value)}</string>`);
    else if (entry.type === "set") {
      lines.push(`    <set name="${name}">`);
      for (const value of entry.value) lines.push(`        <string>${escapeXml(value)}</string>`);
      lines.push("    </set>");
    } else lines.push(`    <${entry.type} name="${name}" value="${entry.value}" />`);
  }
  return `${[...lines, "</map>"].join("\n")}\n`;
}

function escapeXml(value: string): string {
  return value
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/\n/g, "&#10;");
}

/** A live view of a map that writes through to the app's files. */
export function openPreferences(map: PreferenceMap, name: string, files: AppFiles): Preferences {
  const typed = <Type extends StoredPreference["type"]>(key: string, ...types: Type[]) => {
    const entry = map.get(key);
    if (entry === undefined) return null;
    if (!types.some((type) => type === entry.type)) {
      throw new ClassCastError(
        `java.lang.ClassCastException: ${JAVA_TYPES[entry.type]} cannot be cast for key ${key}`,
      );
    }
    return entry as Extract<StoredPreference, { type: Type }>;
  };
  return {
    getBoolean: (key, fallback) => typed(key, "boolean")?.value ?? fallback,
    getString: (key, fallback) => typed(key, "string")?.value ?? fallback,
    getLong: (key, fallback) => typed(key, "long")?.value ?? fallback,
    getStringSet: (key) => typed(key, "set")?.value ?? [],
    put: (key, value) => {
      if (value === null) map.delete(key);
      else map.set(key, value);
      files.write(`shared_prefs/${name}.xml`, new TextEncoder().encode(renderPreferences(map)));
    },
  };
}

/** What an app dies of when a preference has another type than it expects. */
export class ClassCastError extends Error {}

const JAVA_TYPES: Record<StoredPreference["type"], string> = {
  boolean: "java.lang.Boolean",
  int: "java.lang.Integer",
  long: "java.lang.Long",
  float: "java.lang.Float",
  string: "java.lang.String",
  set: "java.util.HashSet",
};
