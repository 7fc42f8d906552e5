import leven from "leven";
import { ask } from "./action.ts";
import type { ToolContext } from "./types.ts";

/** Packages of a user, sorted; `thirdParty` leaves out what came with the system. */
export async function listPackages(
  context: ToolContext,
  options: { thirdParty?: boolean; user?: number } = {},
): Promise<string[]> {
  const user = options.user ?? (await currentUser(context));
  const filter = options.thirdParty ? " -3" : "";
  // Without --user the command dies on phones with a work profile.
  const lines = (await ask(context, `pm list packages${filter} --user ${user}`)).split("\n");
  return lines.flatMap((line) => /^package:(?:.*=)?([\w.]+)\s*$/.exec(line.trim())?.[1] ?? []).sort();
}

/** Null when the current user has the app, else a sentence that says it is missing and names the most similar ones. */
export async function whyNotInstalled(context: ToolContext, appId: string): Promise<string | null> {
  const user = await currentUser(context);
  if ((await ask(context, `pm path --user ${user} ${appId}`)).includes("package:")) return null;
  const near = (await listPackages(context, { user }))
    .map((name) => ({ name, distance: leven(name, appId) / Math.max(name.length, appId.length) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3);
  const who = user === 0 ? "" : ` for the current user ${user}`;
  const nearest = near.length > 0 ? ` Nearest: ${near.map(({ name }) => name).join(", ")}.` : "";
  return `${appId} is not installed${who}.${nearest}`;
}

/** The user in the foreground; 0 where the device does not say. */
export async function currentUser(context: ToolContext): Promise<number> {
  const text = await ask(context, "am get-current-user");
  return /^\d+$/.test(text) ? Number(text) : 0;
}
