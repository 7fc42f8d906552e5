/** Guards over parsed JSON of unknown shape: each returns the value or null, and never throws. */
export type JsonObject = { [key: string]: unknown };

/** The value when it is an object that is no array. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** The value when it is a string. */
export function asText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The value when it is a finite number. */
export function asNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** The value when it is a finite number of at least 0, rounded down: a count. */
export function asCount(value: unknown): number | null {
  const number = asNumber(value);
  return number === null || number < 0 ? null : Math.min(Math.floor(number), Number.MAX_SAFE_INTEGER);
}

/** The value when it is an array, an empty one otherwise. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
