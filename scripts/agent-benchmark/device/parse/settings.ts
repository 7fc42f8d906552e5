import { asciiDigits } from "./text.ts";

export type Setting = { status: "set"; value: string } | { status: "unset" } | { status: "unreadable" };

/** Reads `settings get NAMESPACE KEY`: `null` is unset; errors and stack traces are unreadable. */
export function parseSetting(output: string, exitCode: number): Setting {
  const value = output.replace(/\r?\n$/, "").trim();
  if (
    exitCode !== 0 ||
    /^(Exception|Error|java\.lang\.|Security exception|Invalid |cmd: |Unknown command)/im.test(value)
  )
    return { status: "unreadable" };
  return value === "null" || value === "" ? { status: "unset" } : { status: "set", value };
}

/** A scale as a plain number ("1", "0.5"): builds print 1 and 1.0 for the same one. Null when it is none. */
export function normaliseScale(value: string): string | null {
  const text = asciiDigits(value).trim().replace(",", ".");
  if (!/^\d{1,6}(\.\d{1,12})?$/.test(text)) return null;
  return String(Number(text));
}

/** Accessibility services as a sorted list; the order they were enabled in means nothing. */
export function normaliseServices(value: string): string {
  const names = value
    .split(":")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return names.length === 0 ? "none" : [...new Set(names)].sort().join(":");
}
