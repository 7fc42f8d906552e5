import { z } from "zod";
import { combinationCommand, KEY_CODES, type KeyName, keyCommand } from "../android/input/keys.ts";
import type { Screen } from "../android/screen/types.ts";
import { look, projectionOf, projectionShape, reportAction, run } from "./action.ts";
import { defineTool } from "./define.ts";
import { failed } from "./result.ts";
import { selectorSchema } from "./selector.ts";
import type { ToolContext, ToolResult } from "./types.ts";
import { clearField, focusedField, focusField, typeText } from "./typing.ts";

const MODIFIERS = { shift: 59, ctrl: 113, alt: 57, meta: 117 } as const;
const KEY_NAMES = Object.keys(KEY_CODES) as [KeyName, ...KeyName[]];

const command = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("type"),
    text: z.string().min(1).max(10_000),
    operation: z.enum(["insert", "replace"]).optional().describe("replace empties the field first"),
    mode: z
      .enum(["a11y", "eventLast", "eventAll", "eventOnly"])
      .optional()
      .describe("Accepted, without effect"),
  }),
  z.strictObject({
    action: z.literal("key"),
    key: z
      .string()
      .min(1)
      .max(20)
      .describe(`A letter, a digit, or one of ${KEY_NAMES.join(", ")}`),
    modifiers: z
      .array(z.enum(["shift", "ctrl", "alt", "meta"]))
      .max(4)
      .optional(),
  }),
  z.strictObject({ action: z.literal("clear") }),
]);

/** Types, presses keys and clears, in one call. */
export const sendKeys = defineTool({
  name: "sendKeys",
  description:
    "Send a row of keyboard commands to the focused field (or the one selector names): type text, press keys such as enter, tab or backspace with modifiers, clear the field.",
  input: z.strictObject({
    commands: z.array(command).min(1).max(100),
    selector: selectorSchema.optional(),
    ...projectionShape,
  }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    let before: Screen;
    // A key needs no field (tab leads to one); text without a field would be lost without a word.
    if (args.selector || args.commands[0]!.action !== "key") {
      const field = await focusField(context, args.selector);
      if (!field.ok) return field.result;
      before = field.screen;
    } else before = await look(context);
    for (const [index, item] of args.commands.entries()) {
      context.progress(index, args.commands.length, item.action);
      const refusal = await perform(context, item);
      if (refusal && !refusal.ok) {
        const done = index > 0 ? " The commands before it were carried out." : "";
        const message = `Command ${index + 1} of ${args.commands.length}: ${refusal.message}${done}`;
        return { ...refusal, message };
      }
    }
    const count = args.commands.length;
    return reportAction(context, {
      message: `Sent ${count} command${count === 1 ? "" : "s"}.`,
      before,
      projection: projectionOf(args),
      interaction: { toolName: "sendKeys", args: { commands: args.commands } },
    });
  },
});

async function perform(context: ToolContext, item: z.infer<typeof command>): Promise<ToolResult | null> {
  if (item.action === "key") {
    const code = keyCode(item.key);
    if (code === null)
      return failed(
        `there is no key ${JSON.stringify(item.key)}; use ${KEY_NAMES.join(", ")}, a letter or a digit.`,
      );
    const held = (item.modifiers ?? []).map((name) => MODIFIERS[name]);
    await run(context, held.length > 0 ? combinationCommand([...held, code]) : keyCommand(code));
    return null;
  }
  if (item.action === "clear" || item.operation === "replace") {
    const field = focusedField(await look(context));
    if (!field) return failed("no text field has the focus; tapOn one, or pass selector.");
    await clearField(context, field);
  }
  return item.action === "type" ? typeText(context, item.text) : null;
}

/** KEYCODE_0 is 7 and KEYCODE_A is 29, each followed by its neighbours. */
function keyCode(key: string): number | null {
  const name = key.toLowerCase();
  if (Object.hasOwn(KEY_CODES, name)) return KEY_CODES[name as KeyName];
  if (/^[0-9]$/.test(name)) return 7 + Number(name);
  if (/^[a-z]$/.test(name)) return 29 + name.charCodeAt(0) - 97;
  return null;
}
