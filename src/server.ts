import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { serverVersion } from "./build-info.ts";
import type { ToolBackend } from "./tools/types.ts";

export interface McpServerOptions {
  backend: ToolBackend;
  /** Identifies the connection to the backend. */
  sessionId: string;
  /** Text for `initialize.result.instructions`; null leaves the key out. */
  instructions: string | null;
}

/** The MCP side of the server, the same for every process mode; what carries out the calls is the backend. */
export function createMcpServer({ backend, sessionId, instructions }: McpServerOptions): Server {
  const server = new Server(
    { name: "AutoMobile", version: serverVersion },
    {
      capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
      ...(instructions === null ? {} : { instructions }),
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: backend.listTools() }));
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [] }));
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [] }));
  server.setRequestHandler(CallToolRequestSchema, (request, extra) => {
    const token = request.params._meta?.progressToken;
    return backend.callTool({
      name: request.params.name,
      arguments: request.params.arguments ?? {},
      sessionId,
      signal: extra.signal,
      ...(token === undefined
        ? {}
        : {
            onProgress: (progress) =>
              void extra
                .sendNotification({
                  method: "notifications/progress",
                  params: { progressToken: token, ...progress },
                })
                .catch(() => {}),
          }),
    });
  });
  const unsubscribe = backend.onToolsChanged(() => void server.sendToolListChanged().catch(() => {}));
  server.onclose = () => {
    unsubscribe();
    void backend.closeSession(sessionId);
  };
  return server;
}
