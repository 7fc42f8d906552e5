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

/**
 * Makes character references legal XML: a surrogate pair written as two references becomes one, a reference to half a
 * pair or to a character XML forbids disappears, and so does a raw control character.
 */
export function repairReferences(text: string): string {
  let out = text;
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(out)) {
    out = out.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  }
  if (!out.includes("&#")) return out;
  return out
    .replace(
      /&#(x[dD][89abAB][0-9a-fA-F]{2}|5[5-6]\d{3});&#(x[dD][c-fC-F][0-9a-fA-F]{2}|5[67]\d{3});/g,
      joinPair,
    )
    .replace(/&#(x[0-9a-fA-F]+|\d+);/g, (reference, digits: string) => {
      return isXmlCharacter(codePoint(digits)) ? reference : "";
    });
}

function joinPair(whole: string, first: string, second: string): string {
  const high = codePoint(first);
  const low = codePoint(second);
  if (high < 0xd800 || high > 0xdbff || low < 0xdc00 || low > 0xdfff) return whole;
  return `&#${(high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000};`;
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
