import type { Scope } from "../../ui/kit/app.ts";
import type { ButtonOptions } from "../../ui/kit/compose.ts";
import { button, card, checkbox, row, scrollColumn, text, toggle } from "../../ui/kit/compose.ts";
import type { Element } from "../../ui/kit/element.ts";
import type { HomeState } from "./home-state.ts";

const BUTTONS: readonly [string, string, NonNullable<ButtonOptions["variant"]>][] = [
  ["Button", "tap_button", "filled"],
  ["Elevated", "tap_elevated", "elevated"],
  ["Outlined", "tap_outlined", "outlined"],
  ["Text", "tap_text", "text"],
  ["Filled Tonal Button", "tap_tonal", "tonal"],
];

/** Buttons of every kind that count, a card that listens for longer presses, a checkbox and a switch. */
export function tapTab(scope: Scope<HomeState>): Element {
  const { taps, longPresses, lastAction, checked, switched } = scope.state;
  return scrollColumn(
    { key: "tap", testTag: "tap_content", gap: 12 },
    text("TAP SCREEN", { style: "titleLarge" }),
    text(`Buttons pressed: ${taps} times`, { testTag: "tap_count" }),
    ...BUTTONS.map(([label, testTag, variant]) =>
      button({
        label,
        testTag,
        variant,
        onTap: () => scope.set({ taps: taps + 1, lastAction: `Tap on ${label}` }),
      }),
    ),
    card(
      {
        testTag: "long_press_card",
        onTap: () => scope.set({ lastAction: "Tap on card" }),
        onLongPress: () => scope.set({ longPresses: longPresses + 1, lastAction: "Long press" }),
      },
      text("Long press me", { style: "titleMedium" }),
      text(`Long presses: ${longPresses}`, { testTag: "long_press_count", style: "bodyMedium" }),
    ),
    button({
      label: "Double tap me",
      variant: "outlined",
      testTag: "double_tap_button",
      onTap: () => scope.set({ lastAction: "Single tap" }),
      onDoubleTap: () => scope.set({ lastAction: "Double tap" }),
    }),
    text(`Last action: ${lastAction}`, { testTag: "tap_last_action", style: "bodyMedium" }),
    row(
      { gap: 8 },
      checkbox({
        checked,
        testTag: "tap_checkbox",
        description: "Checkbox",
        onChange: (on) => scope.set({ checked: on }),
      }),
      text(checked ? "Checkbox is checked" : "Checkbox is not checked"),
    ),
    row(
      { gap: 8 },
      toggle({
        checked: switched,
        testTag: "tap_switch",
        description: "Switch",
        onChange: (on) => scope.set({ switched: on }),
      }),
      text(switched ? "Switch is on" : "Switch is off"),
    ),
  );
}
