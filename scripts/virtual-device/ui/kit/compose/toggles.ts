import type { Element } from "../element.ts";
import { icon, VIEW } from "./basics.ts";

interface ToggleOptions {
  checked: boolean;
  onChange(checked: boolean): void;
  testTag?: string;
  description?: string;
}

/** A Material switch: to accessibility a checkable View. */
export function toggle({ checked, onChange, testTag, description }: ToggleOptions): Element {
  return {
    arrange: { type: "box", alignX: "center", alignY: "center" },
    size: { width: 52, height: 48 },
    semantics: {
      className: VIEW,
      checkable: true,
      checked,
      ...(testTag === undefined ? {} : { resourceId: testTag }),
      ...(description === undefined ? {} : { contentDesc: description }),
    },
    actions: { onTap: () => onChange(!checked) },
    children: [
      {
        arrange: { type: "box", alignX: checked ? "end" : "start", alignY: "center" },
        size: { width: 52, height: 32, padding: checked ? 4 : 8 },
        paint: {
          background: checked ? "primary" : "surfaceVariant",
          radius: "round",
          ...(checked ? {} : { border: "outline" as const }),
        },
        children: [
          {
            arrange: { type: "box" },
            size: { width: checked ? 24 : 16, height: checked ? 24 : 16 },
            paint: { background: checked ? "onPrimary" : "outline", radius: "round" },
          },
        ],
      },
    ],
  };
}

/** A Material checkbox. */
export function checkbox({ checked, onChange, testTag, description }: ToggleOptions): Element {
  return {
    arrange: { type: "box", alignX: "center", alignY: "center" },
    size: { width: 48, height: 48 },
    semantics: {
      className: "android.widget.CheckBox",
      checkable: true,
      checked,
      ...(testTag === undefined ? {} : { resourceId: testTag }),
      ...(description === undefined ? {} : { contentDesc: description }),
    },
    actions: { onTap: () => onChange(!checked) },
    children: [
      {
        arrange: { type: "box", alignX: "center", alignY: "center" },
        size: { width: 20, height: 20 },
        paint: checked ? { background: "primary", radius: 2 } : { border: "onSurfaceVariant", radius: 2 },
        children: checked ? [icon("check", { color: "onPrimary", size: 18 })] : [],
      },
    ],
  };
}
