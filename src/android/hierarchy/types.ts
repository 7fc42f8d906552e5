/** [left, top, right, bottom] in pixels of the rotated display. */
export type Bounds = [number, number, number, number];

/** One node of a uiautomator dump, in document order. Children follow their parent. */
export interface UiNode {
  /** The `index` attribute: position among its siblings, as Android counts them. */
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
  /** Only in a `--windows` dump; null in a plain one. */
  window: WindowAttributes | null;
}

/** What `uiautomator dump --windows` says about a window. */
interface WindowAttributes {
  displayId: number | null;
  title: string;
  type: string;
  active: boolean;
  focused: boolean;
  layer: number | null;
  bounds: Bounds | null;
}

/** One window for `<hierarchy>`, several for `<displays>` (uiautomator dump --windows). */
export type HierarchyResult =
  | { status: "ok"; windows: UiWindow[]; prefix: string; suffix: string }
  | { status: "unreadable"; code: UnreadableCode; reason: string };

/** What kind of capture failure it was: the text that came instead of a tree, or what is wrong with the tree. */
export type UnreadableCode =
  | "EMPTY"
  | "NOT_IDLE"
  | "NULL_ROOT"
  | "ALREADY_REGISTERED"
  | "KILLED"
  | "NO_XML"
  | "TRUNCATED"
  | "TWO_DOCUMENTS"
  | "DOCTYPE"
  | "MALFORMED"
  | "RE_ENCODED"
  | "TOO_LARGE";
