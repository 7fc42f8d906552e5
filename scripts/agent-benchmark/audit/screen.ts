import type { HierarchyResult, UiNode, UiWindow } from "../../../src/android/hierarchy/types.ts";
import type { Check } from "../result.ts";
import { excerptAround, findStandAlone, normalizeText } from "./text-match.ts";

const EXCERPT = 300;

/** Fields a person or an agent types into. */
const EDITABLE = /(?:EditText|AutoCompleteTextView|SearchAutoComplete)$/;

export interface ScreenMatchOptions {
  /**
   * `excluded` (the default): the text of an editable field is no evidence, since an agent can type it. `counts`: for
   * a screen that no agent has touched yet.
   */
  typedText?: "excluded" | "counts";
  /** The artifact that shows it. */
  evidence?: string | null;
}

interface Label {
  text: string;
  node: UiNode;
  /** Why it is no evidence; null when it is. */
  excluded: string | null;
}

/** What a label is worth, from the node it stands on. */
function excludedBecause(node: UiNode, typedText: "excluded" | "counts"): string | null {
  if (node.password) return "it is the content of a password field";
  if (node.hint !== "" && node.text === node.hint) return "it is only the hint of an empty field";
  if (typedText === "excluded" && EDITABLE.test(node.className) && node.enabled) {
    return "it stands in a text field, where an agent can type anything";
  }
  return null;
}

/** Nodes with area inside their window, by index. Nodes without bounds have none. */
function visibleNodes(window: UiWindow, packageName: string): UiNode[] {
  const roots: number[] = [];
  return window.nodes.filter((node, index) => {
    const root = node.parent < 0 || node.parent >= index ? index : (roots[node.parent] ?? index);
    roots.push(root);
    const rootNode = window.nodes[root];
    if (node.packageName !== packageName || rootNode?.packageName !== packageName) return false;
    if (!node.bounds) return false;
    const [left, top, right, bottom] = node.bounds;
    if (right <= left || bottom <= top) return false;
    if (!rootNode.bounds) return true;
    const [rootLeft, rootTop, rootRight, rootBottom] = rootNode.bounds;
    if (rootRight <= rootLeft || rootBottom <= rootTop) return true;
    return left < rootRight && right > rootLeft && top < rootBottom && bottom > rootTop;
  });
}

function labelsOf(windows: readonly UiWindow[], packageName: string, typed: "excluded" | "counts"): Label[] {
  const labels: Label[] = [];
  for (const window of windows) {
    for (const node of visibleNodes(window, packageName)) {
      const text = normalizeText(node.text);
      if (text !== "") labels.push({ text, node, excluded: excludedBecause(node, typed) });
      const description = normalizeText(node.contentDesc);
      // A description is written by the app, also on a field; only a password's may repeat its content.
      if (description !== "" && description !== text) {
        labels.push({
          text: description,
          node,
          excluded: node.password ? "it describes a password field" : null,
        });
      }
    }
  }
  return labels;
}

/**
 * Checks what the device shows: each expected text must stand alone within the text or the content-desc of one of the
 * app's own nodes, with area, in a window whose root node is the app's. Case counts; white space and Unicode form do
 * not. One check for each expected text, in order; `observed` is null when there was no screen to look at.
 */
export function matchScreen(
  hierarchy: HierarchyResult | { status: "unreadable"; reason: string },
  packageName: string,
  expected: readonly string[],
  options: ScreenMatchOptions = {},
): Check[] {
  const evidence = options.evidence ?? null;
  if (hierarchy.status !== "ok") {
    const reason = `The screen could not be observed: ${hierarchy.reason.replace(/[.\s]+$/, "")}.`;
    return expected.map((wanted) => failed(wanted, null, reason, evidence));
  }
  const windows = hierarchy.windows.filter((window) => window.nodes.length > 0);
  const labels = labelsOf(windows, packageName, options.typedText ?? "excluded");
  const foreign = labels.length === 0 ? foreignPackages(windows, packageName) : null;
  return expected.map((wanted) => checkLabel(wanted, labels, foreign, packageName, evidence));
}

/** The nodes that show an expected text by the rules of matchScreen, in document order: what a report points at. */
export function evidenceNodes(windows: readonly UiWindow[], packageName: string, wanted: string): UiNode[] {
  const needle = normalizeText(wanted);
  const labels = labelsOf(windows, packageName, "excluded");
  const found = labels.filter(
    ({ text, excluded }) => excluded === null && findStandAlone(text, needle) !== -1,
  );
  return [...new Set(found.map(({ node }) => node))];
}

function foreignPackages(windows: readonly UiWindow[], packageName: string): string | null {
  const roots = new Set(windows.map((window) => window.nodes[0]?.packageName ?? window.packageName));
  if (roots.has(packageName)) return null;
  return roots.size === 0 ? "nothing" : [...roots].slice(0, 5).join(", ");
}

function checkLabel(
  wanted: string,
  labels: readonly Label[],
  foreign: string | null,
  packageName: string,
  evidence: string | null,
): Check {
  const needle = normalizeText(wanted);
  let excluded: Label | null = null;
  for (const label of labels) {
    const at = findStandAlone(label.text, needle);
    if (at === -1) continue;
    if (label.excluded === null) return passed(wanted, excerptAround(label.text, at, EXCERPT), evidence);
    excluded ??= label;
  }
  if (foreign !== null) {
    return failed(wanted, `(${foreign})`, `The screen shows ${foreign} instead of ${packageName}.`, evidence);
  }
  if (excluded) {
    const reason = `The text is on the screen, but it does not count: ${excluded.excluded}.`;
    return failed(wanted, excerptAround(excluded.text, 0, EXCERPT), reason, evidence);
  }
  const nearest = nearestLabel(labels, needle);
  if (nearest?.text.includes(needle)) {
    const reason = "The app shows the text only as a part of a longer word or number.";
    return failed(
      wanted,
      excerptAround(nearest.text, nearest.text.indexOf(needle), EXCERPT),
      reason,
      evidence,
    );
  }
  if (labels.length === 0) return failed(wanted, "", "The app's screen shows no text at all.", evidence);
  const observed = nearest ? excerptAround(nearest.text, 0, EXCERPT) : firstLabels(labels);
  return failed(wanted, observed, "The app does not show the text.", evidence);
}

/** The label that holds the text, or that begins most like it; null when none is like it. */
function nearestLabel(labels: readonly Label[], needle: string): Label | null {
  let best: Label | null = null;
  let bestLength = Math.min(4, needle.length) - 1;
  for (const label of labels) {
    if (needle !== "" && label.text.includes(needle)) return label;
    let length = 0;
    while (length < needle.length && label.text[length] === needle[length]) length += 1;
    if (length > bestLength) {
      best = label;
      bestLength = length;
    }
  }
  return best;
}

function firstLabels(labels: readonly Label[]): string {
  const text = labels
    .filter((label) => label.excluded === null)
    .slice(0, 12)
    .map((label) => label.text.slice(0, 60))
    .join(" | ");
  return excerptAround(text, 0, EXCERPT);
}

function passed(expected: string, observed: string, evidence: string | null): Check {
  return { kind: "screen", expected, passed: true, observed, reason: null, evidence };
}

function failed(expected: string, observed: string | null, reason: string, evidence: string | null): Check {
  return { kind: "screen", expected, passed: false, observed, reason, evidence };
}
