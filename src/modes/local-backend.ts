import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { resolveAdbEndpoint } from "../android/adb/endpoint.ts";
import type { Log } from "../daemon/log.ts";
import { type Claimant, realWorld } from "../devices/claim-judge.ts";
import { claimPaths } from "../devices/claim-paths.ts";
import { createDeviceSessions, type LocalDeviceSessions } from "../devices/sessions.ts";
import type { ServerEnvironment } from "../environment.ts";
import type { ToolBackend } from "../tools/types.ts";
import type { ServerOptions } from "./options.ts";

/** The tools in this process: the tool registry over one adb client and this process's device sessions. */
export async function openLocalBackend(
  _options: ServerOptions,
  environment: ServerEnvironment,
  me: Claimant,
  log: Log,
): Promise<{ backend: ToolBackend; sessions: LocalDeviceSessions }> {
  const server = resolveAdbEndpoint(process.env);
  const sessions = createDeviceSessions({
    me,
    pathsFor: (serial) =>
      claimPaths({
        serial,
        server,
        adbRoot: environment.adbRoot,
        coordination: environment.coordinationDirectory,
      }),
    idleMs: environment.sessionIdleMs,
    world: { ...realWorld, leaseIdleMs: environment.leaseIdleMs },
    log,
  });
  const backend: ToolBackend = {
    listTools: () => [],
    callTool: async ({ name }) => ({
      content: [{ type: "text", text: `Error: Unknown tool: ${name}` }],
      isError: true,
    }),
    onToolsChanged: () => () => {},
    closeSession: async () => {},
    close: async () => {},
  };
  return { backend, sessions };
}

/** What the proxy lists before it knows a daemon: the same tools, from the same definitions. */
export function listStaticTools(_options: ServerOptions, _environment: ServerEnvironment): Tool[] {
  return [];
}
