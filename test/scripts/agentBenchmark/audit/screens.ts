import type { HierarchyResult, UiNode } from "../../../../src/android/hierarchy/types.ts";

export const PACKAGE = "com.suite";

/** A node with the app's package and some area; the root comes first. */
export function node(extra: Partial<UiNode> = {}): UiNode {
  return {
    index: 0,
    parent: 0,
    depth: 1,
    text: "",
    resourceId: "",
    className: "android.widget.TextView",
    packageName: PACKAGE,
    contentDesc: "",
    hint: "",
    checkable: false,
    checked: false,
    clickable: false,
    enabled: true,
    focusable: false,
    focused: false,
    scrollable: false,
    longClickable: false,
    password: false,
    selected: false,
    bounds: [0, 100, 500, 200],
    ...extra,
  };
}

/** One window whose root is the app's, with these nodes below it. */
export function screenOf(nodes: readonly Partial<UiNode>[], root: Partial<UiNode> = {}): HierarchyResult {
  const rootNode = node({ parent: -1, depth: 0, bounds: [0, 0, 1080, 2400], ...root });
  return {
    status: "ok",
    prefix: "",
    suffix: "",
    windows: [
      {
        packageName: rootNode.packageName,
        rotation: 0,
        window: null,
        nodes: [rootNode, ...nodes.map((extra) => node(extra))],
      },
    ],
  };
}
