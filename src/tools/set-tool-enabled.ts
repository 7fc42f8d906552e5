import { z } from "zod";
import { defineTool } from "./define.ts";
import { failed } from "./result.ts";

/** Switches tools on and off. */
export const setToolEnabled = defineTool({
  name: "setToolEnabled",
  description: "Switch a tool, or several at once, on or off. All of them or none. The choice is remembered.",
  input: z.strictObject({
    toolName: z.string().min(1).max(100).optional(),
    toolNames: z.array(z.string().min(1).max(100)).min(1).max(100).optional(),
    enabled: z.boolean().optional().describe("Default true"),
    sessionUuid: z.string().min(1).optional().describe("Session"),
  }),
  deviceAware: false,
  enabledByDefault: true,
  async run(args, context) {
    const names = [...new Set([...(args.toolNames ?? []), ...(args.toolName ? [args.toolName] : [])])];
    if (names.length === 0) return failed("Name the tool: toolName, or toolNames for several.");
    const enabled = args.enabled ?? true;
    const outcome = context.services.switches.set(names, enabled);
    if (!outcome.ok) return failed(outcome.message);
    const message = `${names.join(", ")} ${names.length === 1 ? "is" : "are"} ${enabled ? "on" : "off"}.`;
    return { ok: true, value: { message, success: true, enabledTools: outcome.enabled } };
  },
});
