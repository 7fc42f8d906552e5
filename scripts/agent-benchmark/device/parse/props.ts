/** One property of `getprop NAME`, trimmed; an unset one prints an empty line and is null. */
export function parseProp(output: string): string | null {
  const value = output.trim();
  return value === "" ? null : value;
}

/** "fa-IR" of `settings get system system_locales` ("fa-IR,en-US"): the first is the one in use. */
export function firstLocale(value: string): string | null {
  const first = value.split(",")[0]?.trim() ?? "";
  return /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/.test(first) ? first.replaceAll("_", "-") : null;
}

/** Gesture or button navigation from `cmd overlay list`, for builds that leave `navigation_mode` unset. */
export function parseNavigationOverlay(output: string): string | null {
  const enabled = /^\s*\[x\]\s+com\.android\.internal\.systemui\.navbar\.(\S+)/m.exec(output)?.[1];
  if (enabled === undefined) return null;
  if (enabled.startsWith("gestural")) return "gestures";
  if (enabled.startsWith("twobutton")) return "two buttons";
  if (enabled.startsWith("threebutton")) return "buttons";
  return null;
}

/** `navigation_mode`: 0 buttons, 1 two buttons, 2 gestures. */
export function navigationName(value: string): string {
  return { "0": "buttons", "1": "two buttons", "2": "gestures" }[value] ?? value;
}
