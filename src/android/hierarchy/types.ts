/** [left, top, right, bottom] in pixels of the rotated display. */
export type Bounds = [number, number, number, number];

/** One node of a uiautomator dump, in document order. Children follow their parent. */
export interface UiNode {
  index: number;
  /** Position of the parent in the flat list; -1 for a root. */
  parent: number;
  depth: number;
  text: string;
  resourceId: string;
  className: string;
  packageName: string;
  contentDesc: string;
  hint: string;
  checkable: boolean;
  checked: boolean;
  clickable: boolean;
  enabled: boolean;
  focusable: boolean;
  focused: boolean;
  scrollable: boolean;
  longClickable: boolean;
  password: boolean;
  selected: boolean;
  bounds: Bounds | null;
}

export interface UiWindow {
  /** Package of the window's root node. */
  packageName: string;
  rotation: number | null;
  nodes: UiNode[];
}

/** One window for `<hierarchy>`, several for `<displays>` (uiautomator dump --windows). */
export type HierarchyResult =
  | { status: "ok"; windows: UiWindow[]; prefix: string; suffix: string }
  | { status: "unreadable"; reason: string };
