import { neutralise } from "../neutralise.ts";

/** Longest text that a page shows of one result, reply or input, in UTF-16 units. */
export const TEXT_LIMIT = 20_000;

/** A line of text that is safe in a page: escaping is the renderer's work, invisible characters are made visible here. */
export function line(text: string, limit = 2_000): string {
  const kept = cut(text, limit);
  return neutralise(kept.replace(/\s+/g, " ")) + (kept.length < text.length ? "…" : "");
}

/** Seconds as they are read: milliseconds below a tenth, else one decimal. */
export function duration(seconds: number): string {
  return seconds < 0.1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

/** Text with its lines kept, cut at `limit` with a word on how much is left out. */
export function block(text: string, limit = TEXT_LIMIT): string {
  const left = text.length - limit;
  const shown = cut(text, limit)
    .split(/\r\n|\n|\r/)
    .map(neutralise)
    .join("\n");
  return left > 0 ? `${shown}\n[${left.toLocaleString("en")} more characters are not shown]` : shown;
}

/** JSON as a person reads it, where it is JSON. */
export function prettyJson(text: string): string {
  if (text.length > TEXT_LIMIT || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The first units of a text; no surrogate pair is split. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}
