import { allTools } from "../../src/tools/index.ts";
import { toolJson } from "../../src/tools/schema.ts";
import type { Generated } from "./generated.ts";
import { staleFiles } from "./generated.ts";

const PATH = "schemas/tool-definitions.json";

/** schemas/tool-definitions.json: every tool of the server, sorted by name, also those that are off by default. */
export function toolDefinitionsFile(): Generated {
  return { path: PATH, text: `${JSON.stringify(allTools.map(toolJson), null, 2)}\n` };
}

/** Whether the committed definitions differ from what the code says. `root` is the repository's root. */
export function toolDefinitionsAreStale(root: string): boolean {
  return staleFiles(root, [toolDefinitionsFile()]).length > 0;
}
