/**
 * The text of a dump as it came over a wire or out of a file. UTF-8, or UTF-16 when a byte order mark (or the zero of an
 * ASCII `<`) says so, whatever the XML prolog claims: a Windows shell's redirection re-encodes without touching it.
 */
export function decodeDump(bytes: Uint8Array): { text: string; encoding: "utf-8" | "utf-16le" | "utf-16be" } {
  const encoding = detect(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

function detect(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return "utf-16le";
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return "utf-16be";
  return "utf-8";
}

/** UTF-8 that a host read with an OEM code page and wrote again: `ΓÇó`, `Γ£ô`, `∩╕Å`. Only seen with UTF-16 output. */
export function looksReEncoded(text: string): boolean {
  return /Γ[ÇöÿÖ£¡åäàëÿ][^\s"<]|∩╕Å|≡ƒ/.test(text);
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** A reference that XML does not know; its text is kept for the message. */
export class BadReferenceError extends Error {}

/**
 * An attribute's raw value as text: references decoded exactly once, blanks and line ends as XML 1.0 section 3.3.3 wants
 * them. A surrogate pair written as two references is one character; half a pair, a reference to a character that XML
 * forbids, and a raw control character disappear.
 */
export function decodeValue(raw: string): string {
  if (!/[&\u0000-\u001f\ufffe\uffff]/.test(raw)) return raw;
  const text = raw.replace(
    /\r\n|[\u0000-\u001f\ufffe\uffff]|&([^;&]{1,12};)?/g,
    (found, reference: string | undefined) => {
      if (!found.startsWith("&")) return /[\t\n\r]/.test(found) ? " " : "";
      if (reference === undefined) throw new BadReferenceError("an & that begins no reference");
      const name = reference.slice(0, -1);
      if (/^#(?:x[0-9a-fA-F]+|\d+)$/.test(name)) return character(codePoint(name.slice(1)));
      if (!Object.hasOwn(ENTITIES, name)) throw new BadReferenceError(`an unknown reference &${name};`);
      return ENTITIES[name]!;
    },
  );
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "");
}

/** Halves of pairs are kept for now: the other half may follow. */
function character(code: number): string {
  if (code >= 0xd800 && code <= 0xdfff) return String.fromCharCode(code);
  return isXmlCharacter(code) ? String.fromCodePoint(code) : "";
}

function codePoint(digits: string): number {
  return digits.startsWith("x") ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10);
}

/** Char of XML 1.0, section 2.2. */
function isXmlCharacter(code: number): boolean {
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
}
