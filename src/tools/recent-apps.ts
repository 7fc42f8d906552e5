import { z } from "zod";
import { keyCommand } from "../android/input/keys.ts";
import { lastScreen, projectionOf, projectionShape, reportAction, run } from "./action.ts";
import { defineTool } from "./define.ts";

/** Opens the recent apps. */
export const recentApps = defineTool({
  name: "recentApps",
  description: "Open the overview of recent apps.",
  input: z.strictObject({ ...projectionShape }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const before = lastScreen(context);
    await run(context, keyCommand("recent"));
    return reportAction(context, {
      message: "Pressed recent apps.",
      before,
      projection: projectionOf(args),
      interaction: { toolName: "recentApps", args: {} },
    });
  },
});
