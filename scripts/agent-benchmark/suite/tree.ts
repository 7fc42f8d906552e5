import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import { excerpt } from "../report/neutralise.ts";
import type { Draft } from "./draft.ts";

/** Where a value stands and how it was written. */
export interface Mark {
  start: number;
  end: number;
  /** Offsets of the key in front of it. */
  key?: { start: number; end: number };
  /** How a number was written: 5 is an int, 5.0 a float. */
  number?: "int" | "float";
  /** Text without quotes. */
  plain?: boolean;
}

export interface Tree {
  value: unknown;
  /** JSON pointer -> where it stands. */
  marks: Map<string, Mark>;
  drafts: Draft[];
  /** false: reading stopped early, so that missing parts say nothing. */
  complete: boolean;
}

/** A suite has a few hundred values; more can only come from aliases that multiply. */
const MOST_VALUES = 50_000;
const DEEPEST = 32;

/**
 * Plain values of a YAML document, with the position of each. Maps have no prototype, so `__proto__` is a key like any other.
 * Duplicate and merge keys, exploding and circular aliases, unsafe integers and numbers that are not finite become problems.
 */
export function readTree(document: Document.Parsed): Tree {
  const marks = new Map<string, Mark>();
  const drafts: Draft[] = [];
  const open = new Set<Node>();
  // An alias means the last anchor of its name before it; looking each up in the whole file would take quadratic time.
  const anchors = new Map<string, Node>();
  let values = 0;
  let stopped = false;

  const refuse = (code: string, message: string, mark: Mark, pointer: string, hint?: string): null => {
    drafts.push({ code, message, hint, start: mark.start, end: mark.end, pointer });
    return null;
  };
  const stop = (code: string, message: string, mark: Mark, pointer: string): null => {
    if (!stopped) refuse(code, message, mark, pointer);
    stopped = true;
    return null;
  };

  const read = (
    given: Node | null,
    pointer: string,
    depth: number,
    key: Mark["key"],
    at: number,
    through?: Mark,
  ): unknown => {
    if (stopped) return null;
    const own = rangeOf(given) ?? { start: key?.start ?? at, end: key?.end ?? at };
    const mark: Mark = { ...(through ?? own), ...(key ? { key } : {}) };
    marks.set(pointer, mark);
    if (++values > MOST_VALUES) {
      return stop(
        "SUITE_TOO_LARGE",
        `The file has more than ${MOST_VALUES} values once aliases are followed.`,
        mark,
        pointer,
      );
    }
    if (depth > DEEPEST)
      return stop(
        "SUITE_TOO_DEEP",
        `The file is nested more than ${DEEPEST} levels deep here.`,
        mark,
        pointer,
      );
    if (given === null) return null;
    if (isAlias(given)) {
      const target = anchors.get(given.source);
      if (!target)
        return refuse(
          "SUITE_ALIAS",
          `The alias *${excerpt(given.source, 40)} has no anchor before it.`,
          mark,
          pointer,
        );
      if (open.has(target))
        return refuse(
          "SUITE_ALIAS",
          `The alias *${excerpt(given.source, 40)} contains itself.`,
          mark,
          pointer,
        );
      return read(target, pointer, depth + 1, key, at, through ?? own);
    }
    if (given.anchor && !through) anchors.set(given.anchor, given);
    if (isScalar(given)) return readScalar(given.value, given.type === "PLAIN", mark, pointer);
    open.add(given);
    const value = isSeq(given)
      ? given.items.map((item, index) =>
          read(item as Node | null, `${pointer}/${index}`, depth + 1, undefined, mark.start, through),
        )
      : isMap(given)
        ? readMap(given.items as Pair<Node | null, Node | null>[], mark, pointer, depth, through)
        : refuse("SUITE_YAML", "This kind of value is not used in suites.", mark, pointer);
    open.delete(given);
    return value;
  };

  const readScalar = (value: unknown, plain: boolean, mark: Mark, pointer: string): unknown => {
    if (typeof value === "bigint") {
      mark.number = "int";
      const number = Number(value);
      if (Number.isSafeInteger(number)) return number;
      return refuse(
        "SUITE_NUMBER_UNSAFE",
        "This whole number is too large to be kept exactly.",
        mark,
        pointer,
        `The limits are -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}. Quote it if it is text.`,
      );
    }
    if (typeof value === "number") {
      mark.number = "float";
      if (Number.isFinite(value)) return value;
      return refuse(
        "SUITE_NUMBER_NOT_FINITE",
        "Infinity and not-a-number are not values a suite can use.",
        mark,
        pointer,
        "Quote it if it is text.",
      );
    }
    if (typeof value === "string") mark.plain = plain;
    return value;
  };

  const readMap = (
    pairs: Pair<Node | null, Node | null>[],
    mark: Mark,
    pointer: string,
    depth: number,
    through?: Mark,
  ): Record<string, unknown> => {
    const map: Record<string, unknown> = Object.create(null);
    const first = new Map<string, Mark>();
    for (const pair of pairs) {
      const range = rangeOf(pair.key) ?? { start: mark.start, end: mark.start + 1 };
      const where = through ?? range;
      if (!isScalar(pair.key) || pair.key.value === null) {
        refuse("SUITE_KEY_NOT_TEXT", "A key must be a plain word here.", where, pointer);
        continue;
      }
      const name = typeof pair.key.value === "string" ? pair.key.value : String(pair.key.source);
      if (name === "<<" && pair.key.type === "PLAIN") {
        refuse(
          "SUITE_MERGE_KEY",
          "Merge keys (<<) are not supported.",
          where,
          `${pointer}/<<`,
          "Write the keys out, so that the file shows what is measured.",
        );
        continue;
      }
      const child = `${pointer}/${escapePointer(name)}`;
      if (first.has(name)) {
        refuse(
          "SUITE_DUPLICATE_KEY",
          `"${excerpt(name, 60)}" is written twice in this map.`,
          where,
          `${child}#again`,
          "Keep one of them; which one would count is not obvious.",
        );
        continue;
      }
      first.set(name, range);
      map[name] = read(pair.value, child, depth + 1, where, range.end, through);
    }
    return map;
  };

  const value = read(document.contents as Node | null, "", 0, undefined, 0);
  return { value, marks, drafts, complete: !stopped };
}

/** A key as a JSON pointer segment (RFC 6901). */
export function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function rangeOf(node: Node | null | undefined): { start: number; end: number } | null {
  const range = node?.range;
  return range ? { start: range[0], end: Math.max(range[1], range[0]) } : null;
}
