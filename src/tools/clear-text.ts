import { z } from "zod";
import { projectionOf, projectionShape, reportAction } from "./action.ts";
import { defineTool } from "./define.ts";
import { selectorSchema } from "./selector.ts";
import { clearField, focusField } from "./typing.ts";

/** Empties a field. */
export const clearText = defineTool({
  name: "clearText",
  description:
    "Delete everything in a text field: the one that has the focus, or the one that selector names.",
  input: z.strictObject({ selector: selectorSchema.optional(), ...projectionShape }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const field = await focusField(context, args.selector);
    if (!field.ok) return field.result;
    await clearField(context, field.field);
    return reportAction(context, {
      message: "Cleared the field.",
      before: field.screen,
      projection: projectionOf(args),
    });
  },
});
