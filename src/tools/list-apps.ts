import { z } from "zod";
import { defineTool } from "./define.ts";
import { listPackages } from "./packages.ts";

/** Lists installed apps. */
export const listApps = defineTool({
  name: "listApps",
  description: "List the package names of the installed apps; system apps only when asked for.",
  input: z.strictObject({
    includeSystem: z.boolean().optional().describe("Also apps that came with the system. Default false"),
    search: z.string().min(1).max(100).optional().describe("Only names that contain this"),
  }),
  deviceAware: true,
  enabledByDefault: true,
  readOnly: true,
  async run(args, context) {
    const all = await listPackages(context, { thirdParty: args.includeSystem !== true });
    const wanted = args.search?.toLowerCase();
    const apps = wanted === undefined ? all : all.filter((name) => name.toLowerCase().includes(wanted));
    const hint = args.includeSystem ? "" : " Apps of the system, Settings too, need includeSystem.";
    const message = `${apps.length} app${apps.length === 1 ? "" : "s"}.${hint}`;
    return { ok: true, value: { message, apps, count: apps.length } };
  },
});
