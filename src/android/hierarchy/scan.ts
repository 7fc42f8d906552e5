import { decodeValue } from "./decode.ts";

/** A start tag while it is being read: only valid until the scanner goes on. */
export interface Tag {
  readonly name: string;
  readonly attributes: readonly string[];
  readonly count: number;
  /** The text of attribute `at`, decoded. */
  value(at: number): string;
  /** Whether attribute `at` is exactly this text, without making a string of it. */
  equals(at: number, text: string): boolean;
}

export interface ScanHandler {
  open(tag: Tag): void;
  close(name: string): void;
}

/** The text is not one well-formed document. `afterRoot`: the trouble came after the root element had ended. */
export class ScanError extends Error {
  readonly afterRoot: boolean;
  constructor(message: string, afterRoot: boolean) {
    super(message);
    this.afterRoot = afterRoot;
  }
}

/** A DOCTYPE, which the caller refuses for itself. */
export class DoctypeError extends Error {}

const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const EQUALS = 61;
const GREATER = 62;

/**
 * Reads XML 1.0 without a DTD (W3C Recommendation, fifth edition), in one pass and without recursion. Made for dumps: the
 * same attributes in the same order on every element cost no strings. Text content is checked for nothing but its place.
 */
export function scanXml(xml: string, handler: ScanHandler): void {
  const open: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const names: string[] = [];
  const tag = {
    name: "",
    attributes: names as readonly string[],
    count: 0,
    value: (at: number) => decodeValue(xml.slice(starts[at], ends[at])),
    equals: (at: number, text: string) =>
      ends[at]! - starts[at]! === text.length && xml.startsWith(text, starts[at]),
  };
  let at = 0;
  let rootSeen = false;

  const fail = (message: string): never => {
    throw new ScanError(message, rootSeen && open.length === 0);
  };

  for (;;) {
    const next = xml.indexOf("<", at);
    const text = next < 0 ? xml.length : next;
    if (open.length === 0 && !isBlank(xml, at, text)) fail("text outside of the root element");
    if (next < 0) break;
    const kind = xml.charCodeAt(next + 1);
    if (kind === SLASH) at = closeTag(next + 2);
    else if (kind === 33) at = declaration(next);
    else if (kind === 63) at = instruction(next);
    else at = startTag(next + 1);
  }
  if (open.length > 0) fail(`<${open.at(-1)}> is not closed`);
  if (!rootSeen) fail("there is no root element");

  function closeTag(from: number): number {
    const name = open.pop();
    if (name === undefined) return fail("a close tag without its start");
    if (!xml.startsWith(name, from)) return fail(`<${name}> is closed by another name`);
    const end = skipSpace(xml, from + name.length);
    if (xml.charCodeAt(end) !== GREATER) return fail(`<${name}> is closed by another name`);
    handler.close(name);
    return end + 1;
  }

  function declaration(from: number): number {
    if (xml.startsWith("<!--", from)) return after("-->", from + 4);
    if (xml.startsWith("<!DOCTYPE", from)) throw new DoctypeError();
    if (xml.startsWith("<![CDATA[", from) && open.length > 0) return after("]]>", from + 9);
    return fail("an unknown declaration");
  }

  function instruction(from: number): number {
    if (xml.startsWith("<?xml", from) && from > 0 && !isNameCharacter(xml.charCodeAt(from + 5))) {
      fail("an XML declaration that is not at the start");
    }
    return after("?>", from + 2);
  }

  function after(end: string, from: number): number {
    const found = xml.indexOf(end, from);
    return found < 0 ? fail(`${end} is missing`) : found + end.length;
  }

  function startTag(from: number): number {
    if (open.length === 0 && rootSeen) fail("a second root element");
    let position = nameEnd(xml, from);
    if (position === from) fail("a < that starts no tag");
    const name =
      tag.name.length === position - from && xml.startsWith(tag.name, from)
        ? tag.name
        : xml.slice(from, position);
    // A value cannot hold this character, so nothing of this tag may lie behind it.
    const limit = xml.indexOf("<", position);
    const border = limit < 0 ? xml.length : limit;
    let count = 0;
    for (;;) {
      const spaced = xml.charCodeAt(position) <= SPACE;
      position = skipSpace(xml, position);
      const code = xml.charCodeAt(position);
      if (code === GREATER || code === SLASH) break;
      if (!spaced || position >= border) fail(`<${name}> is cut off or malformed`);
      position = attribute(name, position, count, border);
      count++;
    }
    tag.name = name;
    tag.count = count;
    rootSeen = true;
    const empty = xml.charCodeAt(position) === SLASH;
    if (empty && xml.charCodeAt(position + 1) !== GREATER) fail(`<${name}> is malformed`);
    handler.open(tag);
    if (!empty) {
      open.push(name);
      return position + 1;
    }
    handler.close(name);
    return position + 2;
  }

  /** Reads one attribute into slot `slot`; returns where it ends. */
  function attribute(element: string, from: number, slot: number, border: number): number {
    const expected = names[slot];
    let position: number;
    if (
      expected !== undefined &&
      xml.startsWith(expected, from) &&
      xml.charCodeAt(from + expected.length) === EQUALS
    ) {
      position = from + expected.length;
    } else {
      position = nameEnd(xml, from);
      if (position === from) fail(`<${element}> has a malformed attribute`);
      const name = xml.slice(from, position);
      names[slot] = name;
    }
    // A name that stands before and was not overwritten since is the only way to be there twice.
    for (let earlier = 0; earlier < slot; earlier++) {
      if (names[earlier] === names[slot]) fail(`<${element}> has ${names[slot]} twice`);
    }
    position = skipSpace(xml, position);
    if (xml.charCodeAt(position) !== EQUALS) fail(`<${element}> has an attribute without a value`);
    position = skipSpace(xml, position + 1);
    const quote = xml.charCodeAt(position);
    if (quote !== QUOTE && quote !== APOSTROPHE) fail(`<${element}> has a value without quotes`);
    const end = xml.indexOf(quote === QUOTE ? '"' : "'", position + 1);
    if (end < 0 || end > border) fail(`<${element}> has a value that is cut off or holds a <`);
    starts[slot] = position + 1;
    ends[slot] = end;
    return end + 1;
  }
}

function skipSpace(xml: string, from: number): number {
  let at = from;
  for (
    let code = xml.charCodeAt(at);
    code === SPACE || (code >= 9 && code <= 13);
    code = xml.charCodeAt(++at)
  );
  return at;
}

function isBlank(xml: string, from: number, to: number): boolean {
  return skipSpace(xml, from) >= to;
}

function nameEnd(xml: string, from: number): number {
  let at = from;
  if (!isNameCharacter(xml.charCodeAt(at)) || isDigit(xml.charCodeAt(at))) return from;
  while (isNameCharacter(xml.charCodeAt(at))) at++;
  return at;
}

function isDigit(code: number): boolean {
  // "-" and "." may not begin a name either.
  return (code >= 48 && code <= 57) || code === 45 || code === 46;
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 58) ||
    code === 45 ||
    code === 46 ||
    code === 95 ||
    code >= 0xb7
  );
}
