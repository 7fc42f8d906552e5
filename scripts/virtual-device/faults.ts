/**
 * Misbehaviour of real devices, switchable by name. One table: the `--fault` option, the documentation and the tests
 * all read it. `area` says which part of the device acts on it.
 */
export interface Fault {
  name: string;
  area: "wire" | "shell" | "dump" | "package" | "screen" | "configuration";
  /** What a client of the device meets. */
  description: string;
}

export const FAULTS = [
  {
    name: "offline",
    area: "wire",
    description: "The device is listed as offline and every request to it fails with `device offline`.",
  },
  {
    name: "unauthorized",
    area: "wire",
    description: "The device is listed as unauthorized: the USB debugging prompt was not accepted.",
  },
  {
    name: "torn-connection",
    area: "wire",
    description: "The connection of a service ends in mid-output: half of the bytes, and no exit packet.",
  },
  {
    name: "slow-shell",
    area: "shell",
    description: "Every shell and exec service waits two seconds before it starts.",
  },
  {
    name: "no-sha256sum",
    area: "shell",
    description: "Neither `sha256sum` nor `toybox sha256sum` exists.",
  },
  {
    name: "never-idle",
    area: "dump",
    description: "`uiautomator dump` says `ERROR: could not get idle state.` and exits 0 without a file.",
  },
  {
    name: "null-root",
    area: "dump",
    description: "`uiautomator dump` says that the root node was null and exits 0 without a file.",
  },
  {
    name: "dump-killed",
    area: "dump",
    description: "`uiautomator dump` is killed: `Killed`, exit 137 and no file.",
  },
  {
    name: "stale-dump",
    area: "dump",
    description:
      "`uiautomator dump` announces success but writes nothing, so that an older file stays in its place.",
  },
  {
    name: "truncated-dump",
    area: "dump",
    description: "The dump stops in the middle of an attribute, under a success message.",
  },
  {
    name: "illegal-characters",
    area: "dump",
    description: "The dump holds characters that XML 1.0 forbids and an unpaired surrogate reference.",
  },
  {
    name: "pm-clear-refused",
    area: "package",
    description: "`pm clear` ends in MIUI's SecurityException about CLEAR_APP_USER_DATA.",
  },
  {
    name: "not-debuggable",
    area: "package",
    description: "Apps are release builds: `run-as` says `package not debuggable`.",
  },
  {
    name: "secondary-user",
    area: "package",
    description: "User 10 is in front: `am get-current-user` says 10.",
  },
  { name: "keyguard", area: "screen", description: "The lock screen covers everything." },
  {
    name: "permission-dialog",
    area: "screen",
    description: "A runtime permission dialog of the permission controller covers the app.",
  },
  {
    name: "anr-dialog",
    area: "screen",
    description: "An `isn't responding` dialog of package `android` covers the app.",
  },
  {
    name: "keyboard-covering",
    area: "screen",
    description: "The soft keyboard stays up and covers the lower part of the screen.",
  },
  {
    name: "split-screen",
    area: "screen",
    description: "Two apps share the display: the active window is the upper half only.",
  },
  { name: "large-font", area: "configuration", description: "The font scale is 1.3." },
  {
    name: "rtl-locale",
    area: "configuration",
    description: "The system language is Arabic: layouts are mirrored, digits may be Arabic.",
  },
  { name: "rotated", area: "configuration", description: "The display is turned a quarter to the left." },
] as const satisfies readonly Fault[];

/** The fault of that name, or null. */
export function findFault(name: string): Fault | null {
  return FAULTS.find((fault) => fault.name === name) ?? null;
}
