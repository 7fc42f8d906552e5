/**
 * Text as a person compares it: NFC, every kind of blank one blank, invisible marks gone, ends trimmed. Case is kept.
 */
export function normalizeText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|\ufe0f/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** For messages: in quotes, cut, without control characters or marks that turn the direction. */
export function quoteText(text: string, most = 60): string {
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ");
  const characters = [...plain];
  return `"${characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : plain}"`;
}
