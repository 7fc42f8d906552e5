export const LONG_LINE_LIMITS = {
  /** Bytes kept of one JSON string inside a long line. */
  string: 1024 * 1024,
  /** Bytes kept of a whole long line after its strings were cut. */
  line: 64 * 1024 * 1024,
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

export interface LongLine {
  push(part: Uint8Array): void;
  take(): { status: "ok"; bytes: Uint8Array } | { status: "too_long"; length: number };
}

/** Bytes appended to one growing buffer, up to a limit. */
function createSink(limit: number): { add(part: Uint8Array): void; bytes(): Uint8Array | null } {
  let buffer: Uint8Array | null = new Uint8Array(Math.min(limit, 1024 * 1024));
  let used = 0;
  return {
    add(part) {
      if (!buffer) return;
      if (used + part.length > limit) {
        buffer = null;
        return;
      }
      if (used + part.length > buffer.length) {
        const larger = new Uint8Array(Math.min(limit, Math.max(buffer.length * 2, used + part.length)));
        larger.set(buffer.subarray(0, used));
        buffer = larger;
      }
      buffer.set(part, used);
      used += part.length;
    },
    bytes: () => buffer?.subarray(0, used) ?? null,
  };
}

/**
 * Reads a line of any length and keeps it as valid JSON: strings beyond the limit (screenshots in base64,
 * whole logs) lose their tail. It only follows quotes and backslashes, with the engine's own byte search, and never
 * cuts inside an escape.
 */
export function createLongLine(limits = LONG_LINE_LIMITS): LongLine {
  const sink = createSink(limits.line);
  let length = 0;
  let inString = false;
  let dropping = false;
  /** Bytes of the current string so far. */
  let stringBytes = 0;
  /** Bytes of an escape still to come; -1: the byte after the backslash decides. */
  let escapeLeft = 0;

  /** Where `byte` comes next in `part`, remembered so that the search stays linear. */
  const searcher = (part: Uint8Array, byte: number): ((at: number) => number) => {
    let found = -1;
    return (at) => {
      if (found < at) found = part.indexOf(byte, at);
      if (found === -1) found = part.length;
      return found;
    };
  };

  return {
    push(part) {
      length += part.length;
      const nextQuote = searcher(part, QUOTE);
      const nextBackslash = searcher(part, BACKSLASH);
      let keepFrom = 0;
      let at = 0;
      const drop = (from: number): void => {
        if (dropping) return;
        sink.add(part.subarray(keepFrom, from));
        dropping = true;
      };
      while (at < part.length) {
        if (!inString) {
          at = nextQuote(at) + 1;
          inString = at <= part.length;
          stringBytes = 0;
        } else if (escapeLeft !== 0) {
          if (escapeLeft === -1) {
            escapeLeft = part[at] === LETTER_U ? 4 : 0;
            at += 1;
          } else {
            const end = Math.min(part.length, at + escapeLeft);
            escapeLeft -= end - at;
            at = end;
          }
        } else {
          const stop = Math.min(nextQuote(at), nextBackslash(at));
          const room = Math.max(0, limits.string - stringBytes);
          stringBytes += stop - at;
          if (stop - at > room) drop(at + room);
          at = stop;
          if (at >= part.length) break;
          if (part[at] === BACKSLASH) {
            if (stringBytes >= limits.string) drop(at);
            stringBytes += 6;
            escapeLeft = -1;
          } else {
            if (dropping) keepFrom = at;
            dropping = false;
            inString = false;
          }
          at += 1;
        }
      }
      if (!dropping) sink.add(part.subarray(keepFrom));
    },
    take() {
      const bytes = sink.bytes();
      return bytes ? { status: "ok", bytes } : { status: "too_long", length };
    },
  };
}
