import { writeSync } from "node:fs";

/** How long to wait for a reader whose pipe is full, milliseconds. */
const FULL_PIPE_PAUSE_MS = 5;

/**
 * Writes a whole text to an open descriptor, at the reader's pace; throws what write(2) fails with, EPIPE for a reader that
 * has gone. Not Bun.write: on a pipe that is full and does not block it was seen to begin again and print a part twice
 * (Bun 1.4.5, 250 kB to a reader on a busy machine).
 */
export async function writeAll(descriptor: number, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      await Bun.sleep(FULL_PIPE_PAUSE_MS);
    }
  }
}
