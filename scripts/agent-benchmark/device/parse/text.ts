/** Digit blocks that Android's locales print: each starts at its zero. */
const ZEROES = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6,
  0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0x1946, 0x19d0, 0xff10,
] as const;

/** Rewrites the decimal digits of any script as 0-9: the platform prints dates and numbers in the device's locale. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROES.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Decodes what a device printed; bytes that are not UTF-8 become U+FFFD, never an error. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8").decode(bytes);
}

/** Lines without their ends; LF and CRLF. */
export function lines(text: string): string[] {
  return text.split(/\r?\n/);
}

/** The first nonblank line, trimmed and cut to `limit` characters: what a message can quote. */
export function firstLine(text: string, limit = 200): string {
  const line = lines(text).find((candidate) => candidate.trim() !== "") ?? "";
  const clean = line.trim().replace(/[\u0000-\u001f\u007f-\u009f]/g, " ");
  return clean.length > limit ? `${clean.slice(0, limit)}…` : clean;
}
