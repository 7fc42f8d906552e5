import type { IconName } from "../picture/icons.ts";
import type { Actions, Arrange, Color, Element, Paint, Semantics, Size, TextStyle } from "./element.ts";

/** Widgets of the View toolkit, as system apps are written: every layout is a node, ids carry their package. */
export interface ViewOptions {
  /** Class without its package for `android.widget` and `android.view`, else the whole name. */
  className: string;
  /** Whole resource id, `package:id/name`. */
  id?: string;
  arrange?: Arrange;
  size?: Size;
  paint?: Paint;
  actions?: Actions;
  semantics?: Partial<Semantics>;
}

const VIEW_CLASSES = new Set(["View", "ViewGroup", "TextureView", "SurfaceView"]);

function classOf(name: string): string {
  if (name.includes(".")) return name;
  return VIEW_CLASSES.has(name) ? `android.view.${name}` : `android.widget.${name}`;
}

/** Any view with children. */
export function view(options: ViewOptions, ...children: Element[]): Element {
  const { className, id, arrange = { type: "column" }, size, paint, actions, semantics } = options;
  return {
    arrange,
    ...(size === undefined ? {} : { size }),
    ...(paint === undefined ? {} : { paint }),
    ...(actions === undefined ? {} : { actions }),
    semantics: {
      className: classOf(className),
      ...(id === undefined ? {} : { resourceId: id }),
      ...semantics,
    },
    children,
  };
}

export interface LabelOptions {
  id?: string;
  className?: string;
  style?: TextStyle;
  color?: Color;
  align?: "start" | "center" | "end";
  size?: Size;
  paint?: Paint;
  actions?: Actions;
  semantics?: Partial<Semantics>;
  maxLines?: number;
}

/** A TextView, Button or another view whose text is its own. */
export function label(value: string, options: LabelOptions = {}): Element {
  const { id, className = "TextView", style = "bodyLarge", color = "onSurface", align, maxLines } = options;
  return {
    arrange: {
      type: "text",
      value,
      style,
      color,
      ...(align === undefined ? {} : { align }),
      ...(maxLines === undefined ? {} : { maxLines }),
    },
    ...(options.size === undefined ? {} : { size: options.size }),
    ...(options.paint === undefined ? {} : { paint: options.paint }),
    ...(options.actions === undefined ? {} : { actions: options.actions }),
    semantics: {
      className: classOf(className),
      text: value,
      ...(id === undefined ? {} : { resourceId: id }),
      ...options.semantics,
    },
  };
}

/** An ImageView. */
export function image(
  name: IconName,
  options: {
    id?: string;
    description?: string;
    color?: Color;
    size?: number;
    className?: string;
    actions?: Actions;
  } = {},
): Element {
  return {
    arrange: { type: "icon", name, color: options.color ?? "onSurfaceVariant", size: options.size ?? 24 },
    ...(options.actions === undefined ? {} : { actions: options.actions }),
    semantics: {
      className: classOf(options.className ?? "ImageView"),
      ...(options.id === undefined ? {} : { resourceId: options.id }),
      ...(options.description === undefined ? {} : { contentDesc: options.description }),
    },
  };
}
