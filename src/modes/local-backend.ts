import type { ServerEnvironment } from "../environment.ts";
import type { ToolBackend } from "../tools/types.ts";
import type { ServerOptions } from "./options.ts";

/** The tools in this process: the tool registry over one adb client and this process's device sessions. */
export async function openLocalBackend(
  _options: ServerOptions,
  _environment: ServerEnvironment,
): Promise<ToolBackend> {
  return {
    listTools: () => [],
    callTool: async ({ name }) => ({
      content: [{ type: "text", text: `Error: Unknown tool: ${name}` }],
      isError: true,
    }),
    onToolsChanged: () => () => {},
    closeSession: async () => {},
    close: async () => {},
  };
}
