import type { IconName } from "../../picture/icons.ts";
import type { Element } from "../element.ts";
import { column, icon, spacer, text, VIEW } from "./basics.ts";
import { iconButton } from "./buttons.ts";

/** A top app bar with an optional way back. */
export function topBar(options: {
  title: string;
  onBack?(): void;
  backTag?: string;
  actions?: Element[];
}): Element {
  const { title, onBack, backTag, actions = [] } = options;
  return {
    arrange: { type: "row", align: "center", gap: 4 },
    size: { width: "fill", height: 64, padding: [onBack === undefined ? 16 : 4, 0, 4, 0] },
    paint: { background: "surface" },
    semantics: { className: VIEW },
    children: [
      ...(onBack === undefined
        ? []
        : [
            iconButton({
              icon: "back",
              description: "Back",
              onTap: onBack,
              ...(backTag === undefined ? {} : { testTag: backTag }),
            }),
          ]),
      text(title, { style: "titleLarge", size: { weight: 1 }, maxLines: 1 }),
      ...actions,
    ],
  };
}

/** One tab of a tab row or navigation bar. */
export interface TabOptions {
  label: string;
  selected: boolean;
  onTap(): void;
  icon?: IconName;
  testTag?: string;
}

/** A row of tabs that scrolls sideways when it is wider than the display. */
export function tabRow(key: string, tabs: readonly TabOptions[]): Element {
  return {
    arrange: { type: "scroll", key, axis: "horizontal" },
    size: { width: "fill", height: 48 },
    paint: { background: "surface" },
    semantics: { className: "android.widget.HorizontalScrollView" },
    children: tabs.map((tab) => ({
      arrange: { type: "column", align: "center", justify: "between" },
      size: { minWidth: 76, height: 48 },
      semantics: {
        className: VIEW,
        selected: tab.selected,
        ...(tab.testTag === undefined ? {} : { resourceId: tab.testTag }),
      },
      actions: { onTap: tab.onTap },
      children: [
        spacer({ height: 1 }),
        column(
          { size: { padding: [14, 0, 14, 0] } },
          text(tab.label, { style: "titleSmall", color: tab.selected ? "primary" : "onSurfaceVariant" }),
        ),
        {
          arrange: { type: "box" },
          size: { height: 3, width: 44 },
          paint: tab.selected ? { background: "primary", radius: 1 } : {},
        },
      ],
    })),
  };
}

/** The bar at the bottom of a home screen. */
export function navigationBar(tabs: readonly TabOptions[]): Element {
  return {
    arrange: { type: "row", align: "center" },
    size: { width: "fill", height: 80 },
    paint: { background: "surfaceVariant" },
    semantics: { className: VIEW },
    children: tabs.map((tab) => ({
      arrange: { type: "column", align: "center", justify: "center", gap: 4 },
      size: { weight: 1, height: 80 },
      semantics: {
        className: VIEW,
        selected: tab.selected,
        ...(tab.testTag === undefined ? {} : { resourceId: tab.testTag }),
      },
      actions: { onTap: tab.onTap },
      children: [
        {
          arrange: { type: "box", alignX: "center", alignY: "center" },
          size: { width: 64, height: 32 },
          paint: tab.selected ? { background: "primaryContainer", radius: "round" } : {},
          children: [
            icon(tab.icon ?? "dot", { color: tab.selected ? "onPrimaryContainer" : "onSurfaceVariant" }),
          ],
        },
        text(tab.label, { style: "labelMedium" }),
      ],
    })),
  };
}
