import type { EditableField } from "../kit/element.ts";
import { everyPlaced } from "../layout/placed.ts";
import { focusField } from "./context.ts";
import { changed, frontTask, hideKeyboard, type Machine, topEntry } from "./machine.ts";
import { fieldIn, windowsOf } from "./windows.ts";

/** The field that has the focus, if the window it is in can be typed into now. */
export function focusedField(machine: Machine): EditableField | null {
  const windows = windowsOf(machine);
  const active = windows.find((window) => window.focusable);
  if (active === undefined) return null;
  return fieldIn([active], topEntry(frontTask(machine)).focus)?.element.actions?.field ?? null;
}

/** Inserts text at the cursor of the focused field; nothing happens without one. */
export function insertText(machine: Machine, text: string): void {
  const field = focusedField(machine);
  if (field === null) return;
  const entry = topEntry(frontTask(machine));
  const at = Math.min(entry.cursor ?? field.value.length, field.value.length);
  if (entry.selectAll === true) {
    entry.selectAll = false;
    entry.cursor = null;
    field.onChange(text);
  } else {
    entry.cursor = at === field.value.length ? null : at + text.length;
    field.onChange(field.value.slice(0, at) + text + field.value.slice(at));
  }
  changed(machine);
}

/** Removes the character before (-1) or after (1) the cursor, or the selection. */
export function deleteText(machine: Machine, direction: -1 | 1): void {
  const field = focusedField(machine);
  if (field === null) return;
  const entry = topEntry(frontTask(machine));
  const { value } = field;
  if (entry.selectAll === true) {
    entry.selectAll = false;
    entry.cursor = null;
    field.onChange("");
    changed(machine);
    return;
  }
  const at = Math.min(entry.cursor ?? value.length, value.length);
  const before = [...value.slice(0, at)];
  const after = [...value.slice(at)];
  if (direction === -1) before.pop();
  else after.shift();
  const start = before.join("");
  entry.cursor = after.length === 0 ? null : start.length;
  field.onChange(start + after.join(""));
  changed(machine);
}

/** Moves the cursor by characters, or to an end of the text. */
export function moveCursor(machine: Machine, to: "left" | "right" | "start" | "end"): void {
  const field = focusedField(machine);
  if (field === null) return;
  const entry = topEntry(frontTask(machine));
  const { value } = field;
  entry.selectAll = false;
  const at = Math.min(entry.cursor ?? value.length, value.length);
  const step = [...value.slice(0, at)].pop()?.length ?? 0;
  const next = [...value.slice(at)][0]?.length ?? 0;
  if (to === "start") entry.cursor = 0;
  else if (to === "end") entry.cursor = null;
  else entry.cursor = to === "left" ? at - step : at + next;
  changed(machine);
}

/** Marks the whole text: what is typed next replaces it. */
export function selectAll(machine: Machine): void {
  if (focusedField(machine) === null) return;
  topEntry(frontTask(machine)).selectAll = true;
  changed(machine);
}

/** Copies (and cuts) the whole selected text. */
export function copySelection(machine: Machine, cut: boolean): void {
  const field = focusedField(machine);
  if (field === null || topEntry(frontTask(machine)).selectAll !== true) return;
  machine.state.clipboard = field.value;
  if (cut) deleteText(machine, -1);
}

/** What the action key of the keyboard does: moves on, closes the keyboard, or whatever the field asked for. */
export function performAction(machine: Machine): void {
  const field = focusedField(machine);
  if (field === null) return;
  if (field.imeAction === "newline") {
    insertText(machine, "\n");
    return;
  }
  if (field.onAction !== undefined) field.onAction();
  if (field.imeAction === "next") focusNext(machine, field.key);
  else hideKeyboard(machine);
  changed(machine);
}

/** Moves the focus to the field after (or before) this one; the keyboard closes after the last. */
export function focusNext(machine: Machine, key: string | null, by: 1 | -1 = 1): void {
  const keys: string[] = [];
  const active = windowsOf(machine).find((window) => window.focusable);
  if (active === undefined) return;
  for (const placed of everyPlaced(active.root)) {
    const field = placed.element.actions?.field;
    if (field !== undefined) keys.push(field.key);
  }
  const next = keys[keys.indexOf(key ?? "") + by];
  if (next === undefined) hideKeyboard(machine);
  else focusField(machine, topEntry(frontTask(machine)), next);
}
