import type { PlaceholderValues } from "./types.ts";

/** What a text of a suite may contain in braces. */
export const PLACEHOLDERS = ["deviceSerial", "packageName", "runDirectory"] as const;

/** A word in braces; JSON such as {"a": 1} and empty braces are ordinary text. */
const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Replaces the known placeholders in one pass: what a value contains is never expanded again. Others stay as they are. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole));
}

/** The placeholders that do not exist, with their offsets in the text. */
export function unknownPlaceholders(text: string): { name: string; start: number; end: number }[] {
  return [...text.matchAll(PLACEHOLDER)].flatMap((match) => {
    const name = match[1] ?? "";
    return isPlaceholder(name) ? [] : [{ name, start: match.index, end: match.index + match[0].length }];
  });
}

function isPlaceholder(name: string): name is keyof PlaceholderValues {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}
