import { firstLine, lines } from "./text.ts";

export interface RunAsRefusal {
  reason:
    | "unknown-package"
    | "not-debuggable"
    | "not-an-application"
    | "corrupt-installation"
    | "selinux"
    | "data-directory"
    | "not-shell"
    | "user"
    | "denied"
    | "other";
  message: string;
  hint: string;
}

const TABLE: readonly (readonly [RegExp, RunAsRefusal["reason"], string])[] = [
  [
    /unknown package|is unknown/i,
    "unknown-package",
    "Install the app for user 0, or set app.apkPath in the suite.",
  ],
  [
    /not debuggable/i,
    "not-debuggable",
    "Preferences can be seeded only in a debuggable build: install the debug variant, or remove preflight.sharedPreferences.",
  ],
  [
    /not an application/i,
    "not-an-application",
    "run-as works for ordinary apps only, not for packages that share a system user id.",
  ],
  [
    /corrupt installation/i,
    "corrupt-installation",
    "Uninstall the app and install it again: its data directory has another owner.",
  ],
  [
    /SELinux|set capabilities/i,
    "selinux",
    "The device's security policy stops run-as: use an emulator image or a device with stock firmware.",
  ],
  [
    /couldn't chdir|could not chdir|data directory/i,
    "data-directory",
    "Start the app once, or install it again: its data directory is missing or not its own.",
  ],
  [/user id too big|usage: run-as/i, "user", "This run-as does not take the user: use the primary user (0)."],
  [
    /only 'shell' or 'root'|setegid|setgroups|packagelist_parse/i,
    "not-shell",
    "run-as is broken on this firmware (it lacks its privileges): use another device or an emulator.",
  ],
];

/**
 * Explains a failed `run-as PKG …` from both streams (AOSP run-as.cpp and its older spellings). Null when the text is not
 * run-as's own: then the command that it ran has failed.
 */
export function parseRunAs(stdout: string, stderr: string): RunAsRefusal | null {
  const text = lines(`${stderr}\n${stdout}`).find((line) =>
    /^\s*run-as:|^\s*Could not set capabilities/.test(line),
  );
  if (text === undefined) return null;
  const message = firstLine(text);
  for (const [pattern, reason, hint] of TABLE) if (pattern.test(text)) return { reason, message, hint };
  return {
    reason: /permission denied|not permitted/i.test(text) ? "denied" : "other",
    message,
    hint: "Try `adb shell run-as <package> id` by hand; preferences can be seeded only where that works.",
  };
}
