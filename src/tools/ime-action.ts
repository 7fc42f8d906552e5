import { z } from "zod";
import { lastScreen, projectionOf, projectionShape, reportAction, run } from "./action.ts";
import { defineTool } from "./define.ts";
import { imeActionCommand, imeActionSchema } from "./ime.ts";
import { focusedField } from "./typing.ts";

/** Presses the keyboard's action key. */
export const imeAction = defineTool({
  name: "imeAction",
  description:
    "Press the keyboard's action key for the focused field: done, next, search, send, go or previous.",
  input: z.strictObject({ action: imeActionSchema, ...projectionShape }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const before = lastScreen(context);
    const warnings =
      before && !focusedField(before) ? ["No text field had the focus when the screen was last seen."] : [];
    await run(context, imeActionCommand(args.action));
    return reportAction(context, {
      message: `Pressed ${args.action}.`,
      before,
      projection: projectionOf(args),
      warnings,
      interaction: { toolName: "imeAction", args: { action: args.action } },
    });
  },
});
