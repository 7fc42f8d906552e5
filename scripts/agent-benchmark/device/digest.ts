import { createHash } from "node:crypto";

/** SHA-256 of bytes or UTF-8 text, 64 hex digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The first 16 hex digits of the SHA-256: what results and baselines store. */
export function shortDigest(content: string | Uint8Array): string {
  return sha256(content).slice(0, 16);
}

/** One digest over named parts, whatever their order; a null part keeps its place, so that it differs from an empty one. */
export function digestOfParts(parts: Record<string, string | null>): string {
  const names = Object.keys(parts).sort();
  return shortDigest(JSON.stringify(names.map((name) => [name, parts[name] ?? null])));
}
