import { z } from "zod";
import type { Bounds } from "../android/hierarchy/types.ts";
import { type Direction, fingerDirection, swipeCommand, swipePath } from "../android/input/gestures.ts";
import { isSameScreen } from "../android/screen/diff.ts";
import { hasArea } from "../android/screen/node.ts";
import { describeSelector, findMatches, type Selector } from "../android/screen/select.ts";
import type { Screen } from "../android/screen/types.ts";
import { look, projectionOf, projectionShape, reportAction, run } from "./action.ts";
import { defineTool } from "./define.ts";
import { failed } from "./result.ts";
import { choose, miss, simpleSelectorSchema } from "./selector.ts";
import type { ToolContext, ToolResult } from "./types.ts";

const DURATION_MS = { slow: 900, normal: 400, fast: 120 };
const MAX_SWIPES = 30;

/** Swipes or scrolls, until something is found when asked to. */
export const swipeOn = defineTool({
  name: "swipeOn",
  description:
    "Scroll or swipe. By default direction is where the content should go on: down shows what is further down. With lookFor it scrolls until that element is on the screen, or says that the end was reached.",
  input: z.strictObject({
    direction: z.enum(["up", "down", "left", "right"]),
    gestureType: z
      .enum(["scrollTowardsDirection", "swipeFingerTowardsDirection"])
      .optional()
      .describe(
        "scrollTowardsDirection (default): direction of the content. swipeFingerTowardsDirection: of the finger",
      ),
    container: simpleSelectorSchema.optional().describe("Swipe inside this element: {elementId} or {text}"),
    lookFor: simpleSelectorSchema
      .optional()
      .describe("Scroll until this element is shown: {elementId} or {text}"),
    autoTarget: z
      .boolean()
      .optional()
      .describe("Without container, swipe in the largest scrollable element. Default true"),
    includeSystemInsets: z.boolean().optional().describe("Accepted; swipes keep away from the edges"),
    speed: z.enum(["slow", "normal", "fast"]).optional(),
    ...projectionShape,
  }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const before = await look(context);
    const area = swipeArea(before, args.container, args.autoTarget !== false);
    if (!area.ok) return area.result;
    const gesture = args.gestureType ?? "scrollTowardsDirection";
    const { from, to } = swipePath(area.bounds, fingerDirection(args.direction, gesture));
    // A slow finger when looking for something: a fling would carry it past.
    const duration = DURATION_MS[args.speed ?? (args.lookFor ? "slow" : "normal")];
    const command = swipeCommand(from, to, duration);
    if (args.lookFor) return search(context, before, args.lookFor, command, args);
    await run(context, command);
    const verb = gesture === "scrollTowardsDirection" ? "Scrolled" : "Swiped";
    return reportAction(context, {
      message: `${verb} ${args.direction}.`,
      before,
      unchanged: "The end was there already, or nothing here scrolls.",
      projection: projectionOf(args),
      interaction: { toolName: "swipeOn", args: { direction: args.direction, gestureType: gesture } },
    });
  },
});

async function search(
  context: ToolContext,
  before: Screen,
  wanted: Selector,
  command: string,
  args: Parameters<typeof projectionOf>[0] & { direction: Direction },
): Promise<ToolResult> {
  let screen = before;
  for (let swipes = 0; ; swipes++) {
    const found = findMatches(screen, wanted).length;
    if (found > 0) {
      return reportAction(context, {
        message: `${describeSelector(wanted)} is on the screen after ${swipes} swipe${swipes === 1 ? "" : "s"}.`,
        before,
        after: screen,
        projection: projectionOf(args),
        extra: { found: true, swipes, totalMatches: found },
      });
    }
    if (swipes === MAX_SWIPES) return notFound(screen, wanted, `${swipes} swipes did not reach it.`);
    context.progress(swipes, MAX_SWIPES, `looking for ${describeSelector(wanted)}`);
    context.signal.throwIfAborted();
    await run(context, command);
    const next = await look(context);
    if (isSameScreen(screen, next))
      return notFound(next, wanted, `The end was reached after ${swipes} swipes ${args.direction}.`);
    screen = next;
  }
}

function notFound(screen: Screen, wanted: Selector, why: string): ToolResult {
  const result = miss(screen, wanted);
  return result.ok ? result : { ...result, message: `${why} ${result.message}` };
}

function swipeArea(
  screen: Screen,
  container: Selector | undefined,
  auto: boolean,
): { ok: true; bounds: Bounds } | { ok: false; result: ToolResult } {
  const clip = ([left, top, right, bottom]: Bounds): Bounds => [
    Math.max(0, left),
    Math.max(0, top),
    Math.min(screen.size.width, right),
    Math.min(screen.size.height, bottom),
  ];
  if (container) {
    const choice = choose(screen, container, { strategy: "first" });
    if (!choice.ok) return choice;
    const bounds = screen.nodes[choice.match.position]!.bounds;
    return bounds
      ? { ok: true, bounds: clip(bounds) }
      : { ok: false, result: failed("The container has no bounds.") };
  }
  const scrollable = screen.nodes
    .flatMap(({ scrollable, bounds }) => (auto && scrollable && hasArea(bounds) ? [clip(bounds)] : []))
    .filter(hasArea)
    .sort((a, b) => area(b) - area(a))[0];
  return { ok: true, bounds: scrollable ?? [0, 0, screen.size.width, screen.size.height] };
}

function area([left, top, right, bottom]: Bounds): number {
  return (right - left) * (bottom - top);
}
