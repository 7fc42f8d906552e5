import type { Screen } from "./types.ts";

/**
 * The focused window in `dumpsys window displays`. Several displays each print a line and some say null; the default
 * display's is the last one that names a window.
 */
export function parseFocus(text: string): Screen["focus"] {
  let found: Screen["focus"] = null;
  for (const line of text.matchAll(/m(?:CurrentFocus|FocusedApp)=.*?\{[^\n}]*? u\d+ ([^\s}]+)/g)) {
    const [packageName, activity] = line[1]!.split("/");
    if (activity === undefined) continue;
    found = { packageName: packageName!, activity: qualify(packageName!, activity) };
  }
  return found;
}

function qualify(packageName: string, activity: string): string {
  return activity.startsWith(".") ? packageName + activity : activity;
}
