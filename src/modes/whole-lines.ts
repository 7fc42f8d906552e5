import { Transform } from "node:stream";

/** Above this a message is refused. The MCP library would close the connection at 10 MiB, and copies what it has with every chunk. */
export const longestMessageBytes = 8 * 1024 * 1024;
const ID_WINDOW_BYTES = 512;
const LINE_FEED = 0x0a;

/**
 * Passes on only whole lines, each at once. A line that is too long is skipped; `refuse` is told the id of the request it
 * was (null when none is found at either end of it), so that its sender gets an answer.
 */
export function wholeLines(
  refuse: (id: string | number | null) => void,
  limit = longestMessageBytes,
): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  let skipped: { head: Buffer; tail: Buffer } | null = null;

  const add = (piece: Buffer) => {
    if (skipped) {
      skipped.tail = Buffer.concat([skipped.tail, piece.subarray(-ID_WINDOW_BYTES)]).subarray(
        -ID_WINDOW_BYTES,
      );
      return;
    }
    parts.push(piece);
    length += piece.length;
    if (length <= limit) return;
    const all = Buffer.concat(parts);
    skipped = {
      head: Buffer.from(all.subarray(0, ID_WINDOW_BYTES)),
      tail: Buffer.from(all.subarray(-ID_WINDOW_BYTES)),
    };
    parts = [];
    length = 0;
  };

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
        add(chunk.subarray(from, at + 1));
        from = at + 1;
        if (skipped) refuse(requestId(skipped));
        else this.push(parts.length === 1 ? parts[0] : Buffer.concat(parts));
        parts = [];
        length = 0;
        skipped = null;
      }
      if (from < chunk.length) add(chunk.subarray(from));
      done();
    },
  });
}

/** Clients write `"id"` either first or last in a message; anything between could belong to the arguments. */
function requestId({ head, tail }: { head: Buffer; tail: Buffer }): string | number | null {
  const first = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+|"[^"\\]*")\s*,/.exec(
    head.toString("latin1"),
  );
  const last = /,\s*"id"\s*:\s*(\d+|"[^"\\]*")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
    tail.toString("latin1"),
  );
  const text = first?.[1] ?? last?.[1];
  return text === undefined ? null : JSON.parse(text);
}
