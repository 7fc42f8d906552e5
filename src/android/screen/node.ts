import type { Bounds, UiNode } from "../hierarchy/types.ts";
import { normalizeText } from "./text.ts";
import type { Affordance } from "./types.ts";

/** What can be done with a node, from its flags and class. */
export function affordancesOf(node: UiNode): Affordance[] {
  const found: Affordance[] = [];
  if (isField(node)) found.push("input");
  if (node.checkable) found.push("toggle");
  else if (node.clickable) found.push("tap");
  if (node.longClickable) found.push("long-press");
  if (node.scrollable) found.push("scroll");
  return found;
}

/** A node that answers to a touch, so that a text inside it stands for it. */
export function isTouchable(node: UiNode): boolean {
  return node.clickable || node.longClickable || node.checkable || isField(node);
}

/** A text field: stock class names, their AppCompat and Material children, and Compose's. */
export function isField(node: UiNode): boolean {
  return /(?:EditText|AutoCompleteTextView|SearchAutoComplete)$/.test(node.className);
}

/** Text as read on the screen; a field whose text is its own hint is empty. */
export function ownText(node: UiNode): string {
  if (isField(node) && node.hint !== "" && node.text === node.hint) return "";
  return normalizeText(node.text);
}

/** Text, else content description, else a field's hint. */
export function ownLabel(node: UiNode): string {
  return ownText(node) || normalizeText(node.contentDesc) || (isField(node) ? normalizeText(node.hint) : "");
}

/** The node's own label, else the first one inside it. */
export function labelWithin(nodes: UiNode[], position: number): string {
  const top = nodes[position]!;
  const own = ownLabel(top);
  if (own) return own;
  for (let at = position + 1; at < nodes.length && nodes[at]!.depth > top.depth; at++) {
    const label = ownLabel(nodes[at]!);
    if (label) return label;
  }
  return "";
}

export function hasArea(bounds: Bounds | null): bounds is Bounds {
  return bounds !== null && bounds[2] > bounds[0] && bounds[3] > bounds[1];
}

/** The middle of a node's part inside the display, in whole pixels; null when no part is. */
export function centerOf(bounds: Bounds | null, size: { width: number; height: number }) {
  if (!hasArea(bounds)) return null;
  const left = Math.max(0, bounds[0]);
  const top = Math.max(0, bounds[1]);
  const right = Math.min(size.width, bounds[2]);
  const bottom = Math.min(size.height, bounds[3]);
  if (right <= left || bottom <= top) return null;
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

export function contains(bounds: Bounds, point: { x: number; y: number }): boolean {
  return point.x >= bounds[0] && point.x < bounds[2] && point.y >= bounds[1] && point.y < bounds[3];
}

/** Whether the node at `position` lies within the one at `ancestor` (or is it). */
export function isWithin(nodes: UiNode[], position: number, ancestor: number): boolean {
  for (let at = position; at >= ancestor; at = nodes[at]!.parent) if (at === ancestor) return true;
  return false;
}

/** Position of the nearest touchable node that the node is, or lies in; null when there is none. */
export function touchTarget(nodes: UiNode[], position: number): number | null {
  for (let at = position; at >= 0; at = nodes[at]!.parent) if (isTouchable(nodes[at]!)) return at;
  return null;
}
