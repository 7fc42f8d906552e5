import { z } from "zod";
import type { Screen } from "../android/screen/types.ts";
import { lastScreen, look, projectionOf, projectionShape, reportAction, run } from "./action.ts";
import { defineTool } from "./define.ts";

const SETTLE_ATTEMPTS = 8;
const SETTLE_POLL_MS = 200;

/** Turns the screen. */
export const rotate = defineTool({
  name: "rotate",
  description:
    "Turn the screen to portrait or landscape. The orientation stays locked unless lockOrientation is false.",
  input: z.strictObject({
    orientation: z.enum(["portrait", "landscape"]),
    lockOrientation: z.boolean().optional().describe("Keep it there. Default true"),
    ...projectionShape,
  }),
  deviceAware: true,
  enabledByDefault: true,
  async run(args, context) {
    const before = lastScreen(context);
    const landscape = args.orientation === "landscape";
    await run(context, "settings put system accelerometer_rotation 0");
    await run(context, `settings put system user_rotation ${landscape ? 1 : 0}`);
    let turned = false;
    let seen: Screen | null = null;
    for (let attempt = 0; attempt < SETTLE_ATTEMPTS && !turned; attempt++) {
      if (attempt > 0) await Bun.sleep(SETTLE_POLL_MS);
      seen = await look(context);
      const { rotation, size } = seen;
      turned =
        rotation === null ? size.width > size.height === landscape : (rotation % 2 === 1) === landscape;
    }
    if (args.lockOrientation === false) await run(context, "settings put system accelerometer_rotation 1");
    return reportAction(context, {
      message: turned
        ? `The screen is in ${args.orientation}.`
        : `The screen did not turn to ${args.orientation}: the app in front may keep its own orientation.`,
      before,
      after: args.lockOrientation === false ? null : seen,
      projection: projectionOf(args),
      extra: { orientation: args.orientation, ...(turned ? {} : { success: false }) },
    });
  },
});
