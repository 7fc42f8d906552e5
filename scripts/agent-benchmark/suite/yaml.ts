import { parseDocument, type YAMLError } from "yaml";
import type { Draft } from "./draft.ts";
import { readTree, type Tree } from "./tree.ts";

/** Files beyond this many characters are not suites. */
export const LARGEST_SUITE = 1_000_000;

/** Reads YAML 1.2 (core schema) into values with positions. With syntax problems only those are reported. */
export function readYaml(text: string): Tree {
  const failed = (draft: Draft): Tree => ({
    value: null,
    marks: new Map(),
    drafts: [draft],
    complete: false,
  });
  if (text.length > LARGEST_SUITE) {
    return failed({
      code: "SUITE_TOO_LARGE",
      message: `The file has ${text.length} characters; a suite has at most ${LARGEST_SUITE}.`,
      start: 0,
      end: 1,
    });
  }
  try {
    const document = parseDocument(text, {
      version: "1.2",
      schema: "core",
      intAsBigInt: true,
      // Our own check names both places and does not slow down with the square of the number of keys.
      uniqueKeys: false,
      merge: false,
      prettyErrors: false,
    });
    const faults = [...document.errors, ...document.warnings];
    if (faults.length > 0)
      return { value: null, marks: new Map(), drafts: distinct(faults.map(toDraft)), complete: false };
    return readTree(document);
  } catch (error) {
    // The parser recurses: a file of brackets exhausts the stack.
    if (!(error instanceof RangeError)) throw error;
    return failed({ code: "SUITE_TOO_DEEP", message: "The file is nested too deeply.", start: 0, end: 1 });
  }
}

const WORDS: Record<string, string> = {
  ALIAS_PROPS: "An alias can't have an anchor or a tag of its own.",
  BAD_ALIAS: "This alias is not written correctly or has no anchor before it.",
  BAD_DIRECTIVE: "Directives (lines that start with %) are not used in suites.",
  BAD_DQ_ESCAPE: "This is not an escape that double-quoted text knows.",
  BAD_INDENT: "The indentation does not fit the lines around it.",
  BAD_PROP_ORDER: "Anchors and tags must stand directly before the value.",
  BAD_SCALAR_START: "Text that starts with this character must be quoted.",
  BAD_COLLECTION_TYPE: "The tag does not fit this value.",
  BLOCK_AS_IMPLICIT_KEY:
    "A key and its value can't be nested on one line; quote the text if it contains ': '.",
  BLOCK_IN_FLOW: "Inside brackets or braces, values must be written with brackets, braces or quotes.",
  KEY_OVER_1024_CHARS: "A key has more than 1024 characters.",
  MISSING_CHAR: "A closing quote, bracket, brace, comma, space or colon is missing here.",
  MULTILINE_IMPLICIT_KEY: "This line has no value of its own; is the colon missing, or a space after it?",
  MULTIPLE_ANCHORS: "A value has at most one anchor.",
  MULTIPLE_DOCS: "A suite file has one document; remove what follows this line.",
  MULTIPLE_TAGS: "A value has at most one tag.",
  TAB_AS_INDENT: "Indent with spaces; tabs are not allowed.",
  TAG_RESOLVE_FAILED: "Suites don't use this tag.",
  UNEXPECTED_TOKEN: "This does not belong here.",
  RESOURCE_EXHAUSTION: "The file is nested too deeply.",
};

/** One bracket too many is told once, not once for each level it leaves open. */
function distinct(drafts: Draft[]): Draft[] {
  const seen = new Set<string>();
  return drafts.filter(({ start, message }) => {
    const key = `${start} ${message}`;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}

function toDraft(fault: YAMLError): Draft {
  const [start, end] = fault.pos;
  return {
    code: "SUITE_YAML",
    message:
      fault.code === "BAD_INDENT" && fault.message.startsWith("Flow")
        ? "A bracket or brace that was opened above is not closed before this line."
        : (WORDS[fault.code] ?? "This is not valid YAML."),
    start,
    end: Math.max(end, start + 1),
    pointer: `yaml:${start}`,
  };
}
