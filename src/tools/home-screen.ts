import { z } from "zod";
import { keyCommand } from "../android/input/keys.ts";
import { lastScreen, projectionOf, projectionShape, reportAction, run } from "./action.ts";
import { defineTool } from "./define.ts";

/** Goes to the home screen. */
export const homeScreen = defineTool({
  name: "homeScreen",
  description: "Go to the device's home screen.",
  input: z.strictObject({ ...projectionShape }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const before = lastScreen(context);
    await run(context, keyCommand("home"));
    return reportAction(context, {
      message: "Pressed home.",
      before,
      projection: projectionOf(args),
      interaction: { toolName: "homeScreen", args: {} },
    });
  },
});
