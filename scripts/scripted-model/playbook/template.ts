const REFERENCE = /\{\{([A-Za-z][A-Za-z0-9_]*)\}\}|\{([A-Za-z][A-Za-z0-9_]*)\}/g;

/** Values by name: placeholders of the run and values captured from tool results. */
export type Values = ReadonlyMap<string, unknown>;

/** The names a text refers to as `{name}`; `{{name}}` stands for the literal text `{name}`. */
export function referencesIn(value: unknown): string[] {
  if (typeof value === "string") {
    return [...value.matchAll(REFERENCE)].flatMap((match) => (match[2] ? [match[2]] : []));
  }
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (value && typeof value === "object") return Object.values(value).flatMap(referencesIn);
  return [];
}

/** Fills `{name}` in a text; a name without a value stays as it is written. */
export function fillText(text: string, values: Values): string {
  return text.replaceAll(REFERENCE, (whole, literal: string | undefined, name: string | undefined) => {
    if (literal !== undefined) return `{${literal}}`;
    if (name === undefined || !values.has(name)) return whole;
    return asText(values.get(name));
  });
}

/** Fills every text in a JSON value. A text that is one reference and nothing else takes the value with its type. */
export function fill(value: unknown, values: Values): unknown {
  if (typeof value === "string") {
    const only = /^\{([A-Za-z][A-Za-z0-9_]*)\}$/.exec(value)?.[1];
    return only !== undefined && values.has(only) ? values.get(only) : fillText(value, values);
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, values)]));
  }
  return value;
}

/** A captured value as text: strings as they are, anything else as JSON. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
