import { z } from "zod";
import { ScreenError } from "../android/screen/capture.ts";
import { parseFocus } from "../android/screen/focus.ts";
import type { Screen } from "../android/screen/types.ts";
import { ask, lastScreen, look, projectionOf, projectionShape, reportAction, run } from "./action.ts";
import { startActivity } from "./activity-start.ts";
import { appIdSchema } from "./app-id.ts";
import { defineTool } from "./define.ts";
import { currentUser, whyNotInstalled } from "./packages.ts";
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
    const missing = await whyNotInstalled(context, appId);
    if (missing) return failed(missing);
    if (args.coldBoot || args.clearAppData) await run(context, `am force-stop ${appId}`);
    if (args.clearAppData) {
      const refusal = await clearData(context, appId);
      if (refusal) return failed(refusal);
    }
    const component = await launcherActivity(context, appId);
    if (!component) return failed(`${appId} has no launcher activity: it cannot be started by itself.`);
    const wasRunning = (await pidOf(context, appId)) !== null;
    const intent = `-a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n ${component}`;
    const started = await startActivity(context, intent);
    if (!started.ok) return failed(started.message);
    const front = await waitUntilInFront(context, appId);
    const { verified, observed, screen } = front;
    const unseen = observed === null ? ["Whether the app is in front could not be seen."] : [];
    return reportAction(context, {
      message:
        verified || observed === null
          ? `Launched ${appId}.`
          : `Started ${appId}, but ${observed} is in front: what it shows has to be dealt with first.`,
      before,
      after: screen,
      projection: projectionOf(args),
      interaction: { toolName: "launchApp", args: { appId } },
      extra: {
        packageName: appId,
        pid: await pidOf(context, appId),
        alreadyForeground: wasRunning && before?.packageName === appId,
        ...(observed === null ? {} : { verified, observedAppId: observed }),
        ...(verified || observed === null
          ? {}
          : { success: false, verifyFailureReason: `${observed} is in front` }),
      },
      warnings: [...started.warnings.filter((warning) => !warning.includes("link")), ...unseen],
    });
  },
});

/** Wipes the app's data; the device's refusal with what to do about it, or null. */
async function clearData(context: ToolContext, appId: string): Promise<string | null> {
  const user = await currentUser(context);
  const { stdout, stderr } = await context.adb.shell(context.serial, `pm clear --user ${user} ${appId}`, {
    signal: context.signal,
  });
  const said = new TextDecoder().decode(Buffer.concat([stdout, Buffer.from("\n"), stderr])).trim();
  if (/^Success$/m.test(said)) return null;
  const remedy = /CLEAR_APP_USER_DATA/.test(said)
    ? " Switch on USB debugging (Security settings) in its developer options."
    : /forbidden/.test(said)
      ? " Switch on Disable permission monitoring in its developer options."
      : "";
  return `The device would not clear ${appId}: ${said.split("\n")[0]?.slice(0, 200) || "it gave no reason"}.${remedy}`;
}

/** `package/activity`, quoted as the package manager prints it (`$` of inner classes escaped). */
async function launcherActivity(context: ToolContext, appId: string): Promise<string | null> {
  const command = `cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER ${appId}`;
  const line = (await ask(context, command)).split("\n").at(-1)?.trim() ?? "";
  const parts = /^([\w.]+)\/([\w.$]+)$/.exec(line);
  return parts?.[1] === appId ? `'${line}'` : null;
}

interface Front {
  verified: boolean;
  /** Null when neither the screen nor the window manager told what is in front. */
  observed: string | null;
  screen: Screen | null;
}

async function waitUntilInFront(context: ToolContext, appId: string): Promise<Front> {
  const deadline = performance.now() + VERIFY_MS;
  for (;;) {
    const { observed, screen } = await inFront(context);
    const verified = observed === appId;
    if (verified || performance.now() > deadline) return { verified, observed, screen };
    await Bun.sleep(VERIFY_POLL_MS);
    context.signal.throwIfAborted();
  }
}

/** Package of the active window; where the screen cannot be read, of the window that has the focus. */
async function inFront(context: ToolContext): Promise<Omit<Front, "verified">> {
  try {
    const screen = await look(context);
    return { observed: screen.packageName, screen };
  } catch (error) {
    if (!(error instanceof ScreenError)) throw error;
    const focus = parseFocus(await ask(context, "dumpsys window displays"));
    return { observed: focus?.packageName ?? null, screen: null };
  }
}
