import type { AndroidVersion } from "../types.ts";

/**
 * The seam inside the device. `system/` and `shell/` own files, packages, settings, users, properties and faults
 * (SystemServices); `ui/` and `apps/` own activities, windows, input and pictures (UiRuntime). Each side knows the
 * other only through these two interfaces.
 */
export interface SystemServices {
  readonly androidVersion: AndroidVersion;
  readonly sdk: number;
  now(): number;
  /** Seeded. */
  random(): number;
  readonly realTime: boolean;
  hasFault(name: string): boolean;
  /** An app's private directory /data/data/<package>, as the app sees it. */
  appFiles(packageName: string): AppFiles;
  settings: {
    get(namespace: SettingsNamespace, key: string): string | null;
    put(namespace: SettingsNamespace, key: string, value: string | null): void;
    /** Called after each change. */
    onChange(listener: (namespace: SettingsNamespace, key: string, value: string | null) => void): void;
  };
  display(): Display;
  /** BCP 47, "en-US". */
  locale(): string;
  nightMode(): boolean;
  fontScale(): number;
  setLocale(tag: string): void;
  setNightMode(on: boolean): void;
  installed(packageName: string): boolean;
  /**
   * What the package manager knows of an installed package: also of APKs that were installed from a real file and have
   * no app of their own in `apps/`. Such a package starts as one plain window that shows its label. Null when absent.
   */
  packageInfo(packageName: string): PackageInfo | null;
  /** Called after a package was installed, cleared or removed (its process is stopped before). */
  onPackageChange(listener: (packageName: string, change: "installed" | "cleared" | "removed") => void): void;
  /** Runtime permissions granted to the package. */
  isGranted(packageName: string, permission: string): boolean;
  grant(packageName: string, permission: string, granted: boolean): void;
  log(priority: "V" | "D" | "I" | "W" | "E" | "F", tag: string, message: string): void;
}

export interface PackageInfo {
  packageName: string;
  label: string;
  versionCode: number;
  versionName: string;
  uid: number;
  system: boolean;
  debuggable: boolean;
  /** Fully qualified class names. */
  activities: { name: string; filters: IntentFilter[] }[];
  /** Fully qualified, of the first activity with MAIN and LAUNCHER. */
  launcherActivity: string | null;
}

export interface IntentFilter {
  actions: string[];
  categories: string[];
  schemes: string[];
  hosts: string[];
}

export type SettingsNamespace = "system" | "secure" | "global";

export interface Display {
  /** Physical size with overrides applied, unrotated. */
  width: number;
  height: number;
  density: number;
  /**
   * 0..3, quarter turns; live rotation. The system sets it (settings user_rotation and accelerometer_rotation, faults)
   * and then calls UiRuntime.setRotation, so display() already tells the new value there.
   */
  rotation: number;
}

export interface AppFiles {
  read(path: string): Uint8Array | null;
  write(path: string, content: Uint8Array): void;
  remove(path: string): void;
  list(path: string): string[];
}

export interface Intent {
  action?: string;
  data?: string;
  /** package/.Activity */
  component?: string;
  packageName?: string;
  categories?: string[];
  extras?: Record<string, string>;
  flags?: number;
}

export type StartResult =
  | {
      status: "ok" | "timeout";
      activity: string;
      launchState: "COLD" | "WARM" | "HOT" | "UNKNOWN (0)";
      totalMs: number;
      warning?: "delivered-to-top" | "brought-to-front";
    }
  | { status: "unresolved" }
  | { status: "not-found"; component: string };

export interface WindowInfo {
  packageName: string;
  /** package/fully.qualified.Activity, or a title such as NotificationShade, InputMethod. */
  title: string;
  type: "application" | "system" | "input-method" | "dialog";
  focused: boolean;
  bounds: [number, number, number, number];
}

export interface UiRuntime {
  startActivity(intent: Intent): StartResult;
  forceStop(packageName: string): void;
  /** Null when the app has no process. */
  pid(packageName: string): number | null;
  processes(): { packageName: string; pid: number }[];
  input: {
    tap(x: number, y: number): void;
    longPress(x: number, y: number, durationMs: number): void;
    swipe(x1: number, y1: number, x2: number, y2: number, durationMs: number): void;
    drag(x1: number, y1: number, x2: number, y2: number, durationMs: number): void;
    text(value: string): void;
    keyEvent(code: number, options?: { longPress?: boolean }): void;
    /** Keys held together, as `input keycombination` does: CTRL with A, C, V or X edits the focused field. */
    keyCombination(codes: readonly number[]): void;
  };
  /** Top first. */
  windows(): WindowInfo[];
  /** What `uiautomator dump` writes for the active window; null when there is no root. */
  dumpXml(options: { compressed: boolean; windows: boolean }): string | null;
  /** A PNG of the whole display. */
  screenshot(): Uint8Array;
  /** package/activity rows of the back stack, top first. */
  backStack(): { packageName: string; activity: string }[];
  keyboardShown(): boolean;
  keyguardShown(): boolean;
  setKeyguard(shown: boolean): void;
  screenOn(): boolean;
  setScreenOn(on: boolean): void;
  expandNotifications(expanded: boolean): void;
  setRotation(rotation: number): void;
  setDialog(
    dialog:
      | { kind: "permission"; packageName: string; permission: string }
      | { kind: "anr"; packageName: string }
      | null,
  ): void;
  /** Settings, locale, theme or size changed: activities are recreated as Android does. */
  configurationChanged(): void;
  /** Reboot: everything stops, the launcher comes up. */
  reboot(): void;
  snapshot(): unknown;
  restore(snapshot: unknown): void;
}
