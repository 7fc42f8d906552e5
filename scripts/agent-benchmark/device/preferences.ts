import type { Preference } from "../suite/types.ts";

export interface PreferenceProblem {
  file: string;
  /** null: the file's name itself. */
  key: string | null;
  message: string;
}

const INT_MIN = -(2 ** 31);
const INT_MAX = 2 ** 31 - 1;
const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u;

/**
 * The XML that Android's XmlUtils reads for one SharedPreferences file. Android drops a whole file that it cannot parse, so
 * whatever `preferenceProblems` finds must be refused before.
 */
export function preferencesXml(entries: Readonly<Record<string, Preference>>): string {
  const rows = Object.entries(entries).map(([key, preference]) => `    ${element(key, preference)}\n`);
  return `<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n${rows.join("")}</map>\n`;
}

function element(key: string, preference: Preference): string {
  const name = `name="${escapeXml(key)}"`;
  switch (preference.type) {
    case "boolean":
    case "int":
    case "long":
      return `<${preference.type} ${name} value="${preference.value}" />`;
    case "float":
      return `<float ${name} value="${formatFloat(preference.value)}" />`;
    case "string":
      return `<string ${name}>${escapeXml(preference.value)}</string>`;
    case "string-set": {
      const items = [...new Set(preference.value)].map(
        (item) => `        <string>${escapeXml(item)}</string>\n`,
      );
      return `<set ${name}>\n${items.join("")}    </set>`;
    }
  }
}

/** Escapes for text and for attributes in either quotes; line ends and tabs as references, so that no parser normalises them. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"'\n\r\t]/g, (character) => ESCAPES[character] ?? `&#${character.charCodeAt(0)};`);
}

/** A float as Java's Float.parseFloat reads it back to exactly `Math.fround(value)`. */
export function formatFloat(value: number): string {
  const float = Math.fround(value);
  if (Object.is(float, -0) || float === 0) return "0.0";
  for (let digits = 1; digits <= 9; digits++) {
    const text = String(Number(float.toPrecision(digits)));
    if (Math.fround(Number(text)) === float) return /[.e]/.test(text) ? text : `${text}.0`;
  }
  return String(float);
}

/** What Android could not store or read back, for each file, key and value. Empty when all is well. */
export function preferenceProblems(
  file: string,
  entries: Readonly<Record<string, Preference>>,
): PreferenceProblem[] {
  const problems: PreferenceProblem[] = [];
  const add = (key: string | null, message: string) => problems.push({ file, key, message });
  const nameProblem = fileNameProblem(file);
  if (nameProblem) add(null, nameProblem);
  for (const [key, preference] of Object.entries(entries)) {
    if (NOT_XML.test(key)) add(key, "the key holds a character that XML cannot store");
    const message = valueProblem(preference);
    if (message) add(key, message);
  }
  return problems;
}

function fileNameProblem(file: string): string | null {
  if (file === "" || file === "." || file === "..") return "is no file name";
  if (/[/\\\u0000-\u001f\u007f]|\p{Cs}/u.test(file)) return "holds a slash or a control character";
  if (new TextEncoder().encode(file).length > 200) return "is longer than 200 bytes";
  return null;
}

function valueProblem(preference: Preference): string | null {
  switch (preference.type) {
    case "boolean":
      return null;
    case "int":
      if (!Number.isSafeInteger(preference.value)) return "is no safe integer";
      return preference.value < INT_MIN || preference.value > INT_MAX
        ? "does not fit a 32-bit int: use the type long"
        : null;
    case "long":
      return Number.isSafeInteger(preference.value) ? null : "is no safe integer";
    case "float":
      return floatProblem(preference.value);
    case "string":
      return NOT_XML.test(preference.value) ? "holds a character that XML cannot store" : null;
    case "string-set":
      return preference.value.some((item) => NOT_XML.test(item))
        ? "holds a character that XML cannot store"
        : null;
  }
}

/** Why a number cannot be an Android float; null when it can. */
export function floatProblem(value: number): string | null {
  if (!Number.isFinite(value)) return "is no finite number";
  const float = Math.fround(value);
  if (!Number.isFinite(float)) return "is too large for a 32-bit float";
  return float === 0 && value !== 0 ? "is too small for a 32-bit float and would be stored as 0" : null;
}
