/**
 * How an expected text is found in an observed one: it must stand alone. Used for replies and for labels of a screen,
 * so that both checks mean the same by "includes".
 */

/** Zero-width and direction characters: invisible, so they neither separate nor join words. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Printable ASCII with single blanks inside: most labels, and already normal. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Spaces that group the digits of one number: no-break, figure, thin and narrow no-break space. */
const GROUPING_SPACE = /^[\u00a0\u2007\u2009\u202f]$/;

/**
 * Invisible characters dropped; NFC; line ends as one `\n`; other white space as one blank, but for a space that groups
 * digits; edges trimmed.
 */
export function normalizeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(INVISIBLE, "")
    .normalize("NFC")
    .replace(/\r\n?|[\u0085\u2028\u2029\u000b\u000c]/g, "\n")
    .replace(/[^\S\n]+/g, blankFor)
    .replace(/ *\n[ \n]*/g, "\n")
    .replace(/^[ \n]+|[ \n]+$/g, "");
}

/** One blank for a run of white space; a grouping space between digits stays, as one form of it. */
function blankFor(run: string, at: number, text: string): string {
  const groups =
    GROUPING_SPACE.test(run) &&
    /\p{Nd}$/u.test(text.slice(Math.max(0, at - 2), at)) &&
    /^\p{Nd}{3}(?!\p{Nd})/u.test(text.slice(at + 1, at + 9));
  return groups ? "\u202f" : " ";
}

/** Case folding close to Unicode's: full upper case, then lower case, one sigma. */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}

/** Letters, marks and digits of any script. */
const WORD = /[\p{L}\p{M}\p{N}]/u;
const DIGIT = /\p{N}/u;

/** Signs that join digits to one value: 3.5 3,000 3'000 3/5 3:30 3-5 3×4 and their relatives in other scripts. */
const NUMBER_JOINER = /[.,'’‘٫٬،·:/⁄\u2215\u202f\-‐‑‒–−^_×·]/u;
/** Underscores looked through on either side; a bound, so that a wall of them costs nothing. */
const EMPHASIS = 4;
const MINUS = /[-−‐‑]/u;

function before(text: string, index: number): string {
  if (index <= 0) return "";
  const code = text.charCodeAt(index - 1);
  const pair = code >= 0xdc00 && code <= 0xdfff && index >= 2;
  return pair ? text.slice(index - 2, index) : text.slice(index - 1, index);
}

function after(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function runsOnAfter(text: string, end: number, lastIsDigit: boolean): boolean {
  const next = after(text, end);
  if (WORD.test(next)) return true;
  if (next === "_") {
    let at = end;
    while (text[at] === "_" && at - end < EMPHASIS) at += 1;
    // Underscores join a name; as emphasis (_done_) nothing follows them.
    if (WORD.test(after(text, at))) return true;
  }
  if (!lastIsDigit) return false;
  const beyond = after(text, end + next.length);
  if (next !== "" && NUMBER_JOINER.test(next) && DIGIT.test(beyond)) return true;
  // 3 000: a plain blank before exactly three digits groups a number as well.
  return next === " " && /^\p{Nd}{3}(?!\p{N})/u.test(text.slice(end + 1, end + 8));
}

function runsOnBefore(text: string, start: number, firstIsDigit: boolean): boolean {
  const previous = before(text, start);
  if (WORD.test(previous)) return true;
  if (previous === "_") {
    let at = start;
    while (at > 0 && text[at - 1] === "_" && start - at < EMPHASIS) at -= 1;
    if (WORD.test(before(text, at))) return true;
  }
  if (!firstIsDigit || previous === "") return false;
  const beyond = before(text, start - previous.length);
  if (NUMBER_JOINER.test(previous) && DIGIT.test(beyond)) return true;
  // A sign makes another number, unless the minus is the hyphen of a word (item-3).
  if (MINUS.test(previous)) return !WORD.test(beyond);
  return (previous === "." || previous === ",") && !WORD.test(beyond);
}

/**
 * Index of the first place where `expected` stands alone in `text`: it does not run on into a letter or digit of any
 * script, nor into more of the same number (3 in 30, 3.5, 3,000, -3). -1 when there is none. Both texts normalised;
 * linear in the length of the text for each expected string.
 */
export function findStandAlone(text: string, expected: string): number {
  if (expected === "") return -1;
  const firstIsDigit = DIGIT.test(after(expected, 0));
  const lastIsDigit = DIGIT.test(before(expected, expected.length));
  for (let at = text.indexOf(expected); at !== -1; at = text.indexOf(expected, at + 1)) {
    const end = at + expected.length;
    if (!runsOnBefore(text, at, firstIsDigit) && !runsOnAfter(text, end, lastIsDigit)) return at;
  }
  return -1;
}

/** At most `max` characters around an index, with ellipses where text is left out. */
export function excerptAround(text: string, index: number, max: number): string {
  const from = Math.max(0, Math.min(index - Math.floor(max / 3), text.length - max));
  const to = Math.min(text.length, from + max);
  // Cutting may part a surrogate pair.
  return `${from > 0 ? "…" : ""}${text.slice(from, to).toWellFormed()}${to < text.length ? "…" : ""}`;
}
