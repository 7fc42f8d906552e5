import type { IconName } from "../picture/icons.ts";

/** A role of the Material colour scheme (theme.ts) or a fixed colour `#rrggbb`. */
export type Color =
  | "background"
  | "surface"
  | "surfaceVariant"
  | "primary"
  | "onPrimary"
  | "primaryContainer"
  | "onPrimaryContainer"
  | "onSurface"
  | "onSurfaceVariant"
  | "outline"
  | "outlineVariant"
  | "error"
  | "onError"
  | "inverseSurface"
  | "inverseOnSurface"
  | `#${string}`;

/** Material's type scale; sizes in sp stand in layout/text.ts. */
export type TextStyle =
  | "headlineLarge"
  | "headlineMedium"
  | "headlineSmall"
  | "titleLarge"
  | "titleMedium"
  | "titleSmall"
  | "bodyLarge"
  | "bodyMedium"
  | "bodySmall"
  | "labelLarge"
  | "labelMedium"
  | "labelSmall"
  | "clock";

export type Alignment = "start" | "center" | "end";

/** How an element places its children. Gaps and sizes are dp. */
export type Arrange =
  | { type: "column"; gap?: number; align?: Alignment; justify?: Alignment | "between" }
  | { type: "row"; gap?: number; align?: Alignment; justify?: Alignment | "between" }
  | { type: "box"; alignX?: Alignment; alignY?: Alignment }
  | { type: "text"; value: string; style: TextStyle; color: Color; align?: Alignment; maxLines?: number }
  | { type: "icon"; name: IconName; color: Color; size: number }
  | { type: "scroll"; key: string; axis: "vertical" | "horizontal"; gap?: number }
  /** Rows are built only while they are on the screen. */
  | { type: "lazy"; key: string; count: number; gap?: number; item(index: number): Element };

/** Sizes in dp; "fill" takes what the parent offers; absent wraps the content. */
export interface Size {
  width?: number | "fill";
  height?: number | "fill";
  minWidth?: number;
  minHeight?: number;
  /** Share of what is left in a row or column. */
  weight?: number;
  /** [start, top, end, bottom] or one number for all sides. */
  padding?: number | readonly [number, number, number, number];
  /** Takes the size its parent gets from the other children (a box only). */
  matchParent?: boolean;
}

/** What accessibility, and so a dump, says about an element. Elements without are invisible to it. */
export interface Semantics {
  className: string;
  text?: string;
  contentDesc?: string;
  resourceId?: string;
  hint?: string;
  checkable?: boolean;
  checked?: boolean;
  selected?: boolean;
  password?: boolean;
  disabled?: boolean;
  /** Focusable without being clickable. */
  focusable?: boolean;
  /** Overrides the package of the window (a notification's content belongs to the app that posted it). */
  packageName?: string;
}

export interface Paint {
  background?: Color;
  /** Corner radius in dp; "round" for a pill. */
  radius?: number | "round";
  border?: Color;
  /** Fraction 0..1 of the width that `fraction.color` fills: progress bars. */
  fraction?: { value: number; color: Color };
}

export interface EditableField {
  key: string;
  value: string;
  onChange(value: string): void;
  /** What ENTER or the keyboard's action key does. */
  imeAction: "next" | "done" | "search" | "send" | "go" | "newline";
  onAction?(): void;
  keyboard: "text" | "number" | "email" | "password";
}

export interface Actions {
  onTap?(): void;
  onDoubleTap?(): void;
  onLongPress?(): void;
  onSwipe?(direction: "left" | "right" | "up" | "down"): void;
  /** A drag that began here and ended over the element whose drop key is given, or over none. */
  onDrag?(dropKey: string | null): void;
  dropKey?: string;
  field?: EditableField;
}

/** One node of a screen: pure data apart from its handlers. */
export interface Element {
  arrange: Arrange;
  size?: Size;
  semantics?: Semantics;
  paint?: Paint;
  actions?: Actions;
  children?: readonly Element[];
}
