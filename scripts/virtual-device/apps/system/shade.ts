import type { Element } from "../../ui/kit/element.ts";
import { label, view } from "../../ui/kit/views.ts";
import { clockText } from "./bars.ts";
import type { SystemUi } from "./contract.ts";
import { dateText } from "./keyguard.ts";
import { messagesFor } from "./messages.ts";

const ID = "com.android.systemui:id/";

/** The notification shade with quick settings that really switch. */
export function notificationShade(ui: SystemUi): Element {
  const { services } = ui;
  const say = messagesFor(services.locale());
  const { settings } = services;
  const flip = (namespace: "global" | "system", key: string) => () =>
    settings.put(namespace, key, settings.get(namespace, key) === "1" ? "0" : "1");
  const collapse = (direction: string): void => {
    if (direction === "up") ui.setNotifications(false);
  };
  const tile = (title: string, on: boolean, onTap: () => void): Element =>
    view(
      {
        className: "android.widget.Switch",
        arrange: { type: "column" },
        size: { weight: 1, padding: 16 },
        paint: { background: on ? "primary" : "surfaceVariant", radius: 24 },
        actions: { onTap },
        semantics: { contentDesc: title, text: on ? say.on : say.off, checkable: true, checked: on },
      },
      label(title, {
        id: `${ID}tile_label`,
        style: "titleSmall",
        color: on ? "onPrimary" : "onSurface",
        maxLines: 1,
      }),
      label(on ? say.on : say.off, {
        id: `${ID}app_label`,
        style: "bodySmall",
        color: on ? "onPrimary" : "onSurfaceVariant",
      }),
    );
  const pair = (...tiles: Element[]): Element =>
    view({ className: "LinearLayout", arrange: { type: "row", gap: 8 }, size: { width: "fill" } }, ...tiles);
  return view(
    {
      className: "FrameLayout",
      arrange: { type: "box" },
      size: { width: "fill", height: "fill" },
      paint: { background: "background" },
      actions: { onSwipe: collapse },
    },
    view(
      {
        className: "FrameLayout",
        id: `${ID}notification_panel`,
        arrange: { type: "column", gap: 16 },
        size: { width: "fill", height: "fill", padding: [16, 40, 16, 40] },
      },
      view(
        {
          className: "LinearLayout",
          id: `${ID}split_shade_status_bar`,
          arrange: { type: "row", justify: "between" },
          size: { width: "fill" },
        },
        label(clockText(ui), { id: `${ID}clock`, style: "titleLarge" }),
        label(dateText(ui), { id: `${ID}date`, style: "bodyMedium" }),
      ),
      view(
        {
          className: "LinearLayout",
          id: `${ID}quick_qs_panel`,
          arrange: { type: "column", gap: 8 },
          size: { width: "fill" },
        },
        pair(
          tile(say.internet, settings.get("global", "wifi_on") === "1", flip("global", "wifi_on")),
          tile(say.bluetooth, settings.get("global", "bluetooth_on") === "1", flip("global", "bluetooth_on")),
        ),
        pair(
          tile(say.darkTheme, services.nightMode(), () => services.setNightMode(!services.nightMode())),
          tile(
            say.autoRotate,
            settings.get("system", "accelerometer_rotation") === "1",
            flip("system", "accelerometer_rotation"),
          ),
        ),
      ),
      view(
        {
          className: "LinearLayout",
          id: `${ID}notification_stack_scroller`,
          arrange: { type: "column", align: "center" },
          size: { width: "fill", padding: [0, 32, 0, 0] },
        },
        label(say.noNotifications, {
          id: `${ID}no_notifications`,
          style: "bodyMedium",
          color: "onSurfaceVariant",
        }),
      ),
    ),
  );
}
