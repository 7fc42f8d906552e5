import type { z } from "zod";
import type { AnyTool, ToolDefinition } from "./types.ts";

/** Declares a tool: the handler's argument type comes from its schema. */
export function defineTool<Input extends z.ZodObject>(tool: ToolDefinition<Input>): AnyTool {
  return tool as unknown as AnyTool;
}
