import { shellQuote } from "../shell-quote.ts";
import { keyCommand } from "./keys.ts";

const MAX_CHUNK = 400;

export type TypingPlan = { ok: true; commands: string[] } | { ok: false; characters: string[] };

/**
 * Shell commands that type a text into the focused field. Android's `input text` knows the characters of its virtual
 * key map, which is ASCII: anything else makes it fail half-way, so such characters are named and nothing is typed.
 * A line feed is the Enter key and a tab the Tab key.
 */
export function planTyping(text: string): TypingPlan {
  const foreign = [...text].filter((character) => !isTypeable(character));
  if (foreign.length > 0) return { ok: false, characters: [...new Set(foreign)] };
  const commands: string[] = [];
  for (const part of text.replace(/\r\n?/g, "\n").split(/([\n\t])/)) {
    if (part === "\n") commands.push(keyCommand("enter"));
    else if (part === "\t") commands.push(keyCommand("tab"));
    else
      for (const chunk of chunks(part))
        commands.push(`input text ${shellQuote(chunk.replaceAll(" ", "%s"))}`);
  }
  return { ok: true, commands };
}

function isTypeable(character: string): boolean {
  return (
    (character >= " " && character <= "~") || character === "\n" || character === "\t" || character === "\r"
  );
}

/** `input text` reads `%s` as a blank and knows no way to write it, so a literal one is parted between two commands. */
function* chunks(text: string): Generator<string> {
  for (const piece of text.split(/(?<=%)(?=s)/)) {
    for (let at = 0; at < piece.length; at += MAX_CHUNK) yield piece.slice(at, at + MAX_CHUNK);
  }
}

/** `"é" (U+00E9), "📦" (U+1F4E6)`. */
export function nameCharacters(characters: readonly string[], most = 8): string {
  const named = characters.slice(0, most).map((character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    return /[\p{C}\p{Z}]/u.test(character) ? `U+${code}` : `"${character}" (U+${code})`;
  });
  if (characters.length > most) named.push(`and ${characters.length - most} more`);
  return named.join(", ");
}
