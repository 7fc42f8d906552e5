import type { ApkInfo } from "./apk/manifest.ts";
import type { IntentFilter } from "./types.ts";

const MAIN = "android.intent.action.MAIN";
const VIEW = "android.intent.action.VIEW";
const category = (name: string): string => `android.intent.category.${name}`;
const filter = (part: Partial<IntentFilter>): IntentFilter => ({
  actions: [],
  categories: [],
  schemes: [],
  hosts: [],
  ...part,
});
const LAUNCHER = filter({ actions: [MAIN], categories: [category("LAUNCHER")] });

export interface Preinstalled extends ApkInfo {
  system: boolean;
  /** Directory below /system or /product; user apps live in /data/app. */
  directory: string | null;
  /** A fixed uid of the system, else the next free app uid. */
  uid?: number;
}

function systemApp(
  packageName: string,
  label: string,
  directory: string,
  sdk: number,
  more: Partial<Preinstalled> = {},
): Preinstalled {
  return {
    packageName,
    label,
    directory,
    system: true,
    versionCode: sdk,
    versionName: String(sdk - 20),
    minSdk: sdk,
    targetSdk: sdk,
    debuggable: false,
    testOnly: false,
    activities: [],
    permissions: [],
    ...more,
  };
}

const PLAYGROUND = "dev.jasonpearson.automobile.playground";
export const LAUNCHER_PACKAGE = "com.google.android.apps.nexuslauncher";

/** What is on the device before anything is installed. */
export function preinstalledPackages(sdk: number): Preinstalled[] {
  return [
    systemApp("android", "Android System", "/system/framework/framework-res", sdk, { uid: 1000 }),
    systemApp("com.android.shell", "Shell", "/system/priv-app/Shell", sdk, { uid: 2000 }),
    systemApp("com.android.systemui", "System UI", "/system_ext/priv-app/SystemUIGoogle", sdk),
    systemApp(
      "com.android.providers.settings",
      "Settings Storage",
      "/system/priv-app/SettingsProvider",
      sdk,
      {
        uid: 1000,
      },
    ),
    systemApp(
      "com.android.permissioncontroller",
      "Permission controller",
      "/system/priv-app/PermissionController",
      sdk,
    ),
    systemApp("com.android.settings", "Settings", "/system_ext/priv-app/SettingsGoogle", sdk, {
      uid: 1000,
      activities: [
        {
          name: "com.android.settings.Settings",
          exported: true,
          filters: [
            LAUNCHER,
            filter({ actions: ["android.settings.SETTINGS"], categories: [category("DEFAULT")] }),
          ],
        },
        {
          name: "com.android.settings.Settings$DisplaySettingsActivity",
          exported: true,
          filters: [
            filter({ actions: ["android.settings.DISPLAY_SETTINGS"], categories: [category("DEFAULT")] }),
          ],
        },
        {
          name: "com.android.settings.Settings$LanguageAndInputSettingsActivity",
          exported: true,
          filters: [
            filter({ actions: ["android.settings.LOCALE_SETTINGS"], categories: [category("DEFAULT")] }),
          ],
        },
        {
          name: "com.android.settings.Settings$AccessibilitySettingsActivity",
          exported: true,
          filters: [
            filter({
              actions: ["android.settings.ACCESSIBILITY_SETTINGS"],
              categories: [category("DEFAULT")],
            }),
          ],
        },
      ],
    }),
    systemApp(LAUNCHER_PACKAGE, "Pixel Launcher", "/system_ext/priv-app/NexusLauncherRelease", sdk, {
      activities: [
        {
          name: `${LAUNCHER_PACKAGE}.NexusLauncherActivity`,
          exported: true,
          filters: [filter({ actions: [MAIN], categories: [category("HOME"), category("DEFAULT")] })],
        },
      ],
    }),
    systemApp("com.google.android.inputmethod.latin", "Gboard", "/product/app/LatinIMEGooglePrebuilt", sdk),
    {
      packageName: PLAYGROUND,
      label: "AutoMobile Playground",
      directory: null,
      system: false,
      versionCode: 42,
      versionName: "0.0.42",
      minSdk: 27,
      targetSdk: 36,
      debuggable: true,
      testOnly: false,
      permissions: ["android.permission.INTERNET", "android.permission.POST_NOTIFICATIONS"],
      activities: [
        {
          name: `${PLAYGROUND}.MainActivity`,
          exported: true,
          filters: [
            LAUNCHER,
            filter({
              actions: [VIEW],
              categories: [category("DEFAULT"), category("BROWSABLE")],
              schemes: ["automobile"],
              hosts: ["playground"],
            }),
          ],
        },
      ],
    },
  ];
}
