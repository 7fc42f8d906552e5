import { asciiDigits, lines } from "./text.ts";

export type PackageInfo =
  | { status: "missing" }
  | {
      status: "found";
      versionName: string | null;
      versionCode: number | null;
      /** Device-local time with 0-9 digits; null when not printed. */
      lastUpdateTime: string | null;
      debuggable: boolean;
      /** Split names; ["base"] for a plain APK, [] when not printed. */
      splits: string[];
      /** Whether user 0 has it; null when not printed. */
      installedForUser0: boolean | null;
      /** `enabled=2|3|4` of user 0: disabled. */
      disabled: boolean;
    };

/**
 * Reads `dumpsys package PKG`: only the first `Package [PKG]` block under `Packages:`, because a replaced system app has
 * a second one (the factory version) under `Hidden system packages:` and renamed packages match as well.
 */
export function parseDumpsysPackage(output: string, packageName: string): PackageInfo {
  const block = packageBlock(lines(asciiDigits(output)), packageName);
  if (block === null) return { status: "missing" };
  const field = (name: string) => {
    const pattern = new RegExp(`^\\s+${name}=(.*?)\\s*$`);
    for (const line of block) {
      const value = pattern.exec(line)?.[1];
      if (value !== undefined) return value === "null" || value === "" ? null : value;
    }
    return null;
  };
  const code = /^(\d+)/.exec(field("versionCode") ?? "")?.[1];
  const user = block.find((line) => /^\s+User 0:.*\binstalled=/.test(line)) ?? "";
  const installed = /\binstalled=(true|false)/.exec(user)?.[1];
  const flags = `${field("flags") ?? ""} ${field("pkgFlags") ?? ""}`;
  return {
    status: "found",
    versionName: field("versionName"),
    versionCode: code === undefined ? null : safeInteger(code),
    lastUpdateTime: field("lastUpdateTime"),
    debuggable: /\bDEBUGGABLE\b/.test(flags),
    splits: (/^\[(.*)\]$/.exec(field("splits") ?? "")?.[1] ?? "")
      .split(",")
      .map((split) => split.trim())
      .filter((split) => split !== ""),
    installedForUser0: installed === undefined ? null : installed === "true",
    disabled: /\benabled=[234]\b/.test(user),
  };
}

function safeInteger(digits: string): number | null {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : null;
}

function packageBlock(all: string[], packageName: string): string[] | null {
  const section = all.findIndex((line) => /^\s*Packages:\s*$/.test(line.replace(/^\uFEFF/, "")));
  if (section < 0) return null;
  for (let start = section + 1; start < all.length; start++) {
    const line = all[start] ?? "";
    if (/^\S/.test(line)) return null;
    const header = /^(\s*)Package \[(.+?)\]/.exec(line);
    if (header?.[2] !== packageName) continue;
    const indent = header[1]?.length ?? 0;
    const end = all.findIndex(
      (other, index) =>
        index > start && other.trim() !== "" && other.length - other.trimStart().length <= indent,
    );
    return all.slice(start + 1, end < 0 ? undefined : end);
  }
  return null;
}
