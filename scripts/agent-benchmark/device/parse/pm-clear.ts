import { firstLine, lines } from "./text.ts";

export type PmClear =
  | { status: "cleared" }
  | { status: "refused"; vendor: "miui" | "coloros" | "user" | "protected" | null; message: string };

/** Reads both streams of `pm clear`: only a line that is exactly `Success` is one; noise lines may surround it. */
export function parsePmClear(stdout: string, stderr: string): PmClear {
  if (lines(stdout).some((line) => line.trim() === "Success")) return { status: "cleared" };
  const text = `${stdout}\n${stderr}`;
  const telling =
    lines(text).find((line) => /exception|forbidden|denied|not allowed|permission/i.test(line)) ?? text;
  const message = firstLine(telling) || "pm clear printed nothing";
  if (/adb clearing user data is forbidden/i.test(text))
    return { status: "refused", vendor: "coloros", message };
  if (/permission to access user/i.test(text)) return { status: "refused", vendor: "user", message };
  if (/CLEAR_APP_USER_DATA/.test(text)) return { status: "refused", vendor: "miui", message };
  if (/protected package|device owner|profile owner/i.test(text))
    return { status: "refused", vendor: "protected", message };
  return { status: "refused", vendor: null, message };
}

/** What lifts the refusal. */
export function pmClearRemedy(refusal: Extract<PmClear, { status: "refused" }>): string {
  switch (refusal.vendor) {
    case "miui":
      return "On Xiaomi, Redmi and POCO devices, turn on Developer options > USB debugging (Security settings); on some builds MIUI optimization must be off as well.";
    case "coloros":
      return "On OPPO, realme and OnePlus devices, turn on Developer options > Disable permission monitoring, then reconnect.";
    case "user":
      return "The shell may not touch this user's apps: switch to the primary user (0) and remove work or clone profiles that hold the app.";
    case "protected":
      return "The system protects this package's data; the app is a device or profile owner. Remove that role, or set preflight.clearAppData: false.";
    case null:
      return "Check that the package is installed for user 0 and that `adb shell pm clear` works by hand; or set preflight.clearAppData: false (no baseline is then recorded).";
  }
}
