import { screen } from "../../ui/kit/app.ts";
import { button, card, iconButton, row, text } from "../../ui/kit/compose.ts";
import type { Element } from "../../ui/kit/element.ts";
import { page } from "./parts.ts";

/** Text that is hard to read. */
export const contrast = screen(
  () => ({ pressed: 0 }),
  (scope) => ({
    content: page(
      { destination: "ContrastDemoDestination", title: "Contrast Demo", tag: "contrast", onBack: scope.back },
      card(
        { testTag: "contrast_low_card" },
        text("Low contrast text", { color: "#cfcad4", testTag: "contrast_low_text" }),
        text("Secondary low contrast text", {
          color: "#d8d3dc",
          style: "bodyMedium",
          testTag: "contrast_low_text_secondary",
        }),
        button({
          label: "Low Contrast Action",
          testTag: "contrast_low_button",
          colors: { background: "#e0dbe4", label: "#f2eef5" },
          onTap: () => scope.set({ pressed: scope.state.pressed + 1 }),
        }),
      ),
      text(`Pressed: ${scope.state.pressed}`, { testTag: "contrast_pressed", style: "bodyMedium" }),
    ),
  }),
);

/** Controls smaller than a finger. */
export const tapTargets = screen(
  () => ({ last: "None" }),
  (scope) => {
    const tapped = (name: string) => (): void => scope.set({ last: name });
    const tiny = (label: string, testTag: string): Element => ({
      ...text(label, { style: "labelSmall", color: "primary", testTag }),
      actions: { onTap: tapped(label) },
    });
    return {
      content: page(
        {
          destination: "TapTargetsDemoDestination",
          title: "Tap Targets Demo",
          tag: "tap_targets",
          onBack: scope.back,
        },
        text("These controls are smaller than 48 dp.", { style: "bodyMedium", testTag: "tap_targets_note" }),
        row(
          { gap: 6 },
          iconButton({
            icon: "edit",
            description: "Edit",
            size: 20,
            testTag: "tap_target_small_edit",
            onTap: tapped("Edit"),
          }),
          iconButton({
            icon: "close",
            description: "Close",
            size: 20,
            testTag: "tap_target_small_close",
            onTap: tapped("Close"),
          }),
          iconButton({
            icon: "heart",
            description: "Favorite",
            size: 20,
            testTag: "tap_target_small_favorite",
            onTap: tapped("Favorite"),
          }),
        ),
        tiny("Learn more", "tap_target_tiny_link"),
        tiny("Privacy policy", "tap_target_tiny_link_2"),
        text(`Last tapped: ${scope.state.last}`, { style: "bodyMedium", testTag: "tap_targets_last" }),
      ),
    };
  },
);
