import leven from "leven";
import type { ToolContext } from "./types.ts";

/** Packages of the current user, sorted; `thirdParty` leaves out what came with the system. */
export async function listPackages(
  context: ToolContext,
  options: { thirdParty?: boolean } = {},
): Promise<string[]> {
  const user = await currentUser(context);
  const filter = options.thirdParty ? " -3" : "";
  // Without --user the command dies on phones with a work profile.
  const { stdout } = await context.adb.shell(context.serial, `pm list packages${filter} --user ${user}`, {
    signal: context.signal,
  });
  const lines = new TextDecoder().decode(stdout).split("\n");
  return lines.flatMap((line) => /^package:(?:.*=)?([\w.]+)\s*$/.exec(line.trim())?.[1] ?? []).sort();
}

/** Whether the current user has the app. `appId` must be a checked package name. */
export async function isInstalled(context: ToolContext, appId: string): Promise<boolean> {
  const user = await currentUser(context);
  const { stdout } = await context.adb.shell(context.serial, `pm path --user ${user} ${appId}`, {
    signal: context.signal,
  });
  return new TextDecoder().decode(stdout).includes("package:");
}

/** A sentence that names the installed apps whose names are most like this one. */
export async function nearestApps(context: ToolContext, appId: string): Promise<string> {
  const all = await listPackages(context);
  const near = all
    .map((name) => ({ name, distance: leven(name, appId) / Math.max(name.length, appId.length) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3);
  return near.length > 0 ? ` Nearest: ${near.map(({ name }) => name).join(", ")}.` : "";
}

async function currentUser(context: ToolContext): Promise<number> {
  const { stdout } = await context.adb.shell(context.serial, "am get-current-user", {
    signal: context.signal,
  });
  const text = new TextDecoder().decode(stdout).trim();
  return /^\d+$/.test(text) ? Number(text) : 0;
}
