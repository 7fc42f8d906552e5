import type { Screen } from "./types.ts";

/**
 * `cur=1080x2400` of the default display in `dumpsys window displays`. `least` is what a window spans: a display that
 * could not hold it was read while the device turned, and one that is not told is at least that large.
 */
export function parseDisplaySize(text: string, least: Screen["size"]): Screen["size"] {
  const [, width = 0, height = 0] = (/mDisplayId=0\b[\s\S]*?\bcur=(\d+)x(\d+)/.exec(text) ?? []).map(Number);
  return width >= least.width && height >= least.height ? { width, height } : least;
}
