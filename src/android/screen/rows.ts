import type { UiNode } from "../hierarchy/types.ts";
import { onOneLine, textBeside } from "./beside.ts";
import {
  affordancesOf,
  centerOf,
  contains,
  isField,
  isTouchable,
  isWithin,
  ownLabel,
  ownText,
  touchTarget,
} from "./node.ts";
import { normalizeText } from "./text.ts";
import type { Row, Rows, Screen } from "./types.ts";

/** Beyond this many nodes, what compares each with others is left out. */
const MAX_COMPARED_NODES = 2000;

/** An observation's rows: the skeleton (what can be acted on) and the context (other text), in document order. */
export function toRows(screen: Screen): Rows {
  const { nodes, size } = screen;
  const parts = collectTexts(nodes);
  const skeleton: Row[] = [];
  const context: Row[] = [];
  const seen = new Map<string, number>();
  const repeats: { row: Row; key: string }[] = [];
  nodes.forEach((node, position) => {
    if (!centerOf(node.bounds, size)) return;
    const affordances = affordancesOf(node);
    const isAction = affordances.length > 0;
    const row = isAction ? actionRow(node, parts.get(position) ?? []) : contextRow(nodes, node, position);
    if (!row) return;
    if (isAction) {
      row.affordances = affordances;
      if (isOccluded(screen, position)) row.occluded = true;
      const beside = row.label || !isTouchable(node) ? "" : besideOf(nodes, position);
      if (beside) row.beside = beside;
    }
    const key = row.elementId ? `#${row.elementId}` : `"${row.label ?? ""}`;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    repeats.push({ row, key });
    row.index = count;
    (isAction ? skeleton : context).push(row);
  });
  for (const { row, key } of repeats) if ((seen.get(key) ?? 0) < 2 || key === '"') delete row.index;
  return { skeleton, context };
}

function actionRow(node: UiNode, inside: string[]): Row {
  const row = startRow(node, ownLabel(node) || inside[0] || "");
  const { label } = row;
  const rest = isField(node)
    ? ownText(node) && node.hint !== node.text
      ? [normalizeText(node.hint)]
      : []
    : inside.filter((text) => text !== label);
  const sublabel = rest.filter(Boolean).join(" · ");
  if (sublabel) row.sublabel = sublabel.length > 200 ? `${sublabel.slice(0, 199)}…` : sublabel;
  if (node.checkable) row.checked = node.checked;
  if (node.selected) row.selected = true;
  if (node.focused && isField(node)) row.focused = true;
  if (!node.enabled) row.enabled = false;
  return row;
}

/** Names first: that is what a reader of the row looks for. */
function startRow(node: UiNode, label: string): Row {
  return {
    ...(node.resourceId ? { elementId: node.resourceId } : {}),
    ...(label ? { label } : {}),
    bounds: node.bounds!,
  };
}

/** Only text that no touchable element around it has taken as its label. */
function contextRow(nodes: UiNode[], node: UiNode, position: number): Row | null {
  const label = ownLabel(node);
  if (!label || touchTarget(nodes, position) !== null) return null;
  const row = startRow(node, label);
  if (node.selected) row.selected = true;
  return row;
}

/** Texts of plain nodes, gathered at the touchable node around them. */
function collectTexts(nodes: UiNode[]): Map<number, string[]> {
  const gathered = new Map<number, string[]>();
  nodes.forEach((node, position) => {
    if (isTouchable(node)) return;
    const label = ownLabel(node);
    if (!label) return;
    const target = touchTarget(nodes, position);
    if (target === null) return;
    const list = gathered.get(target) ?? [];
    if (!list.includes(label)) list.push(label);
    gathered.set(target, list);
  });
  return gathered;
}

function besideOf(nodes: UiNode[], position: number): string {
  if (nodes.length > MAX_COMPARED_NODES) return "";
  return textBeside(nodes, position, (_label, node) => onOneLine(nodes[position]!, node));
}

/** Later in a dump is above: a touch on the middle would reach another element. */
function isOccluded(screen: Screen, position: number): boolean {
  const { nodes } = screen;
  if (nodes.length > MAX_COMPARED_NODES || nodes[position]!.scrollable) return false;
  const center = centerOf(nodes[position]!.bounds, screen.size)!;
  for (let later = position + 1; later < nodes.length; later++) {
    const node = nodes[later]!;
    if (!node.clickable || !node.bounds || !contains(node.bounds, center)) continue;
    if (!isWithin(nodes, later, position)) return true;
  }
  return false;
}
