import type { Element, Semantics } from "./kit/element.ts";
import { isEmpty, type Placed, type Rect } from "./layout/placed.ts";
import type { PlacedWindow } from "./window.ts";

export interface DumpOptions {
  rotation: number;
  /** `--compressed`: nodes that are not important for accessibility are left out, their children kept. */
  compressed: boolean;
  /** Newer releases append drawing-order and hint to each node. */
  extraAttributes: boolean;
  /** Key of the focused field. */
  focus: string | null;
}

const PROLOG = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";

/** What `uiautomator dump` writes for one window (AOSP AccessibilityNodeInfoDumper, KXmlSerializer). */
export function dumpWindow(window: PlacedWindow, options: DumpOptions): string {
  const out: string[] = [PROLOG];
  writeHierarchy(window, options, out);
  return out.join("");
}

/** What `uiautomator dump --windows` writes on Android 14 and later: every window of the display, top first. */
export function dumpWindows(
  windows: readonly PlacedWindow[],
  active: PlacedWindow | null,
  options: DumpOptions,
): string {
  const out: string[] = [PROLOG, '<displays><display id="0">'];
  for (const [index, window] of windows.entries()) {
    const isActive = String(window === active);
    out.push(
      `<window index="${index}" title=${attribute(window.title)} bounds="${boundsText(window.bounds)}"`,
      ` active="${isActive}" focused="${isActive}" accessibility-focused="false" id="${window.id}"`,
      ` layer="${window.layer}" type="${WINDOW_TYPES[window.type]}">`,
    );
    writeHierarchy(window, options, out);
    out.push("</window>");
  }
  out.push("</display></displays>");
  return out.join("");
}

const WINDOW_TYPES = {
  application: "TYPE_APPLICATION",
  dialog: "TYPE_APPLICATION",
  system: "TYPE_SYSTEM",
  "input-method": "TYPE_INPUT_METHOD",
} as const;

function writeHierarchy(window: PlacedWindow, options: DumpOptions, out: string[]): void {
  out.push(`<hierarchy rotation="${options.rotation}">`);
  const root = accessibilityTree(window.root, options.compressed)[0];
  if (root !== undefined) writeNode(root, 0, window.packageName, options, out);
  out.push("</hierarchy>");
}

interface Node {
  placed: Placed;
  semantics: Semantics;
  children: Node[];
  visible: boolean;
}

/** The tree accessibility sees: elements without semantics are replaced by what is in them. */
function accessibilityTree(placed: Placed, compressed: boolean): Node[] {
  const children: Node[] = [];
  for (const child of placed.children) children.push(...accessibilityTree(child, compressed));
  const semantics = placed.element.semantics;
  if (semantics === undefined || (compressed && !important(placed, semantics))) return children;
  return [{ placed, semantics, children, visible: !isEmpty(placed.visible) }];
}

function important(placed: Placed, semantics: Semantics): boolean {
  return (
    (semantics.text ?? "") !== "" ||
    (semantics.contentDesc ?? "") !== "" ||
    semantics.checkable === true ||
    semantics.focusable === true ||
    placed.scrolls !== null ||
    isClickable(placed.element) ||
    placed.element.actions?.field !== undefined
  );
}

/** Whether accessibility says that an element can be clicked. */
export function isClickable(element: Element): boolean {
  return element.actions?.onTap !== undefined || element.actions?.field !== undefined;
}

function writeNode(
  node: Node,
  index: number,
  packageName: string,
  options: DumpOptions,
  out: string[],
): void {
  const { placed, semantics } = node;
  const actions = placed.element.actions;
  const clickable = isClickable(placed.element) && semantics.disabled !== true;
  const focusable = isClickable(placed.element) || semantics.focusable === true;
  const focused = actions?.field !== undefined && actions.field.key === options.focus;
  const owner = semantics.packageName ?? packageName;
  out.push("<node ");
  if (isNaf(node)) out.push('NAF="true" ');
  out.push(
    `index="${index}" text=${attribute(semantics.text ?? "")} resource-id=${attribute(semantics.resourceId ?? "")}`,
    ` class="${semantics.className}" package="${owner}" content-desc=${attribute(semantics.contentDesc ?? "")}`,
    ` checkable="${semantics.checkable === true}" checked="${semantics.checked === true}" clickable="${clickable}"`,
    ` enabled="${semantics.disabled !== true}" focusable="${focusable}" focused="${focused}"`,
    ` scrollable="${placed.scrolls?.canScroll === true}" long-clickable="${isLongClickable(placed.element)}"`,
    ` password="${semantics.password === true}" selected="${semantics.selected === true}"`,
    ` bounds="${boundsText(placed.visible)}"`,
  );
  if (options.extraAttributes) out.push(` drawing-order="${index}" hint=${attribute(semantics.hint ?? "")}`);
  if (!node.children.some((child) => child.visible)) {
    out.push(" />");
    return;
  }
  out.push(">");
  for (const [position, child] of node.children.entries()) {
    // A child nobody can see is left out with everything in it, but keeps its place in the count.
    if (child.visible) writeNode(child, position, owner, options, out);
  }
  out.push("</node>");
}

function isLongClickable(element: Element): boolean {
  return element.actions?.onLongPress !== undefined || element.actions?.field !== undefined;
}

const NAF_EXCLUDED = new Set(
  ["GridView", "GridLayout", "ListView", "TableLayout"].map((name) => `android.widget.${name}`),
);

/** "Not accessibility friendly": can be clicked, but neither it nor anything in it has a text or description. */
function isNaf(node: Node): boolean {
  if (!isClickable(node.placed.element) || node.semantics.disabled === true) return false;
  return !NAF_EXCLUDED.has(node.semantics.className) && !isLabelled(node);
}

function isLabelled({ semantics, children }: Node): boolean {
  if ((semantics.text ?? "") !== "" || (semantics.contentDesc ?? "") !== "") return true;
  return children.some(isLabelled);
}

function boundsText(rect: Rect): string {
  return `[${rect.left},${rect.top}][${rect.right},${rect.bottom}]`;
}

/** A quoted attribute value: in apostrophes when the value holds a quotation mark, as KXmlSerializer does it. */
export function attribute(value: string): string {
  if (/^[ !#-%'-;=?-~]*$/.test(value)) return `"${value}"`;
  const quote = value.includes('"') ? "'" : '"';
  let out = quote;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code >= 0xd800 && code <= 0xdfff) {
      const whole = value.codePointAt(at) ?? code;
      if (whole > 0xffff) at++;
      out += whole > 0xffff ? `&#${whole};` : ".";
    } else out += escaped(code, quote);
  }
  return out + quote;
}

function escaped(code: number, quote: string): string {
  if (code === 0x26) return "&amp;";
  if (code === 0x3c) return "&lt;";
  if (code === 0x3e) return "&gt;";
  if (code === 0x27 && quote === "'") return "&apos;";
  if (code === 0x9 || code === 0xa || code === 0xd) return `&#${code};`;
  const forbidden = code < 0x20 || (code >= 0x7f && code <= 0x9f && code !== 0x85) || code >= 0xfffe;
  return forbidden || (code >= 0xfdd0 && code <= 0xfddf) ? "." : String.fromCharCode(code);
}
