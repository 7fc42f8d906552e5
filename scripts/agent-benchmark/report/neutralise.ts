/**
 * Makes text from an agent, an app or a file safe to print on a terminal: control characters (ESC, C1, DEL), bidirectional
 * overrides, line and paragraph separators, invisible tag characters and lone surrogates become visible \u escapes. Tabs become a space.
 */
export function neutralise(text: string): string {
  return text
    .replace(/\t/g, " ")
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu,
      visible,
    );
}

/** Like neutralise, but each line of the text stays a line of its own. */
export function neutraliseLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/).map(neutralise);
}

/** One line of at most `limit` characters: white space runs become one space, what is cut shows as an ellipsis. */
export function excerpt(text: string, limit = 160): string {
  const head = text.slice(0, limit * 8);
  const flat = neutralise(head.replace(/\s+/gu, " ").trim());
  const characters = Array.from(flat);
  if (characters.length <= limit && head.length === text.length) return flat;
  return `${characters.slice(0, Math.max(1, limit - 1)).join("")}…`;
}

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
