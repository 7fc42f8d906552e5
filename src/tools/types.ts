import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import type { AdbClient } from "../android/adb/types.ts";
import type { Screen } from "../android/screen/types.ts";
import type { NavigationGraph } from "../navigation/types.ts";
import type { ToolSwitches } from "./switches.ts";
import type { InTurn } from "./turns.ts";

/** What a handler gets besides its arguments. Device-aware handlers have `device` resolved before they run. */
export interface ToolContext {
  adb: AdbClient;
  /** The device the call acts on: claimed for this session. Empty for a tool that is not device-aware. */
  serial: string;
  signal: AbortSignal;
  /** Per-session memory: last look at each device. */
  session: ToolSession;
  services: ToolServices;
  /** Tells a client that asked for it how far a long call is. */
  progress(done: number, total: number, message: string): void;
}

/** One object per MCP session. */
export interface ToolSession {
  id: string;
  /** The last look at each device, by serial: what an action's result is compared with. */
  screens: Map<string, Screen>;
}

/** What tools share besides the device: one object per backend. */
export interface ToolServices {
  tools: ToolRegistry;
  switches: ToolSwitches;
  navigation: NavigationGraph;
  /** Writes a file that is too large for a reply (or a picture) and returns its absolute path. */
  saveOutput(name: string, content: string | Uint8Array): Promise<string>;
  /** One look at a device at a time: Android lets only one UiAutomation client in. */
  lookInTurn: InTurn;
  /** Calls another tool on the same device and session, as a client would. */
  invoke(name: string, args: Record<string, unknown>, context: ToolContext): Promise<ToolResult>;
}

/** Every tool by name. */
export type ToolRegistry = ReadonlyMap<string, AnyTool>;

/** A tool whose input type has been forgotten; `run` takes what its `input` schema parsed. */
export interface AnyTool extends Omit<ToolDefinition, "run"> {
  run(args: never, context: ToolContext): Promise<ToolResult>;
}

/** A tool's answer: an object (sent as JSON text and structuredContent), with optional images. */
export type ToolResult =
  | { ok: true; value: Record<string, unknown>; images?: { mimeType: string; data: string }[] }
  | {
      ok: false;
      message: string;
      code?: string;
      retryable?: boolean;
      nextAction?: string;
      details?: Record<string, unknown>;
    };

/** One tool, one file. `input` is a strict zod object; a device-aware tool's schema gets platform, device, sessionUuid, keepScreenAwake added. */
export interface ToolDefinition<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  description: string;
  input: Input;
  deviceAware: boolean;
  enabledByDefault: boolean;
  /** true: only looks (observe, listApps ...), so it needs no device session. */
  readOnly?: boolean;
  run(args: z.infer<Input>, context: ToolContext): Promise<ToolResult>;
}

/** One tools/call as it reaches whoever carries it out. */
export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
  /** The MCP connection; `arguments.sessionUuid` may name another one. */
  sessionId: string;
  signal: AbortSignal;
  onProgress?: (progress: { progress: number; total?: number; message?: string }) => void;
}

/**
 * What stands behind the MCP server: the tools in this process (--no-proxy, the daemon) or the daemon's control socket
 * (the stdio proxy). `createMcpServer` in src/server.ts is the same for both.
 */
export interface ToolBackend {
  /** The enabled tools. Touches neither a device nor a daemon. */
  listTools(): Tool[];
  /** Never rejects for a tool's own failure: that is an `isError` result. */
  callTool(call: ToolCall): Promise<CallToolResult>;
  /** Called when the set of enabled tools changed; the returned function unsubscribes. */
  onToolsChanged(listener: () => void): () => void;
  /** The client of this connection went away. */
  closeSession(sessionId: string): Promise<void>;
  close(): Promise<void>;
}
