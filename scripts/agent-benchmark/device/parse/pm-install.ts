import { firstLine, lines } from "./text.ts";

export type InstallOutcome =
  | { status: "installed" }
  | { status: "refused"; code: string; message: string; hint: string };

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /UPDATE_INCOMPATIBLE|signatures do not match/i,
    "An app of this name signed with another key is installed: uninstall it first.",
  ],
  [
    /VERSION_DOWNGRADE/,
    "A newer version is installed: uninstall it first, or build the APK with a higher versionCode.",
  ],
  [
    /USER_RESTRICTED/,
    "The device asks on its screen and the question was declined or timed out. On Xiaomi devices turn on Developer options > Install via USB; then install again.",
  ],
  [/INSUFFICIENT_STORAGE|not enough space/i, "Free some space on the device."],
  [
    /NO_MATCHING_ABIS/,
    "The APK has no native code for this device's processor: build it for the device's ABI.",
  ],
  [/OLDER_SDK|NEWER_SDK/, "The APK does not support this Android version: use another system image."],
  [/TEST_ONLY/, "The APK is test-only and the device refuses it even with -t."],
  [/VERIFICATION_FAILURE/, "Turn off Developer options > Verify apps over USB."],
  [
    /DUPLICATE_PERMISSION|CONFLICTING_PROVIDER/,
    "Another installed app declares the same permission or provider: uninstall it.",
  ],
  [/MISSING_SPLIT/, "This is one part of a split app: build a universal APK."],
  [
    /INVALID_APK|NOT_APK|PARSE_FAILED|MANIFEST_MALFORMED|Failed to parse/i,
    "The file is not a whole, signed APK: build it again.",
  ],
];

/** Reads what the package manager printed for an install: `Success` alone on a line, or `Failure [CODE: words]`. */
export function parseInstall(output: string): InstallOutcome {
  const all = lines(output);
  if (all.some((line) => line.trim() === "Success")) return { status: "installed" };
  const joined = all.join(" ");
  const code = /\b(INSTALL_[A-Z0-9_]+|DELETE_[A-Z0-9_]+)\b/.exec(joined)?.[1] ?? "UNKNOWN";
  const bracket = /\[((?:INSTALL|DELETE)_[^\]]*)\]?/.exec(joined)?.[1];
  const failure = all.find((line) => /failure|error|exception/i.test(line));
  const message = firstLine(bracket ?? failure ?? output) || "the package manager printed nothing";
  const hint =
    REMEDIES.find(([pattern]) => pattern.test(joined))?.[1] ??
    "Install it by hand with `adb install -r -t <apk>` to see the device's answer.";
  return { status: "refused", code, message, hint };
}
