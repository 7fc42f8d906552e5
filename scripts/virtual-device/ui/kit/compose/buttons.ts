import type { IconName } from "../../picture/icons.ts";
import type { Actions, Color, Element, Size } from "../element.ts";
import { icon, text, VIEW } from "./basics.ts";

export interface ButtonOptions {
  label: string;
  onTap(): void;
  onLongPress?(): void;
  onDoubleTap?(): void;
  testTag?: string;
  variant?: "filled" | "tonal" | "elevated" | "outlined" | "text";
  enabled?: boolean;
  size?: Size;
  colors?: { background: Color; label: Color };
}

const BUTTON_COLORS: Record<
  NonNullable<ButtonOptions["variant"]>,
  { background?: Color; label: Color; border?: Color }
> = {
  filled: { background: "primary", label: "onPrimary" },
  tonal: { background: "primaryContainer", label: "onPrimaryContainer" },
  elevated: { background: "surfaceVariant", label: "primary" },
  outlined: { label: "primary", border: "outline" },
  text: { label: "primary" },
};

/** A Material button, 40 dp high in a touch target of 48 dp. */
export function button(options: ButtonOptions): Element {
  const { label, testTag, variant = "filled", enabled = true, size = {} } = options;
  const look = options.colors ?? BUTTON_COLORS[variant];
  const border = "border" in look ? look.border : undefined;
  return {
    arrange: { type: "box", alignX: "center", alignY: "center" },
    size: { minHeight: 48, minWidth: 58, padding: [0, 4, 0, 4], ...size },
    semantics: {
      className: VIEW,
      ...(testTag === undefined ? {} : { resourceId: testTag }),
      ...(enabled ? {} : { disabled: true }),
    },
    ...(enabled ? { actions: tapActions(options) } : { actions: {} }),
    children: [
      {
        arrange: { type: "box" },
        size: { matchParent: true },
        paint: {
          ...(look.background === undefined
            ? {}
            : { background: enabled ? look.background : "surfaceVariant" }),
          ...(border === undefined ? {} : { border }),
          radius: "round",
        },
      },
      {
        arrange: { type: "box", alignX: "center", alignY: "center" },
        size: { padding: [variant === "text" ? 12 : 24, 10, variant === "text" ? 12 : 24, 10] },
        children: [
          text(label, { style: "labelLarge", color: enabled ? look.label : "outline", align: "center" }),
        ],
      },
      {
        arrange: { type: "box" },
        size: { matchParent: true },
        semantics: { className: "android.widget.Button", ...(enabled ? {} : { disabled: true }) },
      },
    ],
  };
}

function tapActions(options: { onTap(): void; onLongPress?(): void; onDoubleTap?(): void }): Actions {
  return {
    onTap: options.onTap,
    ...(options.onLongPress === undefined ? {} : { onLongPress: options.onLongPress }),
    ...(options.onDoubleTap === undefined ? {} : { onDoubleTap: options.onDoubleTap }),
  };
}

/** A round button of 48 dp that shows an icon; `size` makes it smaller than a finger. */
export function iconButton(options: {
  icon: IconName;
  description: string;
  onTap(): void;
  testTag?: string;
  size?: number;
}): Element {
  const { size = 48 } = options;
  return {
    arrange: { type: "box", alignX: "center", alignY: "center" },
    size: { width: size, height: size },
    semantics: { className: VIEW, ...(options.testTag === undefined ? {} : { resourceId: options.testTag }) },
    actions: { onTap: options.onTap },
    children: [
      icon(options.icon, { description: options.description, size: Math.min(24, size) }),
      {
        arrange: { type: "box" },
        size: { width: Math.min(40, size), height: Math.min(40, size) },
        semantics: { className: "android.widget.Button" },
      },
    ],
  };
}
