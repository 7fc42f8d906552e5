import { writeAll } from "../../src/write-all.ts";

/**
 * Writes to standard output; resolves when the text is out. A reader that has gone (`| head`) is no error: it has what it
 * wanted. Throws RunError STDOUT_UNWRITABLE. Touching process.stdout alone would take longer than the whole of --help.
 */
export async function print(text: string): Promise<void> {
  try {
    await writeAll(1, text);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EPIPE") return;
    const { RunError, reasonOf } = await import("./errors.ts");
    throw new RunError(
      {
        code: "STDOUT_UNWRITABLE",
        where: "standard output",
        message: `The report can't be written: ${reasonOf(error)}.`,
        hint: "The runs themselves are complete: render them again with --from-result.",
      },
      { cause: error },
    );
  }
}
