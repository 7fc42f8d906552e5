import { z } from "zod";
import { tapCommand } from "../android/input/gestures.ts";
import { keyCommand } from "../android/input/keys.ts";
import { centerOf } from "../android/screen/node.ts";
import { look, run } from "./action.ts";
import { defineTool } from "./define.ts";
import { failed } from "./result.ts";
import { focusedField, isKeyboardShown } from "./typing.ts";

/** Opens, closes or looks for the on-screen keyboard. */
export const keyboard = defineTool({
  name: "keyboard",
  description:
    "Open or close the on-screen keyboard, or detect whether it is shown. open needs a field that has the focus.",
  input: z.strictObject({ action: z.enum(["open", "close", "detect"]) }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const shown = await isKeyboardShown(context);
    if (args.action === "detect") {
      return { ok: true, value: { message: `The keyboard is ${shown ? "shown" : "hidden"}.`, open: shown } };
    }
    const wanted = args.action === "open";
    if (shown === wanted) {
      return {
        ok: true,
        value: {
          message: `The keyboard is ${wanted ? "open" : "closed"} already.`,
          success: true,
          open: shown,
        },
      };
    }
    if (wanted) {
      const screen = await look(context);
      const field = focusedField(screen);
      const point = field && centerOf(field.bounds, screen.size);
      if (!point) return failed("No text field has the focus: tapOn one first.");
      await run(context, tapCommand(point));
    } else await run(context, keyCommand("back"));
    const open = await isKeyboardShown(context);
    if (open !== wanted) return failed(`The keyboard did not ${args.action}.`);
    return {
      ok: true,
      value: { message: `The keyboard is ${open ? "open" : "closed"} now.`, success: true, open },
    };
  },
});
