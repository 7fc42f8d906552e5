import { screen } from "../../ui/kit/app.ts";
import { settingsMessages } from "./messages.ts";
import { preference, settingsPage } from "./parts.ts";

const SUB_SETTINGS = "com.android.settings.SubSettings";

/** Display: dark theme, font size and rotation, all of them in effect at once. */
export const display = screen(
  () => ({}),
  (scope) => {
    const { services } = scope;
    const say = settingsMessages(services.locale());
    const dark = services.nightMode();
    const rotate = services.settings.get("system", "accelerometer_rotation") === "1";
    return {
      activity: SUB_SETTINGS,
      content: settingsPage(
        say.display,
        scope.back,
        preference({
          title: say.darkTheme,
          summary: dark ? say.darkOn : say.darkOff,
          checked: dark,
          onTap: () => services.setNightMode(!dark),
        }),
        preference({
          title: say.fontSize,
          summary: fontName(services.fontScale(), say),
          onTap: () => scope.navigate({ screen: "fontSize", args: {} }),
        }),
        preference({
          title: say.autoRotate,
          checked: rotate,
          onTap: () => services.settings.put("system", "accelerometer_rotation", rotate ? "0" : "1"),
        }),
      ),
    };
  },
);

type Sizes = Pick<ReturnType<typeof settingsMessages>, "small" | "default" | "large" | "largest">;

const SCALES = [
  ["small", 0.85],
  ["default", 1],
  ["large", 1.15],
  ["largest", 1.3],
] as const;

function fontName(scale: number, say: Sizes): string {
  const known = SCALES.find(([, value]) => value === scale);
  return known === undefined ? String(scale) : say[known[0]];
}

/** Font size: one of four. */
export const fontSize = screen(
  () => ({}),
  (scope) => {
    const { services } = scope;
    const say = settingsMessages(services.locale());
    return {
      activity: SUB_SETTINGS,
      content: settingsPage(
        say.fontSize,
        scope.back,
        ...SCALES.map(([name, value]) =>
          preference({
            title: say[name],
            chosen: services.fontScale() === value,
            onTap: () => services.settings.put("system", "font_scale", String(value)),
          }),
        ),
      ),
    };
  },
);
