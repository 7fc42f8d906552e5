import type { Color, Element } from "../../ui/kit/element.ts";
import { image, label, view } from "../../ui/kit/views.ts";
import type { IconName } from "../../ui/picture/icons.ts";
import type { SystemUi } from "./contract.ts";

const ID = "com.android.systemui:id/";

/** Hours and minutes in the device's clock style (settings time_12_24, else by language). */
export function clockText(ui: SystemUi): string {
  const date = new Date(ui.services.now());
  const twelve = ui.services.settings.get("system", "time_12_24") !== "24";
  const hours = twelve ? date.getUTCHours() % 12 || 12 : date.getUTCHours();
  return `${hours}:${String(date.getUTCMinutes()).padStart(2, "0")}`;
}

/** Clock on one side, signals on the other. */
export function statusBar(ui: SystemUi, color: Color): Element {
  return view(
    { className: "FrameLayout", id: `${ID}status_bar_launch_animation_container`, arrange: { type: "box" } },
    view(
      {
        className: "LinearLayout",
        id: `${ID}status_bar_contents`,
        arrange: { type: "row", align: "center", justify: "between" },
        size: { width: "fill", height: 24, padding: [16, 0, 16, 0] },
      },
      label(clockText(ui), { id: `${ID}clock`, style: "labelMedium", color }),
      view(
        { className: "LinearLayout", id: `${ID}system_icons`, arrange: { type: "row", gap: 4 } },
        image("wifi", {
          id: `${ID}wifi_signal`,
          description: "Wifi signal full.",
          color,
          size: 16,
        }),
        image("battery", {
          id: `${ID}battery`,
          description: "Battery 100 percent.",
          color,
          size: 16,
        }),
      ),
    ),
  );
}

/** The handle of gesture navigation, or three buttons. */
export function navigationBar(ui: SystemUi, mode: string | null, color: Color): Element {
  if (mode !== "0" && mode !== "1") {
    return view(
      {
        className: "FrameLayout",
        id: `${ID}navigation_bar_frame`,
        arrange: { type: "box", alignX: "center", alignY: "center" },
        size: { width: "fill", height: "fill" },
      },
      view({
        className: "ImageView",
        id: `${ID}home_handle`,
        size: { width: 108, height: 4 },
        paint: { background: color, radius: "round" },
      }),
    );
  }
  const button = (name: IconName, id: string, description: string, onTap: () => void): Element =>
    view(
      {
        className: "ImageView",
        id: ID + id,
        arrange: { type: "box", alignX: "center", alignY: "center" },
        size: { width: 80, height: 48 },
        actions: { onTap },
        semantics: { contentDesc: description },
      },
      { arrange: { type: "icon", name, color: "onSurface", size: 20 } },
    );
  return view(
    {
      className: "FrameLayout",
      id: `${ID}navigation_bar_frame`,
      arrange: { type: "row", justify: "center", gap: 32 },
      size: { width: "fill", height: "fill" },
      paint: { background: "background" },
    },
    button("back", "back", "Back", () => ui.back()),
    button("dot", "home", "Home", () => ui.home()),
    button("list", "recent_apps", "Overview", () => ui.recents()),
  );
}
