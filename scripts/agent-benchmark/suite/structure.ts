import type { ErrorObject } from "ajv";
import { excerpt } from "../report/neutralise.ts";
import type { Draft } from "./draft.ts";
import { nearest, suggest } from "./suggest.ts";
import { validate } from "./suite-validator.generated.js";
import { escapePointer, type Tree } from "./tree.ts";

interface SchemaWords {
  "x-expected"?: string;
  "x-hint"?: string;
  type?: string;
  required?: string[];
  properties?: Record<string, SchemaWords>;
  anyOf?: SchemaWords[];
}

/** Far more than are shown; a file of thirty thousand unknown keys needs no thirty thousand suggestions. */
const MOST_TOLD = 1000;

/** Checks the values of a suite file against the schema: one problem for each value that does not fit. */
export function checkStructure(tree: Tree): Draft[] {
  if (tree.value === null || typeof tree.value !== "object" || Array.isArray(tree.value)) {
    return [
      {
        code: "SUITE_NOT_A_MAP",
        message: `Expected a map of keys such as name and prompt, found ${describe(tree.value)}.`,
        start: 0,
        end: 1,
        pointer: "",
      },
    ];
  }
  if (validate(tree.value)) return [];
  const drafts: Draft[] = [];
  const seen = new Set(tree.drafts.map((draft) => draft.pointer));
  const errors = essential(validate.errors ?? []);
  for (const error of errors) {
    if (drafts.length > MOST_TOLD) break;
    const draft = toDraft(error, tree);
    if (seen.has(draft.pointer) || isMistyped(error, errors)) continue;
    seen.add(draft.pointer);
    drafts.push(draft);
  }
  return drafts;
}

/**
 * Of the errors of an either-or, one is worth telling: that none fits, or, for a map,
 * what is wrong inside the alternative that was meant.
 */
function essential(errors: ErrorObject[]): ErrorObject[] {
  let kept = errors;
  for (const choice of errors.filter((error) => error.keyword === "anyOf")) {
    const branches = (choice.parentSchema as SchemaWords).anyOf ?? [];
    const meant = meantBranch(branches, choice.data);
    const inside = meant === null ? null : `${choice.schemaPath}/${meant}/`;
    kept = kept.filter((error) => {
      if (error === choice) return inside === null;
      if (!under(error.instancePath, choice.instancePath)) return true;
      if (!error.schemaPath.startsWith(`${choice.schemaPath}/`)) return true;
      return inside !== null && error.schemaPath.startsWith(inside);
    });
  }
  return kept;
}

/** Which alternative a map was meant to be: the only map among them, or the one whose required key it has. */
function meantBranch(branches: SchemaWords[], data: unknown): number | null {
  if (data === null || typeof data !== "object" || Array.isArray(data)) return null;
  const maps = branches.flatMap((branch, index) => (branch.type === "object" ? [{ branch, index }] : []));
  const begun = maps.filter(({ branch }) => branch.required?.some((key) => Object.hasOwn(data, key)));
  const candidates = begun.length > 0 ? begun : maps;
  return candidates.length === 1 ? (candidates[0]?.index ?? null) : null;
}

/** A missing key that stands there with a typing error is told once, at the misspelt key. */
function isMistyped(error: ErrorObject, errors: ErrorObject[]): boolean {
  if (error.keyword !== "required") return false;
  const known = Object.keys((error.parentSchema as SchemaWords).properties ?? {});
  return errors.some(
    (other) =>
      other.keyword === "additionalProperties" &&
      other.instancePath === error.instancePath &&
      nearest(String(other.params.additionalProperty), known) === error.params.missingProperty,
  );
}

function under(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

function toDraft(error: ErrorObject, tree: Tree): Draft {
  const schema = (error.parentSchema ?? {}) as SchemaWords;
  const path = dotted(error.instancePath);
  const mark = tree.marks.get(error.instancePath) ?? { start: 0, end: 1 };
  if (error.keyword === "additionalProperties") {
    const key = String(error.params.additionalProperty);
    const pointer = `${error.instancePath}/${escapePointer(key)}`;
    const place = tree.marks.get(pointer)?.key ?? mark;
    const known = Object.keys(schema.properties ?? {});
    const { sentence, hint } = suggest(key, known, error.instancePath);
    return {
      code: "SUITE_UNKNOWN_KEY",
      message: `"${excerpt(key, 60)}" is not a key of ${path || "a suite"}.${sentence ? ` ${sentence}` : ""}`,
      hint,
      ...place,
      pointer,
    };
  }
  if (error.keyword === "required") {
    const key = String(error.params.missingProperty);
    const child = schema.properties?.[key];
    const name = path ? `${path}.${key}` : key;
    const place = mark.key ?? { start: mark.start, end: mark.start + 1 };
    return {
      code: "SUITE_MISSING_KEY",
      message: `"${name}" is missing: expected ${child?.["x-expected"] ?? "a map of settings"}.`,
      hint: child?.["x-hint"],
      ...place,
      pointer: `${error.instancePath}/${key}`,
    };
  }
  const found = error.data === null ? (mark.key ?? mark) : mark;
  return {
    code: "SUITE_VALUE",
    message: `${path}: expected ${expectation(schema, error)}, found ${describe(error.data)}.`,
    hint: schema["x-hint"],
    start: found.start,
    end: found.end,
    pointer: error.instancePath,
  };
}

function expectation(schema: SchemaWords, error: ErrorObject): string {
  if (schema["x-expected"]) return schema["x-expected"];
  if (schema.type === "object") return "a map of settings";
  if (schema.type === "integer") return "a whole number";
  if (schema.type === "number") return "a number";
  if (schema.type === "string") return "text";
  return error.keyword === "type" ? String(error.params.type) : "another value";
}

/** `/claude/allowedTools/0` as `claude.allowedTools[0]`. */
function dotted(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((segment) => (/^\d+$/.test(segment) ? `[${segment}]` : `.${excerpt(segment, 60)}`))
    .join("")
    .replace(/^\./, "");
}

/** A value in words, as it was written. */
function describe(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "string")
    return value.trim() === "" ? "blank text" : `the text "${excerpt(value, 40)}"`;
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  return "a map";
}
