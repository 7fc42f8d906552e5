import { screen } from "../../ui/kit/app.ts";
import { settingsMessages } from "./messages.ts";
import { preference, settingsPage } from "./parts.ts";

const SUB_SETTINGS = "com.android.settings.SubSettings";

/** What is known of one app, and a way to stop it. */
export const appInfo = screen(
  () => ({}),
  (scope) => {
    const packageName = scope.args.packageName ?? "";
    const info = scope.services.packageInfo(packageName);
    const granted = scope.services.isGranted(packageName, "android.permission.POST_NOTIFICATIONS");
    return {
      activity: SUB_SETTINGS,
      content: settingsPage(
        "App info",
        scope.back,
        preference({
          title: info?.label ?? packageName,
          summary: `version ${info?.versionName ?? "unknown"}`,
        }),
        preference({ title: "Force stop", onTap: () => scope.system.forceStop(packageName) }),
        preference({
          title: "Notifications",
          checked: granted,
          onTap: () => scope.services.grant(packageName, "android.permission.POST_NOTIFICATIONS", !granted),
        }),
      ),
    };
  },
);

/** The installed apps with an icon. */
export const apps = screen(
  () => ({}),
  (scope) => ({
    activity: SUB_SETTINGS,
    content: settingsPage(
      settingsMessages(scope.services.locale()).apps,
      scope.back,
      ...scope.system
        .apps()
        .filter((app) => app.inLauncher)
        .map((app) =>
          preference({
            title: app.label,
            onTap: () => scope.navigate({ screen: "appInfo", args: { packageName: app.packageName } }),
          }),
        ),
    ),
  }),
);
