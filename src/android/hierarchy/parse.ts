import { type SaxesAttributePlain, SaxesParser } from "saxes";
import { cutDocument } from "./cut.ts";
import { decodeDump, looksReEncoded, repairReferences } from "./decode.ts";
import type { Bounds, HierarchyResult, UiNode, UiWindow, UnreadableCode } from "./types.ts";

const MAX_BYTES = 1024 * 1024 * 1024;
const MAX_NODES = 2_000_000;
const DOCTYPE_REASON = "the dump has a DOCTYPE, which uiautomator never writes";
const CHUNK_CHARACTERS = 64 * 1024;

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
  const windows = readDocument(repairReferences(text.slice(cut.start, cut.end)));
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

function readDocument(xml: string): UiWindow[] | Extract<HierarchyResult, { status: "unreadable" }> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const builder = createBuilder();
  parser.on("doctype", () => {
    throw new Refusal("DOCTYPE", DOCTYPE_REASON);
  });
  parser.on("error", (error) => {
    throw malformed(error.message, builder.roots());
  });
  parser.on("opentag", (tag) => builder.open(tag.name, tag.attributes as Attributes));
  parser.on("closetag", (tag) => builder.close(tag.name));
  try {
    for (let at = 0; at < xml.length; at += CHUNK_CHARACTERS) {
      parser.write(xml.slice(at, at + CHUNK_CHARACTERS));
    }
    parser.close();
  } catch (error) {
    if (error instanceof Refusal) return unreadable(error.code, error.message);
    throw error;
  }
  return builder.windows;
}

function malformed(message: string, roots: number): Refusal {
  if (roots > 0 && /outside of root|after the root|XML declaration|only one root|documents/i.test(message)) {
    return new Refusal("TWO_DOCUMENTS", "the dump holds more than one document");
  }
  return new Refusal("MALFORMED", `the dump is not well-formed XML: ${message.replace(/^\d+:\d+: /, "")}`);
}

type Attributes = Record<string, string | SaxesAttributePlain | undefined>;

function createBuilder() {
  const windows: UiWindow[] = [];
  const intern = interner();
  let current: UiWindow | null = null;
  let pendingWindow: UiWindow["window"] = null;
  let displayId: number | null = null;
  let roots = 0;
  let total = 0;
  let depth = 0;
  /** Positions of the open nodes in `current.nodes`. */
  const open: number[] = [];
  return {
    windows,
    roots: () => (depth === 0 ? roots : 0),
    open(name: string, attributes: Attributes) {
      if (depth === 0 && ++roots > 1) {
        throw new Refusal("TWO_DOCUMENTS", "the dump holds more than one document");
      }
      depth++;
      if (name === "node") {
        if (!current) throw new Refusal("MALFORMED", "a node outside of <hierarchy>");
        if (++total > MAX_NODES)
          throw new Refusal("TOO_LARGE", `the dump holds more than ${MAX_NODES} nodes`);
        const parent = open.at(-1) ?? -1;
        open.push(current.nodes.length);
        current.nodes.push(toNode(attributes, parent, open.length - 1, intern));
        if (current.nodes.length === 1) current.packageName = current.nodes[0]!.packageName;
      } else if (name === "hierarchy") {
        if (current) throw new Refusal("TWO_DOCUMENTS", "the dump holds a hierarchy within a hierarchy");
        const rotation = integer(attributes, "rotation");
        current = { packageName: "", rotation, nodes: [], window: pendingWindow };
        windows.push(current);
      } else if (name === "display") displayId = integer(attributes, "id");
      else if (name === "window") pendingWindow = toWindow(attributes, displayId);
    },
    close(name: string) {
      depth--;
      if (name === "node") open.pop();
      else if (name === "hierarchy") current = null;
      else if (name === "window") pendingWindow = null;
    },
  };
}

function toNode(
  attributes: Attributes,
  parent: number,
  depth: number,
  intern: (text: string) => string,
): UiNode {
  const text = (name: string) => String(attributes[name] ?? "");
  const flag = (name: string) => attributes[name] === "true";
  return {
    index: integer(attributes, "index") ?? 0,
    parent,
    depth,
    text: text("text"),
    resourceId: intern(text("resource-id")),
    className: intern(text("class")),
    packageName: intern(text("package")),
    contentDesc: text("content-desc"),
    hint: text("hint"),
    checkable: flag("checkable"),
    checked: flag("checked"),
    clickable: flag("clickable"),
    enabled: attributes.enabled === undefined || flag("enabled"),
    focusable: flag("focusable"),
    focused: flag("focused"),
    scrollable: flag("scrollable"),
    longClickable: flag("long-clickable"),
    password: flag("password"),
    selected: flag("selected"),
    bounds: parseBounds(text("bounds")),
  };
}

function toWindow(attributes: Attributes, displayId: number | null): UiWindow["window"] {
  return {
    displayId,
    title: String(attributes.title ?? ""),
    type: String(attributes.type ?? ""),
    active: attributes.active === "true",
    focused: attributes.focused === "true",
    layer: integer(attributes, "layer"),
    bounds: parseBounds(String(attributes.bounds ?? "")),
  };
}

/** `[left,top][right,bottom]`; null when it is anything else. */
export function parseBounds(text: string): Bounds | null {
  const parts = /^\[(-?\d{1,9}),(-?\d{1,9})\]\[(-?\d{1,9}),(-?\d{1,9})\]$/.exec(text);
  return parts && [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4])];
}

function integer(attributes: Attributes, name: string): number | null {
  const value = attributes[name];
  return typeof value === "string" && /^-?\d{1,9}$/.test(value) ? Number(value) : null;
}

/** Class names, packages and ids repeat: one copy of each, so that a huge dump does not keep its own text alive. */
function interner(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size < 10_000) known.set(text, text);
    return text;
  };
}

function unreadable(
  code: UnreadableCode,
  reason: string,
): Extract<HierarchyResult, { status: "unreadable" }> {
  return { status: "unreadable", code, reason };
}
