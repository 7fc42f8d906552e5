import type { UiNode } from "../android/hierarchy/types.ts";
import { tapCommand } from "../android/input/gestures.ts";
import { keyCommand } from "../android/input/keys.ts";
import { nameCharacters, planTyping } from "../android/input/typing.ts";
import { isField, ownLabel, ownText } from "../android/screen/node.ts";
import { describeSelector, type Selector } from "../android/screen/select.ts";
import { quoteText } from "../android/screen/text.ts";
import type { Screen } from "../android/screen/types.ts";
import { shellQuote } from "../android/shell-quote.ts";
import { ask, lastScreen, look, run } from "./action.ts";
import { failed } from "./result.ts";
import { choose } from "./selector.ts";
import type { ToolContext, ToolResult } from "./types.ts";

/** An input method that takes any text from the shell; used when it is the device's keyboard already. */
const UNICODE_KEYBOARD = "com.android.adbkeyboard/.AdbIME";
const MAX_KEYS_PER_COMMAND = 150;

export type FieldChoice = { ok: true; screen: Screen; field: UiNode } | { ok: false; result: ToolResult };

/** A look this recent is good enough to know that a field has the focus; it saves the device's idle wait. */
const RECENT_MS = 10_000;

/** The field that has the focus, by a recent look if there is one: keys go to it wherever it is now. */
export async function currentField(context: ToolContext): Promise<FieldChoice> {
  const recent = lastScreen(context);
  const field = recent && Date.now() - recent.takenAt < RECENT_MS ? focusedField(recent) : null;
  return recent && field ? { ok: true, screen: recent, field } : focusField(context, undefined);
}

/** The field that typing goes to: the one named, touched first when it has no focus, else the one that has it. */
export async function focusField(context: ToolContext, selector: Selector | undefined): Promise<FieldChoice> {
  const screen = await look(context);
  if (selector) {
    const choice = choose(screen, selector);
    if (!choice.ok) return choice.missing ? choice : { ok: false, result: withFields(choice.result, screen) };
    const target = screen.nodes[choice.match.target]!;
    const field = isField(target) ? target : screen.nodes[choice.match.position]!;
    if (field.focused) return { ok: true, screen, field };
    await run(context, tapCommand(choice.point));
    const after = await look(context);
    const focused = focusedField(after);
    const expected = isField(target) ? target : null;
    const former = focusedField(screen);
    const took = expected
      ? focused !== null && isSameField(screen, expected, after, focused)
      : focused !== null && !(former && isSameField(screen, former, after, focused));
    if (focused && took) return { ok: true, screen: after, field: focused };
    return {
      ok: false,
      result: failed(
        `${describeSelector(selector)} was tapped and did not take the focus: it is no text field that can be typed into.${fieldsOf(after)}`,
      ),
    };
  }
  const focused = focusedField(screen);
  if (focused) return { ok: true, screen, field: focused };
  return { ok: false, result: failed(`No text field has the focus.${fieldsOf(screen)}`) };
}

/** An unclear selector is told the fields, which are few, besides its matches. */
function withFields(result: ToolResult, screen: Screen): ToolResult {
  return result.ok ? result : { ...result, message: `${result.message}${fieldsOf(screen)}` };
}

function fieldsOf(screen: Screen): string {
  const fields = screen.nodes
    .filter(isField)
    .map((node) =>
      node.resourceId ? `{"elementId": ${JSON.stringify(node.resourceId)}}` : quoteText(ownLabel(node)),
    );
  return fields.length > 0
    ? ` Pass selector; the screen's fields are ${fields.slice(0, 5).join(", ")}.`
    : " The screen has no text field.";
}

export function focusedField(screen: Screen): UiNode | null {
  return screen.nodes.find((node) => node.focused && isField(node)) ?? null;
}

/** By id where both have one, else by their place among the screen's fields (bounds move when the keyboard opens). */
function isSameField(before: Screen, field: UiNode, after: Screen, other: UiNode): boolean {
  if (field.resourceId && other.resourceId) return field.resourceId === other.resourceId;
  return before.nodes.filter(isField).indexOf(field) === after.nodes.filter(isField).indexOf(other);
}

/** Types into the focused field; the failure names the characters that this device's keyboard cannot take. */
export async function typeText(context: ToolContext, text: string): Promise<ToolResult | null> {
  const plan = planTyping(text);
  if (plan.ok) {
    for (const command of plan.commands) await run(context, command);
    return null;
  }
  if (await hasUnicodeKeyboard(context)) {
    const encoded = Buffer.from(text, "utf8").toString("base64");
    await run(context, `am broadcast -a ADB_INPUT_B64 --es msg ${shellQuote(encoded)}`);
    return null;
  }
  return failed(
    `This device's keyboard cannot take ${nameCharacters(plan.characters)}, and nothing was typed: the shell types ASCII only. Leave them out, or ask a person to choose the keyboard ${UNICODE_KEYBOARD}, which takes any text.`,
  );
}

/** Deletes what the focused field holds. */
export async function clearField(context: ToolContext, field: UiNode): Promise<void> {
  let left = ownText(field) === "" ? 0 : field.text.length;
  if (left === 0) return;
  await run(context, keyCommand("move_end"));
  for (; left > 0; left -= MAX_KEYS_PER_COMMAND) {
    const count = Math.min(left, MAX_KEYS_PER_COMMAND);
    await run(context, keyCommand(...Array.from({ length: count }, () => "backspace" as const)));
  }
}

/** Whether the on-screen keyboard is shown. */
export async function isKeyboardShown(context: ToolContext): Promise<boolean> {
  return /mInputShown=true/.test(await ask(context, "dumpsys input_method"));
}

async function hasUnicodeKeyboard(context: ToolContext): Promise<boolean> {
  return (await ask(context, "settings get secure default_input_method")) === UNICODE_KEYBOARD;
}
