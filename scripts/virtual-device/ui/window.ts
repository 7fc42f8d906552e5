import type { WindowInfo } from "../system/types.ts";
import type { Placed, Rect } from "./layout/placed.ts";

/** One window on the display, laid out. */
export interface PlacedWindow {
  packageName: string;
  title: string;
  type: WindowInfo["type"];
  /** Can hold the input focus, and so be what a plain dump shows. */
  focusable: boolean;
  bounds: Rect;
  root: Placed;
  /** Stable while the window lives, as AccessibilityWindowInfo's id is. */
  id: number;
  layer: number;
  /** What lies behind a dialog is darkened in the picture. */
  dims: boolean;
  /** A modal window: what a touch outside of it does. */
  outside?: () => void;
}
