import { screen } from "../../ui/kit/app.ts";
import { settingsMessages } from "./messages.ts";
import { preference, settingsPage } from "./parts.ts";

const SUB_SETTINGS = "com.android.settings.SubSettings";

/** Wi-Fi and airplane mode. */
export const network = screen(
  () => ({}),
  (scope) => {
    const { settings } = scope.services;
    const say = settingsMessages(scope.services.locale());
    const flag = (title: string, key: string) => {
      const on = settings.get("global", key) === "1";
      return preference({ title, checked: on, onTap: () => settings.put("global", key, on ? "0" : "1") });
    };
    return {
      activity: SUB_SETTINGS,
      content: settingsPage(
        say.network,
        scope.back,
        flag(say.wifi, "wifi_on"),
        flag(say.airplane, "airplane_mode_on"),
      ),
    };
  },
);

/** Name and release of the device. */
export const about = screen(
  () => ({}),
  (scope) => ({
    activity: SUB_SETTINGS,
    content: settingsPage(
      settingsMessages(scope.services.locale()).about,
      scope.back,
      preference({
        title: "Device name",
        summary: scope.services.settings.get("global", "device_name") ?? "",
      }),
      preference({ title: "Android version", summary: scope.services.androidVersion }),
    ),
  }),
);
