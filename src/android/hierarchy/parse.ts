import { cutDocument } from "./cut.ts";
import { BadReferenceError, decodeDump, looksReEncoded } from "./decode.ts";
import { DoctypeError, ScanError, scanXml, type Tag } from "./scan.ts";
import type { Bounds, HierarchyResult, UiNode, UiWindow, UnreadableCode } from "./types.ts";

const MAX_BYTES = 1024 * 1024 * 1024;
const MAX_NODES = 2_000_000;
const DOCTYPE_REASON = "the dump has a DOCTYPE, which uiautomator never writes";

/**
 * Reads what `uiautomator dump` (with or without `--windows`) wrote. Pure, iterative, never throws: anything that is not
 * one whole, well-formed document is "unreadable" with a reason. The rules are those measured on real captures: both
 * kinds of quotes, references decoded once, text before and after the document, missing attributes, no DOCTYPE.
 */
export function parseHierarchy(bytes: Uint8Array): HierarchyResult {
  if (bytes.length > MAX_BYTES) return unreadable("TOO_LARGE", `the dump is larger than ${MAX_BYTES} bytes`);
  const { text, encoding } = decodeDump(bytes);
  if (encoding !== "utf-8" && looksReEncoded(text)) {
    return unreadable("RE_ENCODED", "the host's shell re-encoded the dump with a code page");
  }
  const cut = cutDocument(text);
  if (cut.status === "unreadable") return cut;
  if (text.slice(0, cut.start).includes("<!DOCTYPE")) return unreadable("DOCTYPE", DOCTYPE_REASON);
  const windows = readDocument(text.slice(cut.start, cut.end));
  if (!Array.isArray(windows)) return windows;
  return { status: "ok", windows, prefix: text.slice(0, cut.start), suffix: text.slice(cut.end) };
}

/** Ends the parse at once; caught in `readDocument`, never seen outside. */
class Refusal extends Error {
  readonly code: UnreadableCode;
  constructor(code: UnreadableCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

function readDocument(xml: string): UiWindow[] | Unreadable {
  const builder = createBuilder();
  try {
    scanXml(xml, builder);
    return builder.windows;
  } catch (error) {
    if (error instanceof Refusal) return unreadable(error.code, error.message);
    if (error instanceof DoctypeError) return unreadable("DOCTYPE", DOCTYPE_REASON);
    if (error instanceof ScanError && error.afterRoot) {
      return unreadable("TWO_DOCUMENTS", "the dump holds more than one document");
    }
    if (error instanceof ScanError || error instanceof BadReferenceError) {
      return unreadable("MALFORMED", `the dump is not well-formed XML: ${error.message}`);
    }
    throw error;
  }
}

function createBuilder() {
  const windows: UiWindow[] = [];
  let current: UiWindow | null = null;
  let pendingWindow: UiWindow["window"] = null;
  let displayId: number | null = null;
  let total = 0;
  /** Positions of the open nodes in `current.nodes`. */
  const open: number[] = [];
  return {
    windows,
    open(tag: Tag) {
      if (tag.name === "node") {
        if (!current) throw new Refusal("MALFORMED", "a node outside of <hierarchy>");
        if (++total > MAX_NODES)
          throw new Refusal("TOO_LARGE", `the dump holds more than ${MAX_NODES} nodes`);
        const node = toNode(tag, open.at(-1) ?? -1, open.length, current.nodes.at(-1));
        open.push(current.nodes.length);
        current.nodes.push(node);
        if (current.nodes.length === 1) current.packageName = node.packageName;
      } else if (tag.name === "hierarchy") {
        if (current) throw new Refusal("TWO_DOCUMENTS", "the dump holds a hierarchy within a hierarchy");
        const rotation = integer(read(tag).rotation);
        current = { packageName: "", rotation, nodes: [], window: pendingWindow };
        windows.push(current);
      } else if (tag.name === "display") displayId = integer(read(tag).id);
      else if (tag.name === "window") pendingWindow = toWindow(read(tag), displayId);
    },
    close(name: string) {
      if (name === "node") open.pop();
      else if (name === "hierarchy") current = null;
      else if (name === "window") pendingWindow = null;
    },
  };
}

const FLAGS: Record<string, keyof Flags> = {
  checkable: "checkable",
  checked: "checked",
  clickable: "clickable",
  enabled: "enabled",
  focusable: "focusable",
  focused: "focused",
  scrollable: "scrollable",
  "long-clickable": "longClickable",
  password: "password",
  selected: "selected",
};

type Flags = { [Key in keyof UiNode as UiNode[Key] extends boolean ? Key : never]: boolean };

/** Class, package and id are often those of the node before (`like`): then its string serves again. */
function toNode(tag: Tag, parent: number, depth: number, like: UiNode | undefined): UiNode {
  const node: UiNode = {
    index: 0,
    parent,
    depth,
    text: "",
    resourceId: "",
    className: "",
    packageName: "",
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
    bounds: null,
  };
  const again = (at: number, known: string | undefined) =>
    known !== undefined && tag.equals(at, known) ? known : tag.value(at);
  for (let at = 0; at < tag.count; at++) {
    const name = tag.attributes[at]!;
    const flag = FLAGS[name];
    if (flag !== undefined) node[flag] = tag.equals(at, "true");
    else if (name === "text") node.text = tag.value(at);
    else if (name === "class") node.className = again(at, like?.className);
    else if (name === "package") node.packageName = again(at, like?.packageName);
    else if (name === "resource-id") node.resourceId = again(at, like?.resourceId);
    else if (name === "bounds") node.bounds = parseBounds(tag.value(at));
    else if (name === "content-desc") node.contentDesc = tag.value(at);
    else if (name === "index") node.index = integer(tag.value(at)) ?? 0;
    else if (name === "hint") node.hint = tag.value(at);
    // Whatever else is there must still be readable: a broken reference is a broken capture.
    else tag.value(at);
  }
  return node;
}

function read(tag: Tag): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: tag.count }, (_, at) => [tag.attributes[at]!, tag.value(at)]),
  );
}

function toWindow(attributes: Record<string, string>, displayId: number | null): UiWindow["window"] {
  return {
    displayId,
    title: attributes.title ?? "",
    type: attributes.type ?? "",
    active: attributes.active === "true",
    focused: attributes.focused === "true",
    layer: integer(attributes.layer),
    bounds: parseBounds(attributes.bounds ?? ""),
  };
}

/** `[left,top][right,bottom]`; null when it is anything else. */
function parseBounds(text: string): Bounds | null {
  const parts = /^\[(-?\d{1,9}),(-?\d{1,9})\]\[(-?\d{1,9}),(-?\d{1,9})\]$/.exec(text);
  return parts && [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4])];
}

function integer(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : null;
}

type Unreadable = Extract<HierarchyResult, { status: "unreadable" }>;

function unreadable(code: UnreadableCode, reason: string): Unreadable {
  return { status: "unreadable", code, reason };
}
