/** Key codes of android.view.KeyEvent. */
export const KEY_CODES = {
  home: 3,
  back: 4,
  dpad_up: 19,
  dpad_down: 20,
  dpad_left: 21,
  dpad_right: 22,
  dpad_center: 23,
  volume_up: 24,
  volume_down: 25,
  power: 26,
  tab: 61,
  space: 62,
  enter: 66,
  backspace: 67,
  menu: 82,
  page_up: 92,
  page_down: 93,
  escape: 111,
  delete: 112,
  ctrl: 113,
  move_home: 122,
  move_end: 123,
  recent: 187,
  sleep: 223,
  wakeup: 224,
  cut: 277,
  copy: 278,
  paste: 279,
} as const;

export type KeyName = keyof typeof KEY_CODES;

export function keyCommand(...keys: (KeyName | number)[]): string {
  return `input keyevent ${keys.map((key) => (typeof key === "number" ? key : KEY_CODES[key])).join(" ")}`;
}

/** Keys pressed together, the first ones held; needs Android 12 (`input keycombination`). */
export function combinationCommand(keys: readonly number[]): string {
  return `input keycombination ${keys.join(" ")}`;
}
