import type { ErrorObject } from "ajv";
import leven from "leven";
import type { PlaybookProblem } from "../problem.ts";
import { validate } from "./playbook-validator.generated.js";
import type { KeyPath, YamlSource } from "./source.ts";

/** Checks the parsed YAML against the playbook schema, in the words of a person, in the order of the file. */
export function checkStructure(source: YamlSource): PlaybookProblem[] {
  if (validate(source.value)) return [];
  const errors = validate.errors ?? [];
  // A failed union reports each branch and then itself: only the union is worth a sentence.
  const unions = new Set(
    errors.filter((error) => error.keyword === "anyOf").map((error) => error.instancePath),
  );
  const seen = new Set<string>();
  return errors
    .filter((error) => error.keyword === "anyOf" || !unions.has(error.instancePath))
    .map((error) => describe(error, source))
    .filter(({ where, message }) => {
      const key = `${where} ${message}`;
      return !seen.has(key) && seen.add(key);
    })
    .sort((one, two) => lineOf(one) - lineOf(two));
}

function describe(error: ErrorObject, source: YamlSource): PlaybookProblem {
  const path = keysOf(error.instancePath, source.value);
  const name = path.length > 0 ? `"${path.join(".")}"` : "the playbook";
  const at = source.positionOf(path);
  const meaning: unknown = error.parentSchema?.description;
  const hint = typeof meaning === "string" ? `${name} is: ${meaning}` : undefined;
  switch (error.keyword) {
    case "additionalProperties": {
      const key = String(error.params.additionalProperty);
      const known = Object.keys((error.parentSchema?.properties ?? {}) as object);
      const close = nearest(key, known);
      const where = source.positionOfKey([...path, key]);
      const advice = close ? `Did you mean "${close}"?` : `Known here: ${known.join(", ")}.`;
      return source.problem("PLAYBOOK_UNKNOWN_KEY", `Unknown key "${key}".`, where, advice);
    }
    case "required":
      return source.problem(
        "PLAYBOOK_MISSING_KEY",
        `${name} needs "${error.params.missingProperty}".`,
        at,
        hint,
      );
    case "type":
      return source.problem(
        "PLAYBOOK_TYPE",
        `${name} must be ${article(String(error.params.type))}.`,
        at,
        hint,
      );
    case "minLength":
      return source.problem("PLAYBOOK_EMPTY", `${name} must not be empty.`, at, hint);
    case "anyOf":
    case "const":
    case "enum":
      return source.problem("PLAYBOOK_VALUE", `${name} must be ${allowed(error)}.`, at, hint);
    case "pattern":
    case "propertyNames":
      return source.problem(
        "PLAYBOOK_NAME",
        `${name} has a name that is not letters, digits and _, beginning with a letter.`,
        at,
      );
    case "minProperties":
    case "maxProperties":
      return source.problem("PLAYBOOK_VALUE", `${name} takes exactly one of: json, regex.`, at, hint);
    default:
      return source.problem("PLAYBOOK_VALUE", `${name} ${error.message ?? "is not valid"}.`, at, hint);
  }
}

function allowed(error: ErrorObject): string {
  const branches: unknown = error.keyword === "anyOf" ? error.schema : [error.parentSchema];
  if (!Array.isArray(branches)) return "another value";
  return branches
    .map((branch: { const?: unknown; type?: string }) =>
      branch.const !== undefined ? String(branch.const) : article(branch.type ?? "another value"),
    )
    .join(", ");
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** A JSON pointer as keys; a digit is an index only where the value is a list. */
function keysOf(pointer: string, root: unknown): KeyPath {
  const keys: (string | number)[] = [];
  let value = root;
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const key = Array.isArray(value) ? Number(name) : name;
    keys.push(key);
    value = value && typeof value === "object" ? (value as Record<string | number, unknown>)[key] : undefined;
  }
  return keys;
}

function nearest(key: string, known: string[]): string | null {
  const ranked = known
    .map((name) => ({ name, distance: leven(key, name) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(2, Math.floor(key.length / 3)) ? best.name : null;
}

function lineOf(problem: PlaybookProblem): number {
  const [line, column] = problem.where.split(":").slice(-2).map(Number);
  return (line ?? 0) * 1000 + Math.min(column ?? 0, 999);
}
