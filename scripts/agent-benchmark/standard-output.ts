import { writeSync } from "node:fs";

/** How long to wait for a reader whose pipe is full, milliseconds. */
const FULL_PIPE_PAUSE_MS = 5;

/**
 * Writes to standard output; resolves when the text is out. A reader that has gone (`| head`) is no error: it has what it
 * wanted. Throws RunError STDOUT_UNWRITABLE. Touching process.stdout alone would take longer than the whole of --help.
 */
export async function print(text: string): Promise<void> {
  try {
    await writeAll(1, Buffer.from(text));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EPIPE") return;
    const { RunError } = await import("./errors.ts");
    throw new RunError(
      {
        code: "STDOUT_UNWRITABLE",
        where: "standard output",
        message: `The report can't be written: ${error instanceof Error ? error.message : String(error)}.`,
        hint: "The runs themselves are complete: render them again with --from-result.",
      },
      { cause: error },
    );
  }
}

/**
 * Not Bun.write: on a pipe that is full and does not block, it was seen to begin again and print a part twice (Bun 1.4.5,
 * 250 kB to a reader on a busy machine).
 */
async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      await Bun.sleep(FULL_PIPE_PAUSE_MS);
    }
  }
}
