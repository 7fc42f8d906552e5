import { z } from "zod";
import { lastScreen, projectionOf, projectionShape, reportAction, run } from "./action.ts";
import { appIdSchema } from "./app-id.ts";
import { defineTool } from "./define.ts";
import { whyNotInstalled } from "./packages.ts";
import { pidOf } from "./processes.ts";
import { failed } from "./result.ts";

/** Ends an app. */
export const terminateApp = defineTool({
  name: "terminateApp",
  description: "End a running app (force-stop). Its stored data stays.",
  input: z.strictObject({ appId: appIdSchema, ...projectionShape }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const { appId } = args;
    const missing = await whyNotInstalled(context, appId);
    if (missing) return failed(missing);
    const before = lastScreen(context);
    const wasRunning = (await pidOf(context, appId)) !== null;
    await run(context, `am force-stop ${appId}`);
    return reportAction(context, {
      message: wasRunning ? `Ended ${appId}.` : `${appId} was not running.`,
      before,
      projection: projectionOf(args),
      extra: { packageName: appId, wasRunning },
    });
  },
});
