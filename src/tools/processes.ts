import { ask } from "./action.ts";
import type { ToolContext } from "./types.ts";

/** The app's process id; null when it has none. `appId` must be a checked package name. */
export async function pidOf(context: ToolContext, appId: string): Promise<number | null> {
  const first = /\d+/.exec(await ask(context, `pidof ${appId}`))?.[0];
  return first === undefined ? null : Number(first);
}
