import { FileError } from "../../system/file-nodes.ts";
import { at, err, type Process } from "../process.ts";
import { readAll } from "../streams.ts";

/** The bytes of each operand, or of standard input when there is none; refused files are reported. */
export async function inputs(
  name: string,
  operands: readonly string[],
  process: Process,
): Promise<{ items: { operand: string; bytes: Uint8Array }[]; status: number }> {
  const items: { operand: string; bytes: Uint8Array }[] = [];
  let status = 0;
  for (const operand of operands.length > 0 ? operands : ["-"]) {
    try {
      const bytes =
        operand === "-"
          ? await readAll(process.stdin)
          : process.machine.system.files.read(at(process, operand), process.who);
      items.push({ operand, bytes });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      err(process, `${name}: ${operand}: ${error.text}\n`);
      status = 1;
    }
  }
  return { items, status };
}
