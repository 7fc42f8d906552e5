import type { AppDefinition } from "../ui/kit/app.ts";
import { launcher } from "./launcher/app.ts";
import { playground } from "./playground/app.ts";
import { settings } from "./settings/app.ts";

/** The apps that are built into the device. */
export function deviceApps(): AppDefinition[] {
  return [launcher, playground, settings];
}
