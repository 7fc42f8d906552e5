import type { HierarchyResult, UiNode } from "../../../../src/android/hierarchy/types.ts";
import { evidenceNodes } from "../../audit/screen.ts";
import type { RunResult } from "../../result.ts";
import type { Picture } from "./types.ts";

/** Nodes that a page draws; the ones that say something come first. */
export const MOST_NODES = 1_000;

export interface ScreenNode {
  node: UiNode;
  bounds: readonly [number, number, number, number];
  /** Expected texts of passed checks that this node shows. */
  shows: string[];
}

export interface ScreenView {
  width: number;
  height: number;
  nodes: ScreenNode[];
  /** Nodes with area that are not drawn. */
  left: number;
}

/** What to draw over the picture: nodes with area in document order, so that inner ones lie on top. Null: nothing to draw. */
export function screenView(
  result: RunResult,
  hierarchy: HierarchyResult | null,
  picture: Picture | null,
): ScreenView | null {
  if (hierarchy?.status !== "ok") {
    return picture ? { width: picture.width, height: picture.height, nodes: [], left: 0 } : null;
  }
  const shows = nodesOfChecks(result, hierarchy);
  const all = hierarchy.windows.flatMap((window) =>
    window.nodes.flatMap((node): ScreenNode[] => {
      if (!node.bounds) return [];
      const [left, top, right, bottom] = node.bounds;
      if (right <= left || bottom <= top) return [];
      return [{ node, bounds: node.bounds, shows: shows.get(node) ?? [] }];
    }),
  );
  const kept = all.length <= MOST_NODES ? all : preferred(all);
  const size = (side: 2 | 3) => Math.max(1, ...kept.map(({ bounds }) => bounds[side]));
  return {
    width: picture?.width ?? size(2),
    height: picture?.height ?? size(3),
    nodes: kept,
    left: all.length - kept.length,
  };
}

function nodesOfChecks(result: RunResult, hierarchy: Extract<HierarchyResult, { status: "ok" }>) {
  const shows = new Map<UiNode, string[]>();
  const packageName = result.appBuild?.packageName;
  if (packageName === undefined) return shows;
  for (const check of result.checks) {
    if (check.kind !== "screen" || !check.passed) continue;
    for (const node of evidenceNodes(hierarchy.windows, packageName, check.expected)) {
      shows.set(node, [...(shows.get(node) ?? []), check.expected]);
    }
  }
  return shows;
}

/** The first MOST_NODES of those that say something, then of the others, in document order again. */
function preferred(nodes: readonly ScreenNode[]): ScreenNode[] {
  const speaks = ({ node, shows }: ScreenNode) =>
    shows.length > 0 || node.text !== "" || node.contentDesc !== "" || node.resourceId !== "";
  const chosen = new Set(
    [...nodes.filter(speaks), ...nodes.filter((node) => !speaks(node))].slice(0, MOST_NODES),
  );
  return nodes.filter((node) => chosen.has(node));
}
