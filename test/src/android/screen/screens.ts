import { parseHierarchy } from "../../../../src/android/hierarchy/parse.ts";
import { identify } from "../../../../src/android/screen/identity.ts";
import type { Screen } from "../../../../src/android/screen/types.ts";

const SIZE = { width: 1080, height: 2400 };

/** A node as uiautomator writes it. Flags are given by name. */
export function node(attributes: Record<string, string | boolean>, ...children: string[]): string {
  const text = Object.entries({ package: "com.app", ...attributes })
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join("");
  return children.length > 0 ? `<node${text}>${children.join("")}</node>` : `<node${text} />`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** A look at a full-screen window that holds these nodes. */
export function screenOf(...children: string[]): Screen {
  const root = node(
    { class: "android.widget.FrameLayout", bounds: `[0,0][${SIZE.width},${SIZE.height}]` },
    ...children,
  );
  const parsed = parseHierarchy(new TextEncoder().encode(`<hierarchy rotation="0">${root}</hierarchy>`));
  if (parsed.status !== "ok") throw new Error(parsed.reason);
  const nodes = parsed.windows[0]!.nodes;
  const focus = { packageName: "com.app", activity: "com.app.MainActivity" };
  return {
    id: "look",
    takenAt: 0,
    nodes,
    rotation: 0,
    display: SIZE,
    size: SIZE,
    packageName: "com.app",
    focus,
    identity: identify(nodes, "com.app", focus),
  };
}

/** A button with its label inside, as Compose builds it. */
export function button(
  id: string,
  label: string,
  row: number,
  more: Record<string, string | boolean> = {},
): string {
  const bounds = `[0,${row * 100}][500,${row * 100 + 90}]`;
  return node(
    { "resource-id": id, class: "android.view.View", clickable: true, bounds, ...more },
    node({ text: label, class: "android.widget.TextView", bounds }),
  );
}

export function label(text: string, row: number, id = ""): string {
  return node({
    text,
    "resource-id": id,
    class: "android.widget.TextView",
    bounds: `[0,${row * 100}][500,${row * 100 + 90}]`,
  });
}

export function field(
  id: string,
  text: string,
  row: number,
  more: Record<string, string | boolean> = {},
): string {
  const bounds = `[0,${row * 100}][500,${row * 100 + 90}]`;
  return node({
    "resource-id": id,
    text,
    class: "android.widget.EditText",
    clickable: true,
    focusable: true,
    bounds,
    ...more,
  });
}
