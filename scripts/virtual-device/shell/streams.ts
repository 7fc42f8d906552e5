/** Byte streams between the processes of the device. */
export interface Source {
  /** The next bytes, or null at the end. */
  read(): Promise<Uint8Array | null>;
}

export interface Sink {
  /** Throws BrokenPipe when nobody reads any more. */
  write(chunk: Uint8Array): void;
  /** Resolves when the reader has caught up: endless writers wait for it. */
  drained(): Promise<void> | undefined;
}

/** The reader is gone: what SIGPIPE does to a process. */
export class BrokenPipe extends Error {}

/** The process was killed by a signal, for instance because its connection closed. */
export class Killed extends Error {
  readonly signal: number;
  constructor(signal = 9) {
    super(`killed by signal ${signal}`);
    this.signal = signal;
  }
}

const encoder = new TextEncoder();
/** UTF-8 bytes of a text. */
export const encode = (text: string): Uint8Array => encoder.encode(text);
/** A text from UTF-8 bytes; what is none becomes U+FFFD. */
export const decode = (bytes: Uint8Array): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

export const EMPTY: Source = { read: async () => null };
export const NULL_SINK: Sink = { write() {}, drained: () => undefined };

/** A source of bytes that are already there. */
export function sourceOf(bytes: Uint8Array): Source {
  let left: Uint8Array | null = bytes.length > 0 ? bytes : null;
  return {
    async read() {
      const chunk = left;
      left = null;
      return chunk;
    },
  };
}

/** Reads a source to its end. */
export async function readAll(source: Source): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let chunk = await source.read(); chunk; chunk = await source.read()) chunks.push(chunk);
  return concat(chunks);
}

/** One array of all the chunks; the chunk itself when there is just one. */
export function concat(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** A sink that keeps everything. */
export function collector(): Sink & { bytes(): Uint8Array } {
  const chunks: Uint8Array[] = [];
  return { write: (chunk) => void chunks.push(chunk), drained: () => undefined, bytes: () => concat(chunks) };
}

export interface Pipe extends Source, Sink {
  /** No more bytes will come. */
  end(): void;
  /** Nobody will read any more. */
  hangUp(): void;
  /** Bytes written and not yet read. */
  readonly pending: number;
}

/** Above this many unread bytes `drained` makes the writer wait: the size of a Linux pipe. */
const PIPE_CAPACITY = 65536;

/** A pipe: one writer, one reader. */
export function createPipe(onRead?: () => void): Pipe {
  const queue: Uint8Array[] = [];
  let pending = 0;
  let ended = false;
  let broken = false;
  let wakeReader: (() => void) | null = null;
  const wakeWriter: (() => void)[] = [];
  const wakeAll = (): void => {
    for (const wake of wakeWriter.splice(0)) wake();
  };
  return {
    get pending() {
      return pending;
    },
    write(chunk) {
      if (broken) throw new BrokenPipe();
      if (chunk.length === 0 || ended) return;
      queue.push(chunk);
      pending += chunk.length;
      wakeReader?.();
    },
    drained() {
      if (broken || pending <= PIPE_CAPACITY) return undefined;
      return new Promise((resolve) => {
        wakeWriter.push(resolve);
      });
    },
    async read() {
      while (queue.length === 0 && !ended && !broken) {
        await new Promise<void>((resolve) => {
          wakeReader = resolve;
        });
        wakeReader = null;
      }
      const chunk = queue.shift() ?? null;
      if (chunk) {
        pending -= chunk.length;
        if (pending <= PIPE_CAPACITY) wakeAll();
        onRead?.();
      }
      return chunk;
    },
    end() {
      ended = true;
      wakeReader?.();
    },
    hangUp() {
      broken = true;
      queue.length = 0;
      pending = 0;
      wakeReader?.();
      wakeAll();
    },
  };
}

/** Reads a source line by line, keeping what follows for the next caller. */
export interface LineReader extends Source {
  /** A line without its newline, or null at the end. `complete` is false for a last line without a newline. */
  line(): Promise<{ text: string; complete: boolean } | null>;
}

/** Wraps a source so that several `read` commands can share it. */
export function lineReader(source: Source): LineReader {
  let rest: Uint8Array = new Uint8Array();
  return {
    async line() {
      for (;;) {
        const at = rest.indexOf(10);
        if (at >= 0) {
          const text = decode(rest.subarray(0, at));
          rest = rest.subarray(at + 1);
          return { text, complete: true };
        }
        const chunk = await source.read();
        if (!chunk) {
          if (rest.length === 0) return null;
          const text = decode(rest);
          rest = new Uint8Array();
          return { text, complete: false };
        }
        rest = concat([rest, chunk]);
      }
    },
    async read() {
      if (rest.length > 0) {
        const chunk = rest;
        rest = new Uint8Array();
        return chunk;
      }
      return source.read();
    },
  };
}
