import type { Intent, SystemServices } from "../../system/types.ts";
import type { IconName } from "../picture/icons.ts";
import type { Color, Element } from "./element.ts";
import type { Preferences } from "./preferences.ts";

/** A place in an app: the name of a screen and what it was opened with. */
export interface Route {
  screen: string;
  args: Record<string, string>;
}

/** What an app's code can do while it handles something. */
export interface AppContext {
  readonly services: SystemServices;
  /** SharedPreferences as the running process holds them: read from the file once, written through. */
  preferences(name: string): Preferences;
  /** Lives as long as the process: plain data only. */
  readonly memory: Record<string, unknown>;
  navigate(route: Route): void;
  /** Replaces the whole back stack. */
  replaceAll(...routes: Route[]): void;
  /** Pops down to the nearest screen of that name, or opens it when there is none below. */
  popTo(route: Route): void;
  /** Pops the top screen; leaves the app from its last one. */
  back(): void;
  toast(message: string): void;
  startActivity(intent: Intent): void;
  requestPermission(permission: string): void;
  /** Hides the keyboard and takes the focus from its field. */
  clearFocus(): void;
  focus(fieldKey: string): void;
  /** An uncaught exception: the process dies and the system says so. */
  crash(message: string): void;
  /** The main thread blocks until the system offers to close the app. */
  block(): void;
  system: SystemActions;
}

/** What only the device's own apps (launcher, Settings, system UI) do. */
export interface SystemActions {
  apps(): readonly AppDefinition[];
  /** Packages of the tasks, most recent first, without the launcher. */
  recents(): string[];
  openApp(packageName: string): void;
  closeTask(packageName: string): void;
  goHome(): void;
  forceStop(packageName: string): void;
}

export interface Scope<State> extends AppContext {
  readonly args: Readonly<Record<string, string>>;
  readonly state: Readonly<State>;
  /** Key of the focused field, null when none has the focus. */
  readonly focused: string | null;
  /** Width and height of the window in dp. */
  readonly window: { width: number; height: number };
  /** Changes the state: what Compose keeps by `remember`, lost on leaving and on rotation. */
  set(change: Partial<State>): void;
}

/** What a screen shows. */
export interface Scene {
  content: Element;
  dialog?: { content: Element; onDismiss(): void };
  /** Looks different from one moment to the next: a player's position. */
  live?: boolean;
  /** Class of the activity, when it is not the app's main one. */
  activity?: string;
}

/** A screen whose state type is hidden: see `screen`. */
export interface Screen {
  initial(app: AppContext, args: Readonly<Record<string, string>>): unknown;
  view(scope: Scope<unknown>): Scene;
}

/** Declares a screen as a function of its state. The state is plain data: it is copied into snapshots. */
export function screen<State extends object>(
  initial: (app: AppContext, args: Readonly<Record<string, string>>) => State,
  view: (scope: Scope<State>) => Scene,
): Screen {
  // The runtime hands `view` only what `initial` of the same screen made and `set` changed.
  return { initial, view: (scope) => view(scope as Scope<State>) };
}

export interface AppDefinition {
  packageName: string;
  label: string;
  icon: { name: IconName; background: Color };
  /** Shown in the launcher. */
  inLauncher: boolean;
  /** Fully qualified class of the main activity. */
  activity: string;
  /** Classes of other activities that may be started by component. */
  otherActivities?: readonly string[];
  toolkit: "compose" | "views";
  /** What is behind its screens, also under the bars; the scheme's background by default. */
  background?: Color;
  /** Whether an implicit intent is for this app. */
  handles(intent: Intent): boolean;
  /** The back stack of a new activity. */
  start(app: AppContext, intent: Intent): Route[];
  /** The back stack after an intent was delivered to the running activity; null leaves it. */
  newIntent(app: AppContext, intent: Intent): Route[] | null;
  screens: Readonly<Record<string, Screen>>;
}
