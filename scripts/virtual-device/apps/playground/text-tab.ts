import type { Scope } from "../../ui/kit/app.ts";
import { button, row, scrollColumn, type TextFieldOptions, text, textField } from "../../ui/kit/compose.ts";
import type { Element } from "../../ui/kit/element.ts";
import type { HomeState, TextField } from "./home-state.ts";

const FIELDS: readonly { name: TextField; label: string; options: Partial<TextFieldOptions> }[] = [
  { name: "basic", label: "Basic Text Field", options: {} },
  { name: "email", label: "Email", options: { keyboard: "email" } },
  { name: "password", label: "Password", options: { keyboard: "password" } },
  { name: "comments", label: "Comments", options: { lines: 3, imeAction: "newline" } },
  { name: "numeric", label: "Numeric Input", options: { keyboard: "number" } },
  { name: "search", label: "Search", options: { imeAction: "search" } },
];

/** Fields of every kind, with what was typed told back below the first one. */
export function textTab(scope: Scope<HomeState>): Element {
  const { texts } = scope.state;
  const change = (name: TextField) => (value: string) => {
    const kept = name === "numeric" ? value.replace(/[^\d.,-]/g, "") : value;
    scope.set({ texts: { ...texts, [name]: kept } });
  };
  return scrollColumn(
    { key: "text", testTag: "text_content" },
    text("INPUT TEXT SCREEN", { style: "titleLarge" }),
    ...FIELDS.flatMap(({ name, label, options }) => [
      textField({
        key: name,
        label,
        testTag: `text_${name}`,
        value: texts[name],
        focused: scope.focused === name,
        onChange: change(name),
        ...options,
      }),
      ...(name === "basic"
        ? [
            row(
              { gap: 12, size: { width: "fill" }, justify: "between" },
              text(texts.basic === "" ? "Nothing typed" : `You typed: ${texts.basic}`, {
                testTag: "text_echo",
                style: "bodyMedium",
                size: { weight: 1 },
              }),
              button({
                label: "Clear",
                variant: "text",
                testTag: "text_clear",
                enabled: texts.basic !== "",
                onTap: () => change("basic")(""),
              }),
            ),
          ]
        : []),
    ]),
  );
}
