import { z } from "zod";
import { textBeside } from "../android/screen/beside.ts";
import { nearestRows } from "../android/screen/nearest.ts";
import { centerOf, ownLabel } from "../android/screen/node.ts";
import { describeSelector, findMatches, type Match, type Selector } from "../android/screen/select.ts";
import { quoteText } from "../android/screen/text.ts";
import type { Screen } from "../android/screen/types.ts";
import { describeRow } from "./observation.ts";
import { failed } from "./result.ts";
import type { ToolResult } from "./types.ts";

const text = z.string().min(1);

/** Exactly one way to name an element. */
export const selectorSchema = z
  .union(
    [
      z.strictObject({ elementId: text.describe("elementId of a row (its resource-id)") }),
      z.strictObject({ testTag: text.describe("Compose test tag") }),
      z.strictObject({ text: text.describe("Label of a row: text or content description") }),
      z.strictObject({ textAny: z.array(text).min(1).max(20).describe("The first of these that is there") }),
    ],
    { error: 'name the element by exactly one of elementId, testTag, text, textAny, e.g. {"text": "Save"}' },
  )
  .describe("Which element: exactly one of elementId, testTag, text, textAny");

/** `{elementId}` or `{text}`. */
export const simpleSelectorSchema = z.union([z.strictObject({ elementId: text }), z.strictObject({ text })], {
  error: 'exactly one of elementId and text, e.g. {"text": "Save"}',
});

export const containerSchema = simpleSelectorSchema
  .optional()
  .describe("Only elements inside this one: {elementId} or {text}");

export interface Choice {
  ok: true;
  match: Match;
  /** Where to touch, in pixels. */
  point: { x: number; y: number };
  index: number;
  total: number;
  strategy: "only" | "index" | "first" | "random";
}

/** `missing`: nothing matches, so it may still come; otherwise waiting does not help. */
export interface NoChoice {
  ok: false;
  missing: boolean;
  result: ToolResult;
}

const MAX_LISTED = 8;

/** The one element a call means, or the answer that says why it is not clear which. */
export function choose(
  screen: Screen,
  selector: Selector,
  options: {
    index?: number | undefined;
    strategy?: "first" | "random" | undefined;
    /** The tool has an argument for the index, which the answer may ask for. */
    takesIndex?: boolean;
  } = {},
): Choice | NoChoice {
  const matches = findMatches(screen, selector);
  const total = matches.length;
  if (total === 0)
    return { ok: false, missing: true, result: withScrollHint(screen, miss(screen, selector)) };
  let index = options.index ?? 0;
  let strategy: Choice["strategy"] = options.index === undefined ? "only" : "index";
  if (index >= total) {
    const there = total === 1 ? "only one element matches" : `only ${total} elements match`;
    return {
      ok: false,
      missing: false,
      result: failed(
        `index ${index} is too high: ${there} ${describeSelector(selector)}.${listing(screen, matches)}`,
      ),
    };
  }
  if (total > 1 && options.index === undefined) {
    if (!options.strategy) {
      const way = options.takesIndex ? "pass index to say which" : "name one by its elementId or whole text";
      const message = `${total} elements match ${describeSelector(selector)}: ${way}.${listing(screen, matches)}`;
      return { ok: false, missing: false, result: failed(message) };
    }
    strategy = options.strategy;
    if (strategy === "random") index = Math.floor(Math.random() * total);
  }
  const match = matches[index]!;
  const node = screen.nodes[match.position]!;
  const point =
    centerOf(node.bounds, screen.size) ?? centerOf(screen.nodes[match.target]!.bounds, screen.size);
  if (!point)
    return {
      ok: false,
      missing: false,
      result: failed(`${describeSelector(selector)} is off the screen; swipeOn with lookFor scrolls to it.`),
    };
  return { ok: true, match, point, index, total, strategy };
}

/** Nothing matches: says which screen this is and names the nearest elements on it. */
export function miss(screen: Screen, selector: Selector): ToolResult {
  const { focus, packageName } = screen;
  const cover = focus && focus.packageName !== packageName ? `, which covers ${focus.packageName}` : "";
  const near = nearestRows(screen, selector);
  const candidates =
    near.length > 0 ? ` Nearest: ${near.map(describeRow).join("; ")}.` : " The screen shows no elements.";
  return failed(
    `No element matches ${describeSelector(selector)} on ${screen.identity.name}${cover}.${candidates}`,
  );
}

function withScrollHint(screen: Screen, result: ToolResult): ToolResult {
  if (result.ok || !screen.nodes.some((node) => node.scrollable)) return result;
  return {
    ...result,
    message: `${result.message} More may be out of sight: swipeOn with lookFor scrolls to it.`,
  };
}

function listing(screen: Screen, matches: Match[]): string {
  const listed = matches.slice(0, MAX_LISTED).map(({ position, target }) => {
    const node = screen.nodes[position]!;
    const label = ownLabel(node) || ownLabel(screen.nodes[target]!);
    return { node, label, beside: textBeside(screen.nodes, target, (text) => text !== label) };
  });
  const items = listed.map(({ node, label, beside }, index) => {
    // What stands in the same row of a list tells an element from its twins; a title above all of them does not.
    const tells = beside !== "" && listed.filter((other) => other.beside === beside).length === 1;
    const around = tells ? ` beside ${quoteText(beside, 40)}` : "";
    return `${index}: ${label ? quoteText(label, 40) : node.resourceId}${around} at ${JSON.stringify(node.bounds)}`;
  });
  if (matches.length > items.length) items.push(`and ${matches.length - items.length} more`);
  return ` ${items.join("; ")}.`;
}

/** The element a call acted on, for its result. */
export function selectedElement(screen: Screen, choice: Choice): Record<string, unknown> {
  const node = screen.nodes[choice.match.position]!;
  const target = screen.nodes[choice.match.target]!;
  return {
    text: node.text || null,
    resourceId: node.resourceId || target.resourceId || null,
    contentDesc: node.contentDesc || null,
    bounds: node.bounds,
    indexInMatches: choice.index,
    totalMatches: choice.total,
    selectionStrategy: choice.strategy,
    ...(target.checkable ? { selectedState: target.checked } : {}),
  };
}
