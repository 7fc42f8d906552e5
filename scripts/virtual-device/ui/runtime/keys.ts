import { popEntry } from "./context.ts";
import {
  copySelection,
  deleteText,
  focusedField,
  focusNext,
  insertText,
  moveCursor,
  performAction,
  selectAll,
} from "./editing.ts";
import { changed, frontTask, goHome, hideKeyboard, type Machine } from "./machine.ts";
import { dialogShown, isKeyguardShown } from "./shown.ts";
import { showRecents } from "./system-ui.ts";
import { windowsOf } from "./windows.ts";

/** Key codes of android.view.KeyEvent that do something here. */
const KEY = {
  home: 3,
  back: 4,
  digit0: 7,
  digit9: 16,
  dpadLeft: 21,
  dpadRight: 22,
  power: 26,
  letterA: 29,
  letterZ: 54,
  comma: 55,
  period: 56,
  tab: 61,
  space: 62,
  enter: 66,
  del: 67,
  minus: 69,
  menu: 82,
  at: 77,
  forwardDel: 112,
  moveHome: 122,
  moveEnd: 123,
  escape: 111,
  numpadEnter: 160,
  appSwitch: 187,
  sleep: 223,
  wakeup: 224,
  cut: 277,
  copy: 278,
  paste: 279,
} as const;

const PUNCTUATION: Record<number, string> = {
  [KEY.comma]: ",",
  [KEY.period]: ".",
  [KEY.space]: " ",
  [KEY.minus]: "-",
  [KEY.at]: "@",
  68: "`",
  70: "=",
  71: "[",
  72: "]",
  73: "\\",
  74: ";",
  75: "'",
  76: "/",
  17: "*",
  18: "#",
  81: "+",
};

/** Keys that edit the focused field. */
const EDITING: Record<number, (machine: Machine) => void> = {
  [KEY.enter]: performAction,
  [KEY.numpadEnter]: performAction,
  [KEY.del]: (machine) => deleteText(machine, -1),
  [KEY.forwardDel]: (machine) => deleteText(machine, 1),
  [KEY.dpadLeft]: (machine) => moveCursor(machine, "left"),
  [KEY.dpadRight]: (machine) => moveCursor(machine, "right"),
  [KEY.moveHome]: (machine) => moveCursor(machine, "start"),
  [KEY.moveEnd]: (machine) => moveCursor(machine, "end"),
  [KEY.tab]: (machine) => focusNext(machine, focusedField(machine)?.key ?? null),
  [KEY.cut]: (machine) => copySelection(machine, true),
  [KEY.copy]: (machine) => copySelection(machine, false),
  [KEY.paste]: (machine) => insertText(machine, machine.state.clipboard),
};

/** Keys that are for the system, when the display is on and unlocked. */
const SYSTEM: Record<number, (machine: Machine) => void> = {
  [KEY.home]: pressHome,
  [KEY.appSwitch]: showRecents,
  [KEY.back]: pressBack,
  [KEY.escape]: pressBack,
};

/** Keys that switch the display. */
const DISPLAY: Record<number, (machine: Machine) => void> = {
  [KEY.power]: (machine) => setScreenOn(machine, !machine.state.screenOn),
  [KEY.wakeup]: (machine) => setScreenOn(machine, true),
  [KEY.sleep]: (machine) => setScreenOn(machine, false),
};

/** One press of a key, as `input keyevent` sends it. */
export function pressKeyCode(machine: Machine, code: number): void {
  const display = DISPLAY[code];
  if (display !== undefined) display(machine);
  else if (!machine.state.screenOn) return;
  else if (!isKeyguardShown(machine)) (SYSTEM[code] ?? EDITING[code] ?? typeKey(code))(machine);
  else if (code === KEY.menu) {
    // MENU dismisses a lock screen without a credential.
    machine.state.keyguard = false;
    changed(machine);
  }
}

/** What a key of letters, digits or punctuation types. */
function typeKey(code: number): (machine: Machine) => void {
  const character =
    code >= KEY.letterA && code <= KEY.letterZ
      ? String.fromCharCode(97 + code - KEY.letterA)
      : code >= KEY.digit0 && code <= KEY.digit9
        ? String(code - KEY.digit0)
        : PUNCTUATION[code];
  return (machine) => {
    if (character !== undefined) insertText(machine, character);
  };
}

/** Keys pressed together, as `input keycombination` sends them: CTRL with A, C, V or X, SHIFT with TAB, else one after the other. */
export function pressCombination(machine: Machine, codes: readonly number[]): void {
  if (codes.includes(KEY.tab) && codes.some((code) => code === 59 || code === 60)) {
    focusNext(machine, focusedField(machine)?.key ?? null, -1);
    return;
  }
  const control = codes.some((code) => code === 113 || code === 114);
  const letter = codes.find((code) => code >= KEY.letterA && code <= KEY.letterZ);
  if (!control || letter === undefined) {
    for (const code of codes) pressKeyCode(machine, code);
    return;
  }
  const name = String.fromCharCode(97 + letter - KEY.letterA);
  if (name === "a") selectAll(machine);
  else if (name === "c") copySelection(machine, false);
  else if (name === "x") copySelection(machine, true);
  else if (name === "v") insertText(machine, machine.state.clipboard);
}

function pressHome(machine: Machine): void {
  const { state } = machine;
  if (state.dialog?.kind === "permission") state.dialog = null;
  goHome(machine);
}

/** BACK: closes the shade, the keyboard, a dialog, a screen or the app, whichever is on top. */
export function pressBack(machine: Machine): void {
  const { state } = machine;
  const windows = windowsOf(machine);
  const dialog = dialogShown(machine);
  const modal = windows.find((window) => window.type === "dialog");
  if (state.notifications) state.notifications = false;
  else if (state.keyboard && windows.some((window) => window.type === "input-method")) hideKeyboard(machine);
  else if (dialog !== null) state.dialog = dialog.kind === "anr" ? state.dialog : null;
  else if (modal?.outside !== undefined) modal.outside();
  else popEntry(machine, frontTask(machine));
  changed(machine);
}

/** Switches the display; without `lockscreen_disabled` it comes back locked. */
export function setScreenOn(machine: Machine, on: boolean): void {
  const { state, services } = machine;
  if (!on && services.settings.get("secure", "lockscreen_disabled") !== "1") state.keyguard = true;
  if (!on) state.notifications = false;
  state.screenOn = on;
  changed(machine);
}

/** A key of the soft keyboard: a character, or one of its named keys. */
export function pressKey(machine: Machine, key: string): void {
  const modes = machine.state.keyboardModes;
  if (key === "delete") deleteText(machine, -1);
  else if (key === "action") performAction(machine);
  else if (key === "shift") modes.shift = !modes.shift;
  else if (key === "symbols") modes.symbols = !modes.symbols;
  else {
    insertText(machine, key);
    modes.shift = false;
  }
  changed(machine);
}
