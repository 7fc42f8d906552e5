import leven from "leven";
import suiteSchema from "../../../schemas/suite.schema.json" with { type: "json" };

/**
 * What an unknown key was probably meant to be: the nearest key of the same map, else the map where the same word is a key.
 * `pointer` is the map in which the unknown key stands.
 */
export function suggest(
  key: string,
  known: readonly string[],
  pointer: string,
): { sentence: string | null; hint?: string } {
  const near = nearest(key, known);
  if (near) return { sentence: `Did you mean "${near}"?` };
  const elsewhere = owners(key).filter((path) => path !== pointer.slice(1).replaceAll("/", "."));
  const home = elsewhere[0];
  const hint = known.length > 0 ? `Known here: ${known.join(", ")}.` : undefined;
  if (home !== undefined)
    return { sentence: home ? `It belongs under "${home}".` : "It belongs at the top level.", hint };
  return { sentence: null, hint };
}

/** The candidate within a few typing errors of `word`, else one that begins alike, or null. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  if (word.length > 100) return null;
  const lower = word.toLowerCase();
  const limit = Math.max(1, Math.floor(word.length * 0.4));
  let best: string | null = null;
  let distance = limit + 1;
  for (const candidate of candidates) {
    const next = leven(lower, candidate.toLowerCase(), { maxDistance: distance });
    if (next < distance) {
      best = candidate;
      distance = next;
    }
  }
  if (best !== null || word.length < 3) return best;
  return (
    candidates.find((candidate) => {
      const other = candidate.toLowerCase();
      return other.startsWith(lower) || lower.startsWith(other);
    }) ?? null
  );
}

/** Dotted paths of the maps that have this key; "" is the top level. */
function owners(key: string, schema: object = suiteSchema, path = ""): string[] {
  const keys = "properties" in schema ? Object.entries(schema.properties ?? {}) : [];
  const found = keys.some(([name]) => name === key) ? [path] : [];
  for (const [name, child] of keys) found.push(...owners(key, child, path ? `${path}.${name}` : name));
  return found;
}
