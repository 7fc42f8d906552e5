import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { ToolSwitches } from "./switches.ts";
import type { AnyTool } from "./types.ts";

/** What every device-aware tool takes besides its own arguments. Nothing of it is required. */
const targeting = {
  platform: z.enum(["android", "ios"]).optional().describe("Platform; only android is served"),
  device: z.string().min(1).optional().describe("Device label"),
  sessionUuid: z.string().min(1).optional().describe("Session"),
  keepScreenAwake: z.boolean().optional().describe("Keep the screen on while plugged in"),
};

const inputs = new WeakMap<AnyTool, z.ZodObject>();

/** The whole input schema of a tool: its own keys and, when it is device-aware, the targeting ones. Strict. */
export function fullInput(tool: AnyTool): z.ZodObject {
  const known = inputs.get(tool);
  if (known) return known;
  const shape = tool.deviceAware ? { ...tool.input.shape, ...withoutOwn(tool) } : tool.input.shape;
  const schema = z.strictObject(shape);
  inputs.set(tool, schema);
  return schema;
}

/** A tool may declare a targeting key itself, to require it. */
function withoutOwn(tool: AnyTool): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(targeting).filter(([key]) => !(key in tool.input.shape)));
}

/** A tool as `tools/list` and schemas/tool-definitions.json show it, keys in a fixed order. */
export function toolJson(tool: AnyTool): Tool {
  const schema = z.toJSONSchema(fullInput(tool), { io: "input" }) as Record<string, unknown>;
  const { $schema, type, properties, required, additionalProperties, ...rest } = schema;
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: {
      $schema,
      type: "object",
      properties: properties as Record<string, object>,
      ...(required ? { required: required as string[] } : {}),
      additionalProperties: false,
      ...rest,
    },
    ...(tool.readOnly ? { annotations: { readOnlyHint: true } } : {}),
  };
}

/** The enabled tools as `tools/list` shows them, sorted by name. */
export function listTools(switches: ToolSwitches, tools: readonly AnyTool[]): Tool[] {
  return tools.filter(({ name }) => switches.isEnabled(name)).map(toolJson);
}
