import type { UiNode } from "../hierarchy/types.ts";
import { centerOf, isWithin, ownText, touchTarget } from "./node.ts";
import { normalizeText } from "./text.ts";
import type { Screen } from "./types.ts";

/** Exactly one of the first four; `container` narrows the search to what lies within it. */
export interface Selector {
  elementId?: string | undefined;
  testTag?: string | undefined;
  text?: string | undefined;
  textAny?: string[] | undefined;
  container?: { elementId?: string | undefined; text?: string | undefined } | undefined;
}

/** A node that a selector names, and the node a touch on it acts on (itself when nothing around it is touchable). */
export interface Match {
  position: number;
  target: number;
}

/**
 * Everything on the screen that the selector names, in document order. Ids match whole, with or without the package's
 * prefix. Texts match text or content description: exactly if anything does, else ignoring case, else as a part. Two
 * nodes inside one touchable element are one match.
 */
export function findMatches(screen: Screen, selector: Selector): Match[] {
  const within = selector.container ? findMatches(screen, selector.container) : null;
  const visible = screen.nodes.flatMap((node, position) => {
    if (!centerOf(node.bounds, screen.size)) return [];
    if (within && !within.some((outer) => isWithin(screen.nodes, position, outer.position))) return [];
    return [position];
  });
  return merge(screen.nodes, candidates(screen.nodes, visible, selector));
}

function candidates(nodes: UiNode[], visible: number[], selector: Selector): number[] {
  const id = selector.elementId ?? selector.testTag;
  if (id !== undefined) return visible.filter((at) => isNamed(nodes[at]!, id));
  for (const wanted of selector.textAny ?? (selector.text === undefined ? [] : [selector.text])) {
    const found = byText(nodes, visible, wanted);
    if (found.length > 0) return found;
  }
  return [];
}

/** `pkg:id/name` is named by itself and by `name`; a Compose test tag stands in the dump without a prefix. */
function isNamed(node: UiNode, id: string): boolean {
  if (node.resourceId === "") return false;
  return node.resourceId === id || node.resourceId.slice(node.resourceId.indexOf("/") + 1) === id;
}

function byText(nodes: UiNode[], visible: number[], text: string): number[] {
  const wanted = normalizeText(text);
  if (wanted === "") return [];
  const lower = wanted.toLowerCase();
  const tiers: ((label: string) => boolean)[] = [
    (label) => label === wanted,
    (label) => label.toLowerCase() === lower,
    (label) => label.toLowerCase().includes(lower),
  ];
  for (const tier of tiers) {
    const found = visible.filter((at) => textsOf(nodes[at]!).some(tier));
    if (found.length > 0) return found;
  }
  return [];
}

/** Text, content description and hint, and each line of them (Flutter joins a subtree into one description). */
function textsOf(node: UiNode): string[] {
  const raw = [ownText(node), node.contentDesc, node.hint].filter((text) => text !== "");
  return raw.flatMap((text) => {
    const lines = text.includes("\n") ? text.split("\n") : [];
    return [text, ...lines].map(normalizeText).filter((part) => part !== "");
  });
}

function merge(nodes: UiNode[], found: number[]): Match[] {
  const matches: Match[] = [];
  const targets = new Set<number>();
  for (const position of found) {
    const touch = touchTarget(nodes, position);
    if (touch !== null) {
      if (targets.has(touch)) continue;
      targets.add(touch);
    } else if (matches.some((match) => isWithin(nodes, position, match.position))) continue;
    matches.push({ position, target: touch ?? position });
  }
  return matches;
}

/** The selector as an agent wrote it, for messages. */
export function describeSelector(selector: Selector): string {
  const { container, ...rest } = selector;
  const [key, value] = Object.entries(rest).find(([, value]) => value !== undefined) ?? ["text", ""];
  const inside = container ? ` inside ${describeSelector(container)}` : "";
  return `${key} ${JSON.stringify(value)}${inside}`;
}
