import type { Scope } from "../../ui/kit/app.ts";
import { column, row, spacer, text } from "../../ui/kit/compose.ts";
import type { Element } from "../../ui/kit/element.ts";
import type { HomeState } from "./home-state.ts";

const CARDS = ["Red card", "Green card", "Blue card", "Yellow card"];
const COLORS = ["#ef9a9a", "#a5d6a7", "#90caf9", "#fff59d"] as const;

/** Cards that are turned by swiping sideways. */
export function swipeTab(scope: Scope<HomeState>): Element {
  const { card, lastSwipe } = scope.state;
  const turn = (direction: "left" | "right" | "up" | "down"): void => {
    const by = direction === "left" ? 1 : direction === "right" ? -1 : 0;
    const next = Math.max(0, Math.min(CARDS.length - 1, card + by));
    scope.set({ card: next, lastSwipe: `${direction[0]?.toUpperCase() ?? ""}${direction.slice(1)}` });
  };
  return column(
    { gap: 16, size: { width: "fill", weight: 1, padding: 16 }, testTag: "swipe_content" },
    text("SWIPE SCREEN", { style: "titleLarge" }),
    text(`Card ${card + 1} of ${CARDS.length}`, { testTag: "swipe_position" }),
    {
      arrange: { type: "box", alignX: "center", alignY: "center" },
      size: { width: "fill", weight: 1 },
      paint: { background: COLORS[card] ?? "#ef9a9a", radius: 24 },
      semantics: { className: "android.view.View", resourceId: "swipe_pager" },
      actions: { onSwipe: turn },
      children: [
        text(CARDS[card] ?? "", { style: "headlineMedium", color: "#1d1b20", testTag: "swipe_card" }),
      ],
    },
    row(
      { gap: 8 },
      text(`Last swipe: ${lastSwipe}`, { testTag: "swipe_last", style: "bodyMedium" }),
      spacer({ width: 1 }),
    ),
  );
}
