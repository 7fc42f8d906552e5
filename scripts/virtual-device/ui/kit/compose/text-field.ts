import type { EditableField, Element, Size } from "../element.ts";
import { column, text } from "./basics.ts";

export interface TextFieldOptions {
  key: string;
  label: string;
  value: string;
  onChange(value: string): void;
  testTag?: string;
  imeAction?: EditableField["imeAction"];
  onAction?(): void;
  keyboard?: EditableField["keyboard"];
  lines?: number;
  focused?: boolean;
  size?: Size;
}

/** A Material outlined text field; its label is a text inside it. */
export function textField(options: TextFieldOptions): Element {
  const { key, label, value, onChange, testTag, imeAction = "next", keyboard = "text", lines = 1 } = options;
  const shown = keyboard === "password" ? "•".repeat([...value].length) : value;
  const focused = options.focused === true;
  const floats = value !== "" || focused;
  return {
    arrange: { type: "column" },
    size: { width: "fill", minHeight: 56 + (lines - 1) * 24, padding: [16, 8, 16, 8], ...options.size },
    paint: { border: focused ? "primary" : "outline", radius: 4 },
    semantics: {
      className: "android.widget.EditText",
      text: shown,
      ...(testTag === undefined ? {} : { resourceId: testTag }),
      ...(keyboard === "password" ? { password: true } : {}),
    },
    actions: {
      field: {
        key,
        value,
        onChange,
        imeAction,
        keyboard,
        ...(options.onAction === undefined ? {} : { onAction: options.onAction }),
      },
    },
    children: [
      floats
        ? text(label, { style: "bodySmall", color: focused ? "primary" : "onSurfaceVariant" })
        : column({ size: { padding: [0, 8, 0, 8] } }, text(label, { color: "onSurfaceVariant" })),
      // The value is the field's own text: it is drawn here, but is no node of its own.
      ...(floats
        ? [
            {
              arrange: { type: "text", value: shown, style: "bodyLarge", color: "onSurface" },
              size: { width: "fill" },
            } as const,
          ]
        : []),
    ],
  };
}
