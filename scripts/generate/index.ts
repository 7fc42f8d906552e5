/**
 * Writes every file that is made from code: `bun run generate`. With --check nothing is written, and a stale file is
 * named and ends in exit code 1.
 */
import { join } from "node:path";
import { helpText } from "../agent-benchmark/help.ts";
import { type Generated, staleFiles, writeGenerated } from "./generated.ts";
import { referenceDocs } from "./reference-docs.ts";
import { schemaFiles } from "./schemas.ts";
import { serverReference } from "./server-reference.ts";
import { toolDefinitionsFile } from "./tool-definitions.ts";
import { toolsReferenceFile } from "./tools-reference.ts";
import { validatorFiles } from "./validators.ts";
import { virtualDeviceReference } from "./virtual-device-docs.ts";

const root = join(import.meta.dir, "..", "..");

/** Every generated file of the repository. */
export async function generatedFiles(): Promise<Generated[]> {
  return [
    ...schemaFiles(),
    ...validatorFiles(),
    { path: "scripts/agent-benchmark/help.generated.txt", text: helpText() },
    toolDefinitionsFile(),
    toolsReferenceFile(),
    ...referenceDocs(root),
    serverReference(),
    virtualDeviceReference(),
  ];
}

if (import.meta.main) {
  const files = await generatedFiles();
  if (process.argv.includes("--check")) {
    const stale = staleFiles(root, files);
    for (const path of stale) console.error(`${path} is stale: run "bun run generate" and commit it.`);
    if (stale.length > 0) process.exit(1);
    console.log(`${files.length} generated files are up to date.`);
  } else {
    const written = writeGenerated(root, files);
    console.log(written.length > 0 ? `Wrote ${written.join(", ")}.` : "Everything was up to date.");
  }
}
