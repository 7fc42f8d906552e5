import type { TextOptions } from "./report/text.ts";

/** The part of a stream that decides how to write to it. */
export interface OutputStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/**
 * Colours only on a terminal without NO_COLOR (https://no-color.org: any value that is not empty) and TERM=dumb; the width
 * of the terminal, 100 columns elsewhere.
 */
export function terminalOptions(stream: OutputStream, env: Record<string, string | undefined>): TextOptions {
  const terminal = stream.isTTY === true;
  return {
    color: terminal && !env.NO_COLOR && env.TERM !== "dumb",
    // A terminal that does not know its width says 0.
    width: (terminal && stream.columns) || 100,
  };
}
