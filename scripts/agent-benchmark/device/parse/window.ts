import { lines } from "./text.ts";

/**
 * The focused window of `dumpsys window displays` (or `windows`, before Android 10) as package/activity or a title.
 * Several displays print several lines, some `null`: the last focus that is not null, because virtual and cover displays
 * come first. Null when nothing has the focus.
 */
export function parseFocus(output: string): string | null {
  return lastTitle(output, /\bmCurrentFocus=Window\{([^\n]*)/g) ?? lastRecord(output);
}

function lastTitle(output: string, pattern: RegExp): string | null {
  let found: string | null = null;
  for (const match of output.matchAll(pattern)) {
    const body = (match[1] ?? "").replace(/\}+\s*$/, "").replace(/\s+paused=(true|false)\s*$/, "");
    const title = /^\S+\s+(?:u\d*\s+)?(.+)$/.exec(body.trim())?.[1]?.trim();
    if (title) found = title;
  }
  return found;
}

function lastRecord(output: string): string | null {
  let found: string | null = null;
  for (const match of output.matchAll(/\bmFocusedApp=[^\n]*?ActivityRecord\{\S+\s+u\d*\s+([^\s}]+)/g))
    found = match[1] ?? found;
  return found;
}

/** Whether the lock screen shows; null when the dump does not say. */
export function parseKeyguard(output: string): boolean | null {
  const patterns = [
    /\bmKeyguardShowing=(true|false)/,
    /\bisKeyguardShowing=(true|false)/,
    /\bKeyguardShowing=(true|false)/,
    /\bmIsShowing=(true|false)/,
    /\bshowing=(true|false)/,
    /\bmShowingLockscreen=(true|false)/,
    /\bmDreamingLockscreen=(true|false)/,
  ];
  for (const pattern of patterns) {
    const value = pattern.exec(output)?.[1];
    if (value !== undefined) return value === "true";
  }
  return null;
}

/** Awake, Asleep, Dozing or Dreaming, from `dumpsys power`; null when not printed. */
export function parseWakefulness(output: string): string | null {
  return /\bmWakefulness(?:Raw)?=([A-Za-z]+)/.exec(output)?.[1] ?? null;
}

/** A system dialog that the focused window's title names ("Application Not Responding: com.example"). */
export function dialogOfTitle(focus: string | null): string | null {
  const match = /^(Application Not Responding|Application Error|App crashed)\b.*$/.exec(
    lines(focus ?? "")[0] ?? "",
  );
  return match ? match[0].trim() : null;
}
