import type { IconName } from "../picture/icons.ts";
import type { Actions, Alignment, Color, EditableField, Element, Size, TextStyle } from "./element.ts";

/**
 * Material 3 widgets as Jetpack Compose shows them to accessibility: a test tag is the resource id as it stands, a
 * button is a clickable View that holds its label and an empty Button, layout containers do not appear at all.
 */

const VIEW = "android.view.View";

interface ContainerOptions {
  gap?: number;
  align?: Alignment;
  justify?: Alignment | "between";
  size?: Size;
  /** Becomes the resource id; makes the container visible to accessibility. */
  testTag?: string;
}

/** Children below each other. */
export function column(options: ContainerOptions, ...children: Element[]): Element {
  return linear("column", options, children);
}

/** Children beside each other. */
export function row(options: ContainerOptions, ...children: Element[]): Element {
  return linear("row", { align: "center", ...options }, children);
}

function linear(type: "column" | "row", options: ContainerOptions, children: Element[]): Element {
  const { gap = 0, align = "start", justify = "start", size, testTag } = options;
  return {
    arrange: { type, gap, align, justify },
    ...(size === undefined ? {} : { size }),
    ...(testTag === undefined ? {} : { semantics: { className: VIEW, resourceId: testTag } }),
    children,
  };
}

/** Empty room of a size in dp. */
export function spacer(size: Size): Element {
  return { arrange: { type: "box" }, size };
}

export interface TextOptions {
  style?: TextStyle;
  color?: Color;
  testTag?: string;
  align?: Alignment;
  size?: Size;
  maxLines?: number;
}

/** A Compose Text. */
export function text(value: string, options: TextOptions = {}): Element {
  const { style = "bodyLarge", color = "onSurface", testTag, align, size, maxLines } = options;
  return {
    arrange: {
      type: "text",
      value,
      style,
      color,
      ...(align === undefined ? {} : { align }),
      ...(maxLines === undefined ? {} : { maxLines }),
    },
    ...(size === undefined ? {} : { size }),
    semantics: {
      className: "android.widget.TextView",
      text: value,
      ...(testTag === undefined ? {} : { resourceId: testTag }),
    },
  };
}

/** A picture without meaning of its own, unless `description` is given. */
export function icon(
  name: IconName,
  options: { color?: Color; size?: number; description?: string } = {},
): Element {
  const { color = "onSurfaceVariant", size = 24, description } = options;
  return {
    arrange: { type: "icon", name, color, size },
    ...(description === undefined ? {} : { semantics: { className: VIEW, contentDesc: description } }),
  };
}

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

export interface TextFieldOptions {
  key: string;
  label: string;
  value: string;
  onChange(value: string): void;
  testTag?: string;
  imeAction?: EditableField["imeAction"];
  onAction?(): void;
  keyboard?: EditableField["keyboard"];
  lines?: number;
  focused?: boolean;
  size?: Size;
}

/** A Material outlined text field; its label is a text inside it. */
export function textField(options: TextFieldOptions): Element {
  const { key, label, value, onChange, testTag, imeAction = "next", keyboard = "text", lines = 1 } = options;
  const shown = keyboard === "password" ? "•".repeat([...value].length) : value;
  const focused = options.focused === true;
  const floats = value !== "" || focused;
  return {
    arrange: { type: "column" },
    size: { width: "fill", minHeight: 56 + (lines - 1) * 24, padding: [16, 8, 16, 8], ...options.size },
    paint: { border: focused ? "primary" : "outline", radius: 4 },
    semantics: {
      className: "android.widget.EditText",
      text: shown,
      ...(testTag === undefined ? {} : { resourceId: testTag }),
      ...(keyboard === "password" ? { password: true } : {}),
    },
    actions: {
      field: {
        key,
        value,
        onChange,
        imeAction,
        keyboard,
        ...(options.onAction === undefined ? {} : { onAction: options.onAction }),
      },
    },
    children: [
      floats
        ? text(label, { style: "bodySmall", color: focused ? "primary" : "onSurfaceVariant" })
        : column({ size: { padding: [0, 8, 0, 8] } }, text(label, { color: "onSurfaceVariant" })),
      // The value is the field's own text: it is drawn here, but is no node of its own.
      ...(floats
        ? [
            {
              arrange: { type: "text", value: shown, style: "bodyLarge", color: "onSurface" },
              size: { width: "fill" },
            } as const,
          ]
        : []),
    ],
  };
}

/** A Material card. */
export function card(
  options: ContainerOptions & { onTap?(): void; onLongPress?(): void },
  ...children: Element[]
): Element {
  const { gap = 8, align = "start", size, testTag, onTap, onLongPress } = options;
  return {
    arrange: { type: "column", gap, align },
    size: { width: "fill", padding: 16, ...size },
    paint: { background: "surfaceVariant", radius: 12 },
    semantics: { className: VIEW, ...(testTag === undefined ? {} : { resourceId: testTag }) },
    ...(onTap === undefined
      ? {}
      : { actions: { onTap, ...(onLongPress === undefined ? {} : { onLongPress }) } }),
    children,
  };
}

/** A column that scrolls when its content is higher than its room. */
export function scrollColumn(
  options: { key: string; gap?: number; size?: Size; testTag?: string; padding?: number },
  ...children: Element[]
): Element {
  const { key, gap = 16, size = {}, testTag, padding = 16 } = options;
  return {
    arrange: { type: "scroll", key, axis: "vertical" },
    size: { width: "fill", weight: 1, ...size },
    semantics: {
      className: "android.widget.ScrollView",
      ...(testTag === undefined ? {} : { resourceId: testTag }),
    },
    children: [column({ gap, size: { width: "fill", padding } }, ...children)],
  };
}

/** A list that builds only the rows on the screen. */
export function lazyColumn(options: {
  key: string;
  count: number;
  item(index: number): Element;
  gap?: number;
  size?: Size;
  testTag?: string;
}): Element {
  const { key, count, item, gap = 0, size = {}, testTag } = options;
  return {
    arrange: { type: "lazy", key, count, gap, item },
    size: { width: "fill", weight: 1, ...size },
    semantics: { className: VIEW, ...(testTag === undefined ? {} : { resourceId: testTag }) },
  };
}

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

/** A Material alert dialog's content; the runtime shows it in a window of its own. */
export function alertDialog(options: {
  title: string;
  body: string;
  actions: Element[];
  testTag?: string;
}): Element {
  return {
    arrange: { type: "column", gap: 16 },
    size: { width: 312, padding: 24 },
    paint: { background: "surfaceVariant", radius: 28 },
    semantics: { className: VIEW, ...(options.testTag === undefined ? {} : { resourceId: options.testTag }) },
    children: [
      text(options.title, { style: "headlineSmall" }),
      text(options.body, { style: "bodyMedium", color: "onSurfaceVariant" }),
      row({ size: { width: "fill" }, justify: "end", gap: 8 }, ...options.actions),
    ],
  };
}
