import type { ToolContext } from "./types.ts";

/** The app's process id; null when it has none. `appId` must be a checked package name. */
export async function pidOf(context: ToolContext, appId: string): Promise<number | null> {
  const { stdout } = await context.adb.shell(context.serial, `pidof ${appId}`, { signal: context.signal });
  const first = /\d+/.exec(new TextDecoder().decode(stdout))?.[0];
  return first === undefined ? null : Number(first);
}
