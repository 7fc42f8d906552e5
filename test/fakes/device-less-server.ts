#!/usr/bin/env bun
// The server with its real process modes and a few tools that need no device.
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { runServer } from "../../src/modes/main.ts";
import { openSessions } from "../../src/modes/open-sessions.ts";
import type { Toolbox } from "../../src/modes/toolbox.ts";
import type { ToolBackend, ToolCall } from "../../src/tools/types.ts";

const tool = (name: string): Tool => ({ name, inputSchema: { type: "object" } });
const text = (value: unknown): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
});

const toolbox: Toolbox = {
  problems: () => [],
  list: (options) => ["echo", "hold", "crash", "facts", ...options.enableTools].map(tool),
  async open(options, environment, me, log) {
    const sessions = openSessions(environment, me, log);
    const listeners = new Set<() => void>();
    const tools = toolbox.list(options, environment);
    const run = async ({
      name,
      arguments: given,
      sessionId,
      signal,
      onProgress,
    }: ToolCall): Promise<CallToolResult> => {
      switch (name) {
        case "echo":
          return text(given);
        case "facts":
          return text({ pid: process.pid, variables: Object.keys(process.env), cwd: process.cwd() });
        case "crash":
          process.kill(process.pid, "SIGKILL");
          return await new Promise(() => {});
        case "stray":
          setTimeout(() => {
            if (given.how === "exception") throw new Error("stray");
            void Promise.reject(new Error("stray"));
          }, 1);
          return text({});
        case "addTool":
          tools.push(tool("added"));
          for (const listener of listeners) listener();
          return text({ added: true });
        case "hold": {
          const kind = given.read === true ? "read" : "control";
          const admitted = await sessions.begin({ sessionId, serial: String(given.serial), kind });
          if (!admitted.ok) return { ...text({ ...admitted }), isError: true };
          onProgress?.({ progress: 1, total: 2, message: "held" });
          const outcome = await new Promise<string>((resolve) => {
            setTimeout(() => resolve("held"), Number(given.ms ?? 0));
            signal.addEventListener("abort", () => resolve("cancelled"));
          });
          admitted.end();
          log("info", `hold ${String(given.serial)}: ${outcome}`);
          return text({ outcome, sessionId });
        }
        default:
          return { content: [{ type: "text", text: `Error: Unknown tool: ${name}` }], isError: true };
      }
    };
    const backend: ToolBackend = {
      listTools: () => tools,
      callTool: run,
      onToolsChanged: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      closeSession: (sessionId) => sessions.release(sessionId),
      close: async () => {},
    };
    return { sessions, backend };
  },
};

process.exit(await runServer(process.argv.slice(2), process.env, async () => toolbox));
