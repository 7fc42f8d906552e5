import type { Element } from "../../ui/kit/element.ts";
import { image, label, view } from "../../ui/kit/views.ts";
import { clockText } from "./bars.ts";
import type { SystemUi } from "./contract.ts";
import { messagesFor } from "./messages.ts";

const ID = "com.android.systemui:id/";

/** The date as the lock screen shows it, "Sun, Jul 21". */
export function dateText(ui: SystemUi): string {
  return new Intl.DateTimeFormat(ui.services.locale(), {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  }).format(new Date(ui.services.now()));
}

/** The lock screen: a swipe upwards opens it. */
export function keyguard(ui: SystemUi): Element {
  const fill = { width: "fill", height: "fill" } as const;
  const unlock = (direction: string): void => {
    if (direction === "up") ui.unlock();
  };
  return view(
    {
      className: "FrameLayout",
      arrange: { type: "box" },
      size: fill,
      paint: { background: "#1f2430" },
      actions: { onSwipe: unlock },
    },
    view(
      {
        className: "FrameLayout",
        id: `${ID}notification_panel`,
        arrange: { type: "column", align: "center" },
        size: { ...fill, padding: [16, 40, 16, 40] },
      },
      view(
        {
          className: "FrameLayout",
          id: `${ID}keyguard_header`,
          arrange: { type: "row", justify: "between" },
          size: { width: "fill" },
        },
        label("Virtual", { id: `${ID}keyguard_carrier_text`, style: "labelMedium", color: "#ffffff" }),
      ),
      view(
        {
          className: "LinearLayout",
          id: `${ID}keyguard_status_view`,
          arrange: { type: "column", align: "center", gap: 8 },
          size: { width: "fill", padding: [0, 96, 0, 0] },
        },
        label(clockText(ui), { id: `${ID}lockscreen_clock_view`, style: "clock", color: "#ffffff" }),
        label(dateText(ui), { id: `${ID}keyguard_slice_date`, style: "titleMedium", color: "#ffffff" }),
      ),
      view({ className: "View", size: { weight: 1 } }),
      view(
        {
          className: "LinearLayout",
          id: `${ID}keyguard_bottom_area`,
          arrange: { type: "column", align: "center", gap: 16 },
          size: { width: "fill" },
        },
        image("lock", { id: `${ID}lock_icon_view`, description: "Locked", color: "#ffffff", size: 32 }),
        label(messagesFor(ui.services.locale()).swipeToUnlock, {
          id: `${ID}keyguard_indication_text`,
          style: "bodyMedium",
          color: "#ffffff",
        }),
      ),
    ),
  );
}
