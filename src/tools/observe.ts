import { z } from "zod";
import { look, projectionOf, projectionShape } from "./action.ts";
import { defineTool } from "./define.ts";
import { summarize } from "./observation.ts";
import { addScreenshot } from "./screenshot.ts";
import { waitForSchema, waitForScreen } from "./wait-for.ts";

/** Looks at the screen, once or until something holds. */
export const observe = defineTool({
  name: "observe",
  description:
    "Look at the device's screen. Returns skeleton (rows that can be acted on, with affordances) and context (other visible text). " +
    "A row's elementId or label goes straight into tapOn's selector; pass its index too when it has one; beside is the text on the line of an element that has no label. " +
    "waitFor waits until an element appears, disappears, has a text, or the screen stops changing.",
  input: z.strictObject({
    waitFor: waitForSchema.optional(),
    includeScreenshotImage: z.boolean().optional().describe("Also return a PNG of the screen"),
    ...projectionShape,
  }),
  deviceAware: true,
  enabledByDefault: true,
  readOnly: true,
  async run(args, context) {
    const waited = args.waitFor ? await waitForScreen(context, args.waitFor) : null;
    const screen = waited?.screen ?? (await look(context));
    // Whether the wait was in vain stands before a screen that may be long.
    const value = { ...waited?.outcome, ...summarize(screen, context.serial, projectionOf(args)) };
    return addScreenshot(context, { ok: true, value }, args.includeScreenshotImage === true);
  },
});
