import { z } from "zod";
import { keyCommand } from "../android/input/keys.ts";
import { quoteText } from "../android/screen/text.ts";
import { lastScreen, projectionOf, projectionShape, reportAction, run } from "./action.ts";
import { defineTool } from "./define.ts";
import { imeActionCommand, imeActionSchema } from "./ime.ts";
import { selectorSchema } from "./selector.ts";
import { currentField, focusedField, focusField, isKeyboardShown, typeText } from "./typing.ts";

const MAX_CHARACTERS = 10_000;

/** Types into a field. */
export const inputText = defineTool({
  name: "inputText",
  description:
    "Type text into a field: the one that has the focus, or the one that selector names. Adds to what the field holds; clearText empties it. A line break presses Enter, which many fields take as send or next. Characters the device's keyboard cannot take are named and nothing is typed.",
  input: z.strictObject({
    text: z.string().min(1).max(MAX_CHARACTERS),
    selector: selectorSchema.optional(),
    mode: z
      .enum(["a11y", "eventLast", "eventAll", "eventOnly"])
      .optional()
      .describe("Accepted; this server always types with key events"),
    imeAction: imeActionSchema.optional().describe("The keyboard's action key to press afterwards"),
    dismissKeyboard: z.boolean().optional().describe("Close the keyboard afterwards"),
    ...projectionShape,
  }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const field = await (args.selector ? focusField(context, args.selector) : currentField(context));
    if (!field.ok) return field.result;
    const refusal = await typeText(context, args.text);
    if (refusal) return refusal;
    if (args.imeAction) await run(context, imeActionCommand(args.imeAction));
    if (args.dismissKeyboard && (await isKeyboardShown(context))) await run(context, keyCommand("back"));
    const result = await reportAction(context, {
      message: `Typed ${quoteText(args.text)}.`,
      before: field.screen,
      projection: projectionOf(args),
      interaction: { toolName: "inputText", args: { text: args.text, ...optional(args) } },
    });
    const after = lastScreen(context);
    const now = after && !args.imeAction ? focusedField(after) : null;
    if (result.ok && now && !now.password) {
      result.value.fieldText = now.text;
      if (!now.text.includes(args.text)) {
        const lines = /[\r\n]/.test(args.text)
          ? " Line breaks pressed Enter, which may have sent a part."
          : "";
        const warning = `The field does not hold the text as typed: read fieldText.${lines}`;
        result.value.warnings = [...((result.value.warnings as string[] | undefined) ?? []), warning];
      }
    }
    return result;
  },
});

function optional(args: { selector?: object | undefined; imeAction?: string | undefined }) {
  return {
    ...(args.selector ? { selector: args.selector } : {}),
    ...(args.imeAction ? { imeAction: args.imeAction } : {}),
  };
}
