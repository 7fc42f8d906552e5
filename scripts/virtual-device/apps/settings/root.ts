import { screen } from "../../ui/kit/app.ts";
import { settingsMessages } from "./messages.ts";
import { preference, settingsPage } from "./parts.ts";

/** The first page of Settings. */
export const root = screen(
  () => ({}),
  (scope) => {
    const say = settingsMessages(scope.services.locale());
    const open = (name: string) => (): void => scope.navigate({ screen: name, args: {} });
    return {
      content: settingsPage(
        say.settings,
        null,
        preference({ title: say.network, summary: say.networkSummary, onTap: open("network") }),
        preference({ title: say.apps, summary: say.appsSummary, onTap: open("apps") }),
        preference({ title: say.display, summary: say.displaySummary, onTap: open("display") }),
        preference({ title: say.system, summary: say.systemSummary, onTap: open("language") }),
        preference({
          title: say.about,
          summary: scope.services.settings.get("global", "device_name") ?? "",
          onTap: open("about"),
        }),
      ),
    };
  },
);
