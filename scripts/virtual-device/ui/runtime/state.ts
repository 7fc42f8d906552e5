import type { Route } from "../kit/app.ts";
import type { PreferenceMap } from "../kit/preferences.ts";
import type { ScrollPosition } from "../layout/layout.ts";

/** A screen of a back stack. `state` is what Compose keeps by `remember`: null until shown, and again after leaving. */
export interface Entry {
  id: number;
  route: Route;
  state: object | null;
  scroll: Map<string, ScrollPosition>;
  focus: string | null;
  /** Position of the text cursor in the focused field, in UTF-16 units; null is the end. */
  cursor: number | null;
  /** The whole text of the focused field is selected. */
  selectAll?: boolean;
}

export interface Task {
  id: number;
  packageName: string;
  /** Fully qualified class of the activity. */
  activity: string;
  entries: Entry[];
  /** Started from the launcher: BACK on its last screen keeps it alive in the background (Android 12 and later). */
  fromLauncher: boolean;
}

export interface ProcessState {
  packageName: string;
  pid: number;
  memory: Record<string, unknown>;
  preferences: Map<string, PreferenceMap>;
}

export type SystemDialog =
  | { kind: "permission"; packageName: string; permission: string }
  | { kind: "anr"; packageName: string }
  | { kind: "crash"; packageName: string };

/** Everything the screen's side of the device is: plain data, copied as a whole into snapshots. */
export interface UiState {
  nextId: number;
  nextPid: number;
  processes: ProcessState[];
  /** Front first; the launcher's is always among them. */
  tasks: Task[];
  keyboard: boolean;
  keyboardModes: { shift: boolean; symbols: boolean };
  keyguard: boolean;
  screenOn: boolean;
  notifications: boolean;
  dialog: SystemDialog | null;
  /** A blocked main thread is reported when the clock reaches this. */
  blocked: { packageName: string; reportAt: number } | null;
  /** Packages that were installed from a file. */
  installedPackages: string[];
  /** What the activities were made for; null before the first look. */
  configuration: string | null;
  clipboard: string;
  lastTap: { x: number; y: number; at: number } | null;
  toast: { text: string; packageName: string; until: number } | null;
  /** Scroll positions of windows that are no task: shade, keyboard. */
  systemScroll: Map<string, ScrollPosition>;
}

export function initialState(): UiState {
  return {
    nextId: 1,
    nextPid: 4200,
    processes: [],
    tasks: [],
    keyboard: false,
    keyboardModes: { shift: false, symbols: false },
    keyguard: false,
    screenOn: true,
    notifications: false,
    dialog: null,
    blocked: null,
    installedPackages: [],
    configuration: null,
    clipboard: "",
    lastTap: null,
    toast: null,
    systemScroll: new Map(),
  };
}
