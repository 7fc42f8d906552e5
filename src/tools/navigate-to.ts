import { closestMatch } from "leven";
import { z } from "zod";
import { findRoute } from "../navigation/route.ts";
import { lastScreen, look, projectionOf, projectionShape } from "./action.ts";
import { defineTool } from "./define.ts";
import { summarize } from "./observation.ts";
import { failed } from "./result.ts";

const STEP_WAIT_ATTEMPTS = 5;
const STEP_POLL_MS = 200;

/** Walks a known way to a screen. */
export const navigateTo = defineTool({
  name: "navigateTo",
  description:
    "Go to a screen of the app by a way that was learned before (see getNavigationGraph for names). Stops and says where, when a step leads elsewhere.",
  input: z.strictObject({
    targetScreen: z.string().min(1).max(200).describe("Name of a screen in the navigation graph"),
    ...projectionShape,
  }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const { targetScreen } = args;
    const start = await look(context);
    const { navigation } = context.services;
    const edges = navigation.edges();
    const known = [...new Set(navigation.nodes().map((node) => node.screenName))];
    if (!known.includes(targetScreen)) {
      const near = closestMatch(targetScreen, known, { maxDistance: Math.ceil(targetScreen.length / 2) });
      const hint = near
        ? `Did you mean ${near}?`
        : "getNavigationGraph lists those that are; openLink or tapOn may lead there.";
      return failed(`No screen ${JSON.stringify(targetScreen)} is known. ${hint}`);
    }
    const route = findRoute(edges, start.identity.name, targetScreen);
    if (!route)
      return failed(
        `No way from ${start.identity.name} to ${targetScreen} is known yet: go there once by hand.`,
      );
    const path = [start.identity.name];
    for (const [index, edge] of route.entries()) {
      context.progress(index, route.length, `going to ${edge.to}`);
      context.signal.throwIfAborted();
      const { toolName } = edge.interaction;
      const result = await context.services.invoke(toolName, edge.interaction.args, context);
      if (!result.ok)
        return { ...result, message: `Stuck on ${path.at(-1)}, on the way to ${edge.to}: ${result.message}` };
      let at = lastScreen(context)?.identity.name;
      for (let attempt = 0; at !== edge.to && attempt < STEP_WAIT_ATTEMPTS; attempt++) {
        await Bun.sleep(STEP_POLL_MS);
        at = (await look(context)).identity.name;
      }
      path.push(at ?? "unknown");
      if (at !== edge.to)
        return failed(`${toolName} led to ${at} instead of ${edge.to}; the way was ${path.join(" > ")}.`);
    }
    const screen = lastScreen(context) ?? start;
    return {
      ok: true,
      value: {
        message:
          route.length === 0
            ? `Already on ${targetScreen}.`
            : `Went to ${targetScreen} in ${route.length} step${route.length === 1 ? "" : "s"}.`,
        success: true,
        path,
        observation: summarize(screen, context.serial, projectionOf(args)),
      },
    };
  },
});
