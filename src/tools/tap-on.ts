import { z } from "zod";
import { doubleTapCommand, longPressCommand, tapCommand } from "../android/input/gestures.ts";
import { isTouchable, labelWithin, ownLabel } from "../android/screen/node.ts";
import { describeSelector } from "../android/screen/select.ts";
import { quoteText } from "../android/screen/text.ts";
import type { Screen } from "../android/screen/types.ts";
import { look, projectionOf, projectionShape, reportAction, run } from "./action.ts";
import { defineTool } from "./define.ts";
import { type Choice, choose, containerSchema, selectedElement, selectorSchema } from "./selector.ts";

const DEFAULT_PRESS_MS = 1000;
const DEFAULT_SEARCH_MS = 500;
const SEARCH_POLL_MS = 100;
const VERBS = { tap: "Tapped", doubleTap: "Double-tapped", longPress: "Long-pressed", focus: "Focused" };

/** Touches one element. */
export const tapOn = defineTool({
  name: "tapOn",
  description:
    "Tap one element of the screen, named by its elementId, testTag, text or textAny. Reports what changed on the screen, so no observe is needed afterwards. " +
    "When several elements match, the answer lists them with indexes: call again with index. When none matches, it names the nearest ones.",
  input: z.strictObject({
    selector: selectorSchema,
    action: z.enum(["tap", "doubleTap", "longPress", "focus"]).optional().describe("Default tap"),
    index: z.number().int().min(0).optional().describe("Which of several matching elements, from 0"),
    selectionStrategy: z
      .enum(["first", "random"])
      .optional()
      .describe("Take the first or any of several matches instead of asking"),
    container: containerSchema,
    duration: z
      .number()
      .int()
      .min(0)
      .max(30_000)
      .optional()
      .describe("Milliseconds of a longPress; default 1000"),
    searchUntil: z
      .strictObject({ duration: z.number().int().min(100).max(12_000).optional() })
      .optional()
      .describe("How long to look for the element; default 500 ms"),
    ...projectionShape,
  }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const selector = { ...args.selector, container: args.container };
    const options = { index: args.index, strategy: args.selectionStrategy, takesIndex: true };
    const deadline = performance.now() + (args.searchUntil?.duration ?? DEFAULT_SEARCH_MS);
    let screen = await look(context);
    let choice = choose(screen, selector, options);
    while (!choice.ok && choice.missing && performance.now() < deadline) {
      await Bun.sleep(SEARCH_POLL_MS);
      context.signal.throwIfAborted();
      screen = await look(context);
      choice = choose(screen, selector, options);
    }
    if (!choice.ok) return choice.result;
    const action = args.action ?? "tap";
    await run(context, commandFor(action, choice, args.duration ?? DEFAULT_PRESS_MS));
    const interaction = { toolName: "tapOn", args: { selector: args.selector, action, ...optional(args) } };
    return reportAction(context, {
      message: `${VERBS[action]} ${nameOf(screen, choice, describeSelector(args.selector))}.`,
      before: screen,
      projection: projectionOf(args),
      interaction,
      extra: { selectedElement: selectedElement(screen, choice) },
      warnings: warningsFor(screen, choice),
    });
  },
});

function commandFor(
  action: "tap" | "doubleTap" | "longPress" | "focus",
  choice: Choice,
  durationMs: number,
): string {
  if (action === "doubleTap") return doubleTapCommand(choice.point);
  return action === "longPress" ? longPressCommand(choice.point, durationMs) : tapCommand(choice.point);
}

function optional(args: { index?: number | undefined; container?: object | undefined }) {
  return {
    ...(args.index === undefined ? {} : { index: args.index }),
    ...(args.container === undefined ? {} : { container: args.container }),
  };
}

function nameOf(screen: Screen, choice: Choice, fallback: string): string {
  const label =
    ownLabel(screen.nodes[choice.match.position]!) || labelWithin(screen.nodes, choice.match.target);
  return label ? quoteText(label) : fallback;
}

function warningsFor(screen: Screen, choice: Choice): string[] {
  const target = screen.nodes[choice.match.target]!;
  if (!target.enabled) return ["The element is disabled: it may ignore touches."];
  if (!isTouchable(target)) {
    const beside = controlsBeside(screen, choice.match.target);
    const hint = beside.length > 0 ? ` Beside it is ${beside.join(" and ")}.` : "";
    return [`The element is plain text that answers to no touch.${hint}`];
  }
  return [];
}

/** What can be touched in the smallest box around a text that holds such a thing: the switch beside its label, say. */
function controlsBeside({ nodes }: Screen, position: number): string[] {
  for (let box = nodes[position]!.parent, up = 0; box >= 0 && up < 3; box = nodes[box]!.parent, up++) {
    const found: string[] = [];
    for (let at = box + 1; at < nodes.length && nodes[at]!.depth > nodes[box]!.depth; at++) {
      const node = nodes[at]!;
      if (!isTouchable(node)) continue;
      const label = labelWithin(nodes, at);
      found.push(node.resourceId ? `elementId ${JSON.stringify(node.resourceId)}` : quoteText(label));
    }
    if (found.length > 0) return found.slice(0, 2);
  }
  return [];
}
