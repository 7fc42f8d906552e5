import type { Bounds, UiNode } from "../hierarchy/types.ts";

/** One look at a device: the active window's nodes and what is in front. */
export interface Screen {
  /** Names this look in results. */
  id: string;
  /** Epoch milliseconds. */
  takenAt: number;
  nodes: UiNode[];
  /** Quarter turns; null when the dump did not say. */
  rotation: number | null;
  /** Pixels of the display as it is turned. */
  display: { width: number; height: number };
  /** Right and lower end of the window's root node: less than the display for a dialog or in split screen. */
  size: { width: number; height: number };
  /** Package of the window's root node. */
  packageName: string;
  /** What the window manager has in focus; null when it named nothing. */
  focus: { packageName: string; activity: string | null } | null;
  identity: ScreenIdentity;
}

/** Which screen of an app this is: stable while only its contents change. */
export interface ScreenIdentity {
  name: string;
  key: string;
  source: "navigation-tag" | "activity" | "package";
}

export type Affordance = "tap" | "long-press" | "input" | "scroll" | "toggle";

/** One row of an observation. `elementId` or `label` can be used as a selector as they stand, with `index` when given. */
export interface Row {
  elementId?: string;
  label?: string;
  sublabel?: string;
  /** Of an element without a label: the text on its line, as a switch has in a list of settings. */
  beside?: string;
  bounds: Bounds;
  affordances?: Affordance[];
  checked?: boolean;
  selected?: true;
  focused?: true;
  enabled?: false;
  occluded?: true;
  index?: number;
}

/** What can be acted on, and what can only be read. */
export interface Rows {
  skeleton: Row[];
  context: Row[];
}
