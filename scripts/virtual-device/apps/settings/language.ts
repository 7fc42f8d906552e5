import { screen } from "../../ui/kit/app.ts";
import { settingsMessages } from "./messages.ts";
import { preference, settingsPage } from "./parts.ts";

const LANGUAGES = [
  ["en-US", "English (United States)"],
  ["de-DE", "Deutsch (Deutschland)"],
  ["ar-EG", "العربية (مصر)"],
  ["ja-JP", "日本語 (日本)"],
] as const;

/** Languages: choosing one changes the device's. */
export const language = screen(
  () => ({}),
  (scope) => ({
    activity: "com.android.settings.SubSettings",
    content: settingsPage(
      settingsMessages(scope.services.locale()).language,
      scope.back,
      ...LANGUAGES.map(([tag, name]) =>
        preference({
          title: name,
          chosen: scope.services.locale() === tag,
          onTap: () => scope.services.setLocale(tag),
        }),
      ),
    ),
  }),
);
