import { z } from "zod";
import { appIdSchema } from "./app-id.ts";
import { defineTool } from "./define.ts";

/** Shows what is known of an app's screens. */
export const getNavigationGraph = defineTool({
  name: "getNavigationGraph",
  description:
    "Show the screens seen so far and the actions that led from one to another, learned from what was done on the device.",
  input: z.strictObject({ appId: appIdSchema.optional() }),
  deviceAware: true,
  enabledByDefault: true,
  readOnly: true,
  async run(args, context) {
    const nodes = context.services.navigation.nodes(args.appId);
    const edges = context.services.navigation.edges(args.appId);
    const current = context.session.screens.get(context.serial);
    return {
      ok: true,
      value: {
        message: `${nodes.length} screens, ${edges.length} ways between them.`,
        currentScreen: current?.identity.name ?? null,
        nodes,
        edges,
      },
    };
  },
});
