import type { z } from "zod";
import type { AdbClient } from "../android/adb/types.ts";

/** What a handler gets besides its arguments. Device-aware handlers have `device` resolved before they run. */
export interface ToolContext {
  adb: AdbClient;
  /** The device the call acts on: claimed for this session. */
  serial: string;
  signal: AbortSignal;
  /** Per-session memory: last observation, registry of tools, navigation graph. */
  session: ToolSession;
}

/** Grows with the tools; one object per MCP session. */
export interface ToolSession {
  id: string;
  [key: string]: unknown;
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
  run(args: z.infer<Input>, context: ToolContext): Promise<ToolResult>;
}
