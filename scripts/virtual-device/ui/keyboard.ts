import type { EditableField, Element } from "./kit/element.ts";
import { view } from "./kit/views.ts";
import type { IconName } from "./picture/icons.ts";

const ID = "com.google.android.inputmethod.latin:id/";
const LETTERS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const SYMBOLS = ["1234567890", "@#$_&-+()", "*\"':;!?"];
const KEY_HEIGHT_DP = 54;

interface KeySpec {
  key: string;
  label?: string;
  icon?: IconName;
  weight: number;
  description?: string;
  accent?: boolean;
}

/** The soft keyboard: its keys really type. `field` is null when it is up without anything to type into. */
export function keyboardView(
  field: EditableField | null,
  modes: { shift: boolean; symbols: boolean },
  press: (key: string) => void,
  bottomDp: number,
): Element {
  const numeric = field?.keyboard === "number";
  const rows = numeric ? numberRows() : letterRows(field, modes);
  return view(
    {
      className: "FrameLayout",
      arrange: { type: "column" },
      size: { width: "fill" },
      paint: { background: "surfaceVariant" },
    },
    view(
      {
        className: "FrameLayout",
        id: `${ID}keyboard_area`,
        arrange: { type: "column" },
        size: { width: "fill", padding: [2, 8, 2, bottomDp + 8] },
      },
      ...rows.map((keys, index) => keyRow(keys, index, press)),
    ),
  );
}

function letterRows(
  field: EditableField | null,
  { shift, symbols }: { shift: boolean; symbols: boolean },
): KeySpec[][] {
  const [first = "", second = "", third = ""] = symbols ? SYMBOLS : LETTERS;
  const keys = (row: string): KeySpec[] =>
    [...row].map((character) => {
      const key = shift ? character.toUpperCase() : character;
      return { key, label: key, weight: 2 };
    });
  return [
    keys(first),
    keys(second),
    [
      { key: "shift", icon: "shift", weight: 3, description: "Shift" },
      ...keys(third),
      { key: "delete", icon: "backspace", weight: 3, description: "Delete" },
    ],
    [
      { key: "symbols", label: symbols ? "ABC" : "?123", weight: 3 },
      { key: ",", label: ",", weight: 2 },
      { key: " ", weight: 9, description: "Space" },
      { key: ".", label: ".", weight: 2 },
      { key: "action", icon: actionIcon(field), weight: 3, description: actionName(field), accent: true },
    ],
  ];
}

function numberRows(): KeySpec[][] {
  const row = (...labels: string[]): KeySpec[] => labels.map((label) => ({ key: label, label, weight: 5 }));
  return [
    [...row("1", "2", "3"), { key: "delete", icon: "backspace", weight: 5, description: "Delete" }],
    [...row("4", "5", "6"), { key: "action", icon: "enter", weight: 5, description: "Done", accent: true }],
    [...row("7", "8", "9"), { key: ".", label: ".", weight: 5 }],
    [...row(",", "0", "-"), { key: " ", weight: 5, description: "Space" }],
  ];
}

function actionIcon(field: EditableField | null): IconName {
  if (field?.imeAction === "search") return "search";
  return field?.imeAction === "newline" ? "enter" : field?.imeAction === "next" ? "chevron" : "check";
}

function actionName(field: EditableField | null): string {
  const name = field?.imeAction ?? "done";
  return name === "newline" ? "Enter" : `${name[0]?.toUpperCase() ?? ""}${name.slice(1)}`;
}

function keyRow(keys: readonly KeySpec[], index: number, press: (key: string) => void): Element {
  const total = keys.reduce((sum, { weight }) => sum + weight, 0);
  const margin = Math.max(0, (20 - total) / 2);
  const side: Element = { arrange: { type: "box" }, size: { weight: margin, height: KEY_HEIGHT_DP } };
  return {
    arrange: { type: "row", align: "center" },
    size: { width: "fill", height: KEY_HEIGHT_DP },
    semantics: { className: "android.widget.LinearLayout", resourceId: `${ID}key_row_${index}` },
    children: [
      ...(margin > 0 ? [side] : []),
      ...keys.map((key) => keyCap(key, press)),
      ...(margin > 0 ? [side] : []),
    ],
  };
}

function keyCap(spec: KeySpec, press: (key: string) => void): Element {
  return {
    arrange: { type: "box" },
    size: { weight: spec.weight, height: KEY_HEIGHT_DP, padding: [3, 4, 3, 4] },
    semantics: {
      className: "android.widget.FrameLayout",
      contentDesc: spec.description ?? spec.label ?? spec.key,
    },
    actions: { onTap: () => press(spec.key) },
    children: [
      {
        arrange: { type: "box", alignX: "center", alignY: "center" },
        size: { width: "fill", height: "fill" },
        paint: { background: spec.accent === true ? "primary" : "surface", radius: 6 },
        children: [
          spec.icon === undefined
            ? { arrange: { type: "text", value: spec.label ?? "", style: "titleLarge", color: "onSurface" } }
            : {
                arrange: {
                  type: "icon",
                  name: spec.icon,
                  color: spec.accent === true ? "onPrimary" : "onSurface",
                  size: 22,
                },
              },
        ],
      },
    ],
  };
}
