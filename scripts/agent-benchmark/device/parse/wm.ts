import { asciiDigits } from "./text.ts";

/** The effective size of `wm size`, "1080x2400", unrotated: an override wins over the physical size. */
export function parseWmSize(output: string): string | null {
  const text = asciiDigits(output);
  const value =
    lastOf(text, /^\s*Override size:\s*(\d+x\d+)\s*$/gim) ??
    lastOf(text, /^\s*Physical size:\s*(\d+x\d+)\s*$/gim);
  return value;
}

/** The effective density of `wm density` in dpi: an override wins; "unknown" is null. */
export function parseWmDensity(output: string): string | null {
  const text = asciiDigits(output);
  return (
    lastOf(text, /^\s*Override density:\s*(\d+)\s*$/gim) ??
    lastOf(text, /^\s*Physical density:\s*(\d+)\s*$/gim)
  );
}

function lastOf(text: string, pattern: RegExp): string | null {
  let found: string | null = null;
  for (const match of text.matchAll(pattern)) found = match[1] ?? found;
  return found;
}

/**
 * Live rotation in quarter turns, "0" to "3", from `dumpsys window displays` (first display that says so). The setting
 * `user_rotation` is stale under auto-rotate and is not used.
 */
export function parseRotation(output: string): string | null {
  const match = /\bmCurrentRotation=(?:ROTATION_)?(\d+)|\bmRotation=(?:ROTATION_)?(\d+)/.exec(
    asciiDigits(output),
  );
  return match ? quarterTurns(match[1] ?? match[2] ?? "") : null;
}

/** The same from `dumpsys input`, in the three spellings of Android 8 to 16. */
export function parseInputRotation(output: string): string | null {
  const text = asciiDigits(output);
  const match =
    /\bSurfaceOrientation:\s*(\d+)/.exec(text) ??
    /\bInputDeviceOrientation:\s*(?:Rotation)?(\d+)/.exec(text) ??
    /\bViewport INTERNAL:[^\n]*?\borientation=(\d+)/.exec(text);
  return match ? quarterTurns(match[1] ?? "") : null;
}

function quarterTurns(value: string): string | null {
  const number = Number(value);
  if (number === 90 || number === 180 || number === 270) return String(number / 90);
  return number >= 0 && number <= 3 ? String(number) : null;
}
