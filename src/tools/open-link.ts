import { z } from "zod";
import { shellQuote } from "../android/shell-quote.ts";
import { lastScreen, projectionOf, projectionShape, reportAction } from "./action.ts";
import { startActivity } from "./activity-start.ts";
import { defineTool } from "./define.ts";
import { failed } from "./result.ts";
import { waitForSchema, waitForScreen } from "./wait-for.ts";

const MAX_URL_CHARACTERS = 4096;

/** Opens a link with the app that answers to it. */
export const openLink = defineTool({
  name: "openLink",
  description:
    "Open a deep link or web address with the app that handles it, and report the screen it leads to. The link reaches a screen directly, without the taps in between.",
  input: z.strictObject({
    url: z.string().min(1).max(MAX_URL_CHARACTERS).describe("A full URI, e.g. myapp://host/path"),
    waitFor: waitForSchema.optional(),
    ...projectionShape,
  }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    if (!/^[a-z][a-z0-9+.-]*:/i.test(args.url))
      return failed("url is no URI: it must begin with a scheme such as https:");
    const before = lastScreen(context);
    const started = await startActivity(context, `-a android.intent.action.VIEW -d ${shellQuote(args.url)}`);
    if (!started.ok) {
      const message = started.unresolved
        ? `No app on the device opens ${args.url}. Check its scheme and path, or start the app with launchApp.`
        : started.message;
      return failed(message);
    }
    const waited = args.waitFor ? await waitForScreen(context, args.waitFor) : null;
    return reportAction(context, {
      message: [`Opened ${args.url}.`, waited?.outcome.timeoutReason].filter(Boolean).join(" "),
      before,
      after: waited?.screen ?? null,
      projection: projectionOf(args),
      interaction: { toolName: "openLink", args: { url: args.url } },
      extra: { activity: started.activity, ...waited?.outcome },
      warnings: started.warnings,
    });
  },
});
