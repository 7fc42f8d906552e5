import type { Intent } from "../../system/types.ts";
import type { AppDefinition, Route } from "../../ui/kit/app.ts";
import { appInfo, apps } from "./app-info.ts";
import { display, fontSize } from "./display.ts";
import { language } from "./language.ts";
import { about, network } from "./network.ts";
import { root } from "./root.ts";

const PACKAGE = "com.android.settings";

const PAGES: Record<string, Route> = {
  "android.settings.SETTINGS": { screen: "root", args: {} },
  "android.settings.DISPLAY_SETTINGS": { screen: "display", args: {} },
  "android.settings.LOCALE_SETTINGS": { screen: "language", args: {} },
};

function pageOf({ action, data, component }: Intent): Route[] | null {
  if (action === "android.settings.APPLICATION_DETAILS_SETTINGS" && data?.startsWith("package:") === true) {
    return [{ screen: "appInfo", args: { packageName: data.slice("package:".length) } }];
  }
  if (component?.includes("DisplaySettings") === true) return [{ screen: "display", args: {} }];
  if (component?.includes("Language") === true) return [{ screen: "language", args: {} }];
  const page = PAGES[action ?? ""];
  return page === undefined ? null : [page];
}

/** The Settings app: what it changes takes effect on the device. */
export const settings: AppDefinition = {
  packageName: PACKAGE,
  label: "Settings",
  icon: { name: "settings", background: "#5f6368" },
  inLauncher: true,
  activity: `${PACKAGE}.Settings`,
  otherActivities: [
    `${PACKAGE}.Settings$DisplaySettingsActivity`,
    `${PACKAGE}.Settings$LanguageAndInputSettingsActivity`,
    `${PACKAGE}.SubSettings`,
  ],
  toolkit: "views",
  handles: (intent) => pageOf(intent) !== null,
  start: (_app, intent) => pageOf(intent) ?? [{ screen: "root", args: {} }],
  newIntent: (_app, intent) => pageOf(intent),
  screens: { root, display, fontSize, language, apps, appInfo, network, about },
};
