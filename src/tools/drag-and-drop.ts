import { z } from "zod";
import { dragCommand } from "../android/input/gestures.ts";
import { describeSelector } from "../android/screen/select.ts";
import { look, projectionOf, projectionShape, reportAction, run } from "./action.ts";
import { defineTool } from "./define.ts";
import { choose, simpleSelectorSchema } from "./selector.ts";

/** Drags one element onto another. */
export const dragAndDrop = defineTool({
  name: "dragAndDrop",
  description: "Long-press one element, drag it onto another and let go.",
  input: z.strictObject({
    source: simpleSelectorSchema.describe("What to drag: {elementId} or {text}"),
    target: simpleSelectorSchema.describe("Where to drop it: {elementId} or {text}"),
    pressDurationMs: z
      .number()
      .int()
      .min(600)
      .max(3000)
      .optional()
      .describe("Accepted; the device's own long press counts"),
    dragDurationMs: z.number().int().min(300).max(1000).optional().describe("Default 600"),
    holdDurationMs: z.number().int().min(100).max(3000).optional().describe("Added to the drag"),
    ...projectionShape,
  }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const before = await look(context);
    const source = choose(before, args.source);
    if (!source.ok) return source.result;
    const target = choose(before, args.target);
    if (!target.ok) return target.result;
    const duration = (args.dragDurationMs ?? 600) + (args.holdDurationMs ?? 0);
    await run(context, dragCommand(source.point, target.point, duration));
    return reportAction(context, {
      message: `Dragged ${describeSelector(args.source)} to ${describeSelector(args.target)}.`,
      before,
      projection: projectionOf(args),
      interaction: { toolName: "dragAndDrop", args: { source: args.source, target: args.target } },
    });
  },
});
