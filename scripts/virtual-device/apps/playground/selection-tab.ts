import type { Scope } from "../../ui/kit/app.ts";
import { card, checkbox, column, row, scrollColumn, text } from "../../ui/kit/compose.ts";
import type { Element } from "../../ui/kit/element.ts";
import type { HomeState } from "./home-state.ts";

const FRUITS = ["Apple", "Banana", "Cherry", "Mango"];

/** Boxes to tick, and things to drag into a basket. */
export function selectionTab(scope: Scope<HomeState>): Element {
  const { selected, basket } = scope.state;
  const flip = (name: string): void =>
    scope.set({
      selected: selected.includes(name) ? selected.filter((other) => other !== name) : [...selected, name],
    });
  return scrollColumn(
    { key: "select", testTag: "select_content", gap: 12 },
    text("SELECTION SCREEN", { style: "titleLarge" }),
    text(`Selected: ${selected.length === 0 ? "none" : selected.join(", ")}`, { testTag: "select_result" }),
    ...FRUITS.map((name) =>
      row(
        { gap: 8 },
        checkbox({
          checked: selected.includes(name),
          testTag: `select_${name.toLowerCase()}`,
          description: name,
          onChange: () => flip(name),
        }),
        text(name),
      ),
    ),
    row(
      { gap: 12, size: { width: "fill" } },
      ...FRUITS.slice(0, 2).map(
        (name): Element => ({
          arrange: { type: "box", alignX: "center", alignY: "center" },
          size: { weight: 1, height: 72 },
          paint: { background: "primaryContainer", radius: 12 },
          semantics: {
            className: "android.view.View",
            resourceId: `drag_${name.toLowerCase()}`,
            contentDesc: `Drag ${name}`,
          },
          actions: {
            onDrag: (drop) => {
              if (drop === "basket" && !basket.includes(name)) scope.set({ basket: [...basket, name] });
            },
          },
          children: [text(`Drag ${name}`, { style: "labelLarge", color: "onPrimaryContainer" })],
        }),
      ),
    ),
    {
      ...card(
        { testTag: "drop_basket" },
        text("Basket", { style: "titleMedium" }),
        column(
          {},
          text(basket.length === 0 ? "Basket is empty" : `In the basket: ${basket.join(", ")}`, {
            testTag: "drop_result",
          }),
        ),
      ),
      actions: { dropKey: "basket" },
    },
  );
}
