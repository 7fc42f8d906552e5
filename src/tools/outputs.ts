import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Writes files under a directory of its own (made private when first needed); returns their absolute paths. */
export function createOutputs(
  directory: string,
): (name: string, content: string | Uint8Array) => Promise<string> {
  let count = 0;
  return async (name, content) => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
    const path = join(directory, `${stamp}-${process.pid}-${++count}-${name.replace(/[^\w.-]/g, "_")}`);
    await writeFile(path, content, { mode: 0o600 });
    return path;
  };
}
