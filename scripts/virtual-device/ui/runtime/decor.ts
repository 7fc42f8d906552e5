import type { AppDefinition } from "../kit/app.ts";
import type { Element } from "../kit/element.ts";
import { view } from "../kit/views.ts";

/** Heights in dp of the bars at the top and bottom edge. */
export interface Insets {
  top: number;
  bottom: number;
}

export const STATUS_BAR_DP = 24;

/** Height in dp of the navigation bar: 24 with gestures (navigation_mode 2), 48 with buttons. */
export function navigationBarDp(mode: string | null): number {
  return mode === "0" || mode === "1" ? 48 : 24;
}

const FILL = { width: "fill", height: "fill" } as const;

function layer(className: string, child: Element, id?: string): Element {
  return view(
    { className, arrange: { type: "box" }, size: FILL, ...(id === undefined ? {} : { id }) },
    child,
  );
}

/** An activity's window: the decor every activity has around its content, edge to edge behind the bars. */
export function activityDecor(
  content: Element,
  app: Pick<AppDefinition, "toolkit" | "background">,
  insets: Insets,
): Element {
  const inner: Element = {
    arrange: { type: "box" },
    size: { ...FILL, padding: [0, insets.top, 0, insets.bottom] },
    children: [content],
  };
  const body =
    app.toolkit === "compose"
      ? layer("androidx.compose.ui.platform.ComposeView", layer("View", inner))
      : inner;
  const root = layer("FrameLayout", layer("LinearLayout", layer("FrameLayout", body, "android:id/content")));
  return { ...root, paint: { background: app.background ?? "background" } };
}

/** A dialog's window, as large as its content. */
export function dialogDecor(content: Element, toolkit: "compose" | "views"): Element {
  const wrap = (className: string, child: Element, id?: string): Element =>
    view({ className, arrange: { type: "box" }, ...(id === undefined ? {} : { id }) }, child);
  const body =
    toolkit === "compose" ? wrap("androidx.compose.ui.platform.ComposeView", wrap("View", content)) : content;
  return wrap("FrameLayout", wrap("FrameLayout", body, "android:id/content"));
}
