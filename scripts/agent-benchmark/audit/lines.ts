import { createLongLine, type LongLine } from "./long-line.ts";

/** From this many bytes on without a newline, long strings of the line are cut while it is read. */
export const LONG_LINE_BYTES = 2 * 1024 * 1024;

const NEWLINE = 0x0a;

/** Bytes decoded at once: small enough for the text, and what is parsed from it, to stay in the processor's caches. */
const RUN_BYTES = 32 * 1024;

export interface LineHandlers {
  /** One line without its newline; `complete` is false for a last line that has none. */
  onLine(text: string, line: number, complete: boolean): void;
  /** A line too long to keep even with its strings cut. */
  onUnreadable(line: number, bytes: number, complete: boolean): void;
}

export interface LineReader {
  push(chunk: Uint8Array): void;
  end(): void;
  lines(): number;
  bytes(): number;
}

/**
 * Splits a byte stream at `\n` bytes only: U+0085, U+2028 and U+2029 occur inside JSON strings. Whole runs of lines are
 * decoded at once, since the byte 0x0A is never part of another UTF-8 character. A byte order mark at the very
 * beginning is dropped. Memory is bounded by the chunk and LONG_LINE_BYTES, whatever the length of a line.
 */
export function createLineReader(handlers: LineHandlers): LineReader {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The beginning of a line whose end is still to come; one buffer for all lines, so that huge ones leave no litter. */
  let carry = new Uint8Array(64 * 1024);
  let carried = 0;
  let long: LongLine | null = null;
  let lines = 0;
  let bytes = 0;

  const emit = (text: string, complete: boolean): void => {
    lines += 1;
    handlers.onLine(lines === 1 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, lines, complete);
  };

  const emitRun = (run: Uint8Array): void => {
    const text = decoder.decode(run);
    let from = 0;
    for (let to = text.indexOf("\n"); to !== -1; to = text.indexOf("\n", from)) {
      emit(text.slice(from, to), true);
      from = to + 1;
    }
  };

  const hold = (part: Uint8Array): void => {
    if (part.length === 0) return;
    if (long) {
      long.push(part);
      return;
    }
    if (carried + part.length > LONG_LINE_BYTES) {
      long = createLongLine();
      long.push(carry.subarray(0, carried));
      long.push(part);
      carried = 0;
      return;
    }
    if (carried + part.length > carry.length) {
      const larger = new Uint8Array(Math.max(carry.length * 2, carried + part.length));
      larger.set(carry.subarray(0, carried));
      carry = larger;
    }
    carry.set(part, carried);
    carried += part.length;
  };

  const takeHeld = (complete: boolean): void => {
    if (long) {
      const taken = long.take();
      long = null;
      if (taken.status === "ok") emit(decoder.decode(taken.bytes), complete);
      else {
        lines += 1;
        handlers.onUnreadable(lines, taken.length, complete);
      }
      return;
    }
    const text = decoder.decode(carry.subarray(0, carried));
    carried = 0;
    emit(text, complete);
  };

  return {
    push(chunk) {
      bytes += chunk.length;
      let from = 0;
      if (carried > 0 || long) {
        const first = chunk.indexOf(NEWLINE);
        if (first === -1) return hold(chunk);
        hold(chunk.subarray(0, first));
        takeHeld(true);
        from = first + 1;
      }
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      while (from < end) {
        const near = from + RUN_BYTES >= end ? end : chunk.lastIndexOf(NEWLINE, from + RUN_BYTES) + 1;
        const to = near > from ? near : chunk.indexOf(NEWLINE, from) + 1;
        emitRun(chunk.subarray(from, to));
        from = to;
      }
      hold(chunk.subarray(from));
    },
    end() {
      if (carried > 0 || long) takeHeld(false);
    },
    lines: () => lines,
    bytes: () => bytes,
  };
}
