import { z } from "zod";
import { ScreenError } from "../android/screen/capture.ts";
import { lastScreen, look, projectionOf, projectionShape, reportAction, run } from "./action.ts";
import { startActivity } from "./activity-start.ts";
import { appIdSchema } from "./app-id.ts";
import { defineTool } from "./define.ts";
import { isInstalled, nearestApps } from "./packages.ts";
import { pidOf } from "./processes.ts";
import { failed } from "./result.ts";
import type { ToolContext } from "./types.ts";

const VERIFY_MS = 5000;
const VERIFY_POLL_MS = 200;

/** Starts an app and makes sure that it is in front. */
export const launchApp = defineTool({
  name: "launchApp",
  description:
    "Start an app by its package name and check that it came to the front (verified). coldBoot ends it first; clearAppData also wipes everything it has stored.",
  input: z.strictObject({
    appId: appIdSchema,
    clearAppData: z.boolean().optional().describe("Wipe the app's data first. Default false"),
    coldBoot: z.boolean().optional().describe("End the running app first. Default false"),
    ...projectionShape,
  }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const { appId } = args;
    const before = lastScreen(context);
    if (!(await isInstalled(context, appId))) {
      return failed(`${appId} is not installed.${await nearestApps(context, appId)}`);
    }
    if (args.coldBoot || args.clearAppData) await run(context, `am force-stop ${appId}`);
    if (args.clearAppData) {
      const said = await run(context, `pm clear ${appId}`);
      if (!/^Success$/m.test(said))
        return failed(`The device would not clear ${appId}: ${said.trim().slice(0, 200)}`);
    }
    const component = await launcherActivity(context, appId);
    if (!component) return failed(`${appId} has no launcher activity: it cannot be started by itself.`);
    const wasRunning = (await pidOf(context, appId)) !== null;
    const intent = `-a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n ${component}`;
    const started = await startActivity(context, intent);
    if (!started.ok) return failed(started.message);
    const front = await waitUntilInFront(context, appId);
    return reportAction(context, {
      message: front.verified ? `Launched ${appId}.` : `Started ${appId}, but it is not in front.`,
      before,
      projection: projectionOf(args),
      interaction: { toolName: "launchApp", args: { appId } },
      extra: {
        packageName: appId,
        pid: await pidOf(context, appId),
        alreadyForeground: wasRunning && before?.packageName === appId,
        verified: front.verified,
        observedAppId: front.observed,
        ...(front.verified ? {} : { success: false, verifyFailureReason: `${front.observed} is in front` }),
      },
      warnings: started.warnings.filter((warning) => !warning.includes("link")),
    });
  },
});

/** `package/activity`, quoted as the package manager prints it (`$` of inner classes escaped). */
async function launcherActivity(context: ToolContext, appId: string): Promise<string | null> {
  const command = `cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER ${appId}`;
  const { stdout } = await context.adb.shell(context.serial, command, { signal: context.signal });
  const line = new TextDecoder().decode(stdout).trim().split("\n").at(-1)?.trim() ?? "";
  const parts = /^([\w.]+)\/([\w.$]+)$/.exec(line);
  return parts?.[1] === appId ? `'${line}'` : null;
}

async function waitUntilInFront(
  context: ToolContext,
  appId: string,
): Promise<{ verified: boolean; observed: string | null }> {
  const deadline = performance.now() + VERIFY_MS;
  let observed: string | null = null;
  for (;;) {
    try {
      observed = (await look(context)).packageName;
      if (observed === appId) return { verified: true, observed };
    } catch (error) {
      if (!(error instanceof ScreenError)) throw error;
    }
    if (performance.now() > deadline) return { verified: false, observed };
    await Bun.sleep(VERIFY_POLL_MS);
    context.signal.throwIfAborted();
  }
}
