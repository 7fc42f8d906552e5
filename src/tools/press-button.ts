import { z } from "zod";
import { keyCommand } from "../android/input/keys.ts";
import { lastScreen, projectionOf, projectionShape, reportAction, run } from "./action.ts";
import { defineTool } from "./define.ts";

/** Presses one of the device's own buttons. */
export const pressButton = defineTool({
  name: "pressButton",
  description: "Press a button of the device: home, back, menu, power, volume_up, volume_down or recent.",
  input: z.strictObject({
    button: z.enum(["home", "back", "menu", "power", "volume_up", "volume_down", "recent"]),
    ...projectionShape,
  }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const before = lastScreen(context);
    await run(context, keyCommand(args.button));
    return reportAction(context, {
      message: `Pressed ${args.button}.`,
      before,
      projection: projectionOf(args),
      interaction: { toolName: "pressButton", args: { button: args.button } },
    });
  },
});
