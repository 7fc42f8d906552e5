import type { UiNode } from "../hierarchy/types.ts";
import { hasArea, ownLabel } from "./node.ts";

const MAX_BOXES = 3;

/** The first text that `accepts` takes in the smallest box around the node that holds one, or "". */
export function textBeside(
  nodes: UiNode[],
  position: number,
  accepts: (label: string, node: UiNode) => boolean,
): string {
  let box = nodes[position]!.parent;
  for (let boxes = 0; box >= 0 && boxes < MAX_BOXES; boxes++) {
    for (let at = box + 1; at < nodes.length && nodes[at]!.depth > nodes[box]!.depth; at++) {
      const label = ownLabel(nodes[at]!);
      if (label && accepts(label, nodes[at]!)) return label;
    }
    box = nodes[box]!.parent;
  }
  return "";
}

/** Whether two nodes share some height of the screen. */
export function onOneLine(a: UiNode, b: UiNode): boolean {
  return hasArea(a.bounds) && hasArea(b.bounds) && a.bounds[1] < b.bounds[3] && b.bounds[1] < a.bounds[3];
}
