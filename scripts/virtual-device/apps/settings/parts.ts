import type { Element } from "../../ui/kit/element.ts";
import { image, label, view } from "../../ui/kit/views.ts";

const ID = "com.android.settings:id/";

/** A page of Settings: title bar and a list of preferences. */
export function settingsPage(title: string, onBack: (() => void) | null, ...rows: Element[]): Element {
  const bar: Element[] =
    onBack === null
      ? []
      : [
          view(
            {
              className: "ImageButton",
              arrange: { type: "box", alignX: "center", alignY: "center" },
              size: { width: 56, height: 56 },
              semantics: { contentDesc: "Navigate up" },
              actions: { onTap: onBack },
            },
            { arrange: { type: "icon", name: "back", color: "onSurface", size: 24 } },
          ),
        ];
  return view(
    {
      className: "LinearLayout",
      id: `${ID}content_parent`,
      arrange: { type: "column" },
      size: { width: "fill", height: "fill" },
    },
    view(
      {
        className: "ViewGroup",
        id: `${ID}action_bar`,
        arrange: { type: "row", align: "center" },
        size: { width: "fill", minHeight: 56 },
      },
      ...bar,
    ),
    label(title, { style: "headlineLarge", size: { width: "fill", padding: [24, 8, 24, 16] } }),
    view(
      {
        className: "androidx.recyclerview.widget.RecyclerView",
        id: `${ID}recycler_view`,
        arrange: { type: "scroll", key: `list_${title}`, axis: "vertical" },
        size: { width: "fill", weight: 1 },
        semantics: { focusable: true },
      },
      ...rows,
    ),
  );
}

export interface PreferenceOptions {
  title: string;
  summary?: string;
  onTap?(): void;
  /** Shows a switch at the end. */
  checked?: boolean;
  /** Shows a radio button at the start. */
  chosen?: boolean;
}

/** One row: title, summary, and what can be switched. */
export function preference({ title, summary, onTap, checked, chosen }: PreferenceOptions): Element {
  const texts = view(
    { className: "RelativeLayout", arrange: { type: "column", gap: 2 }, size: { weight: 1 } },
    label(title, { id: "android:id/title", style: "titleMedium" }),
    ...(summary === undefined
      ? []
      : [label(summary, { id: "android:id/summary", style: "bodyMedium", color: "onSurfaceVariant" })]),
  );
  const radio =
    chosen === undefined
      ? []
      : [
          view(
            {
              className: "RadioButton",
              id: "android:id/checkbox",
              arrange: { type: "box", alignX: "center", alignY: "center" },
              size: { width: 24, height: 24 },
              paint: { border: chosen ? "primary" : "outline", radius: "round" },
              semantics: { checkable: true, checked: chosen },
            },
            ...(chosen
              ? [image("dot", { size: 20, color: "primary" })].map(({ semantics: _, ...dot }) => dot)
              : []),
          ),
        ];
  const toggle =
    checked === undefined
      ? []
      : [
          view(
            {
              className: "Switch",
              id: "android:id/switch_widget",
              arrange: { type: "box", alignX: checked ? "end" : "start", alignY: "center" },
              size: { width: 52, height: 32, padding: checked ? 4 : 8 },
              paint: {
                background: checked ? "primary" : "surfaceVariant",
                border: checked ? "primary" : "outline",
                radius: "round",
              },
              semantics: { checkable: true, checked },
            },
            {
              arrange: { type: "box" },
              size: { width: checked ? 24 : 16, height: checked ? 24 : 16 },
              paint: { background: checked ? "onPrimary" : "outline", radius: "round" },
            },
          ),
        ];
  return view(
    {
      className: "LinearLayout",
      arrange: { type: "row", align: "center", gap: 16 },
      size: { width: "fill", minHeight: 72, padding: [24, 12, 24, 12] },
      ...(onTap === undefined ? {} : { actions: { onTap } }),
    },
    ...radio,
    texts,
    ...toggle,
  );
}
