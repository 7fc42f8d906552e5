import type { AppContext, AppDefinition, Scope, SystemActions } from "../kit/app.ts";
import { startActivity } from "./activities.ts";
import { installedApps } from "./apps.ts";
import {
  bringToFront,
  changed,
  frontTask,
  goHome,
  hideKeyboard,
  LAUNCHER,
  type Machine,
  newEntry,
  topEntry,
} from "./machine.ts";
import { crashApp, ensureProcess, killApp, preferencesOf } from "./processes.ts";
import type { Entry, Task } from "./state.ts";

/** How long a toast stays (android.widget.Toast LENGTH_SHORT), in milliseconds. */
const TOAST_MS = 2000;
/** How long a main thread may leave an input event unanswered, in milliseconds. */
const ANR_MS = 5000;

/** What the code of an app can do; `task` is null while its first screen is being chosen. */
export function appContext(machine: Machine, app: AppDefinition, task: Task | null): AppContext {
  const { services } = machine;
  const process = ensureProcess(machine, app.packageName);
  return {
    services,
    memory: process.memory,
    preferences: (name) => preferencesOf(machine, process, name),
    navigate(route) {
      if (task === null) return;
      leave(machine, topEntry(task));
      task.entries.push(newEntry(machine, route));
      changed(machine);
    },
    replaceAll(...routes) {
      if (task === null) return;
      hideKeyboard(machine);
      task.entries = routes.map((route) => newEntry(machine, route));
    },
    popTo(route) {
      if (task === null) return;
      const at = task.entries.findLastIndex((entry) => entry.route.screen === route.screen);
      leave(machine, topEntry(task));
      task.entries = at < 0 ? [...task.entries, newEntry(machine, route)] : task.entries.slice(0, at + 1);
      changed(machine);
    },
    back: () => {
      if (task !== null) popEntry(machine, task);
    },
    toast(text) {
      machine.state.toast = { text, packageName: app.packageName, until: services.now() + TOAST_MS };
      changed(machine);
    },
    startActivity: (intent) => void startActivity(machine, intent),
    requestPermission(permission) {
      if (services.isGranted(app.packageName, permission)) return;
      machine.state.dialog = { kind: "permission", packageName: app.packageName, permission };
      changed(machine);
    },
    clearFocus() {
      if (task !== null) topEntry(task).focus = null;
      hideKeyboard(machine);
    },
    focus(fieldKey) {
      if (task === null) return;
      focusField(machine, topEntry(task), fieldKey);
    },
    crash: (message) => crashApp(machine, app, message),
    block() {
      // Without real time nobody waits for the five seconds: the report is there at once.
      const reportAt = services.realTime ? services.now() + ANR_MS : services.now();
      machine.state.blocked = { packageName: app.packageName, reportAt };
      changed(machine);
    },
    system: systemActions(machine),
  };
}

function systemActions(machine: Machine): SystemActions {
  return {
    apps: () => installedApps(machine),
    recents: () =>
      machine.state.tasks.map((task) => task.packageName).filter((packageName) => packageName !== LAUNCHER),
    openApp: (packageName) =>
      void startActivity(machine, {
        action: "android.intent.action.MAIN",
        categories: ["android.intent.category.LAUNCHER"],
        packageName,
      }),
    closeTask(packageName) {
      machine.state.tasks = machine.state.tasks.filter((task) => task.packageName !== packageName);
      changed(machine);
    },
    goHome: () => goHome(machine),
    forceStop: (packageName) => killApp(machine, packageName),
  };
}

/** Gives a field the focus and shows the keyboard for it. */
export function focusField(machine: Machine, entry: Entry, fieldKey: string): void {
  entry.focus = fieldKey;
  entry.cursor = null;
  entry.selectAll = false;
  machine.state.keyboard = true;
  changed(machine);
}

/** A screen that is no longer composed forgets what it remembered; its scroll positions are saved. */
function leave(machine: Machine, entry: Entry): void {
  entry.state = null;
  entry.focus = null;
  hideKeyboard(machine);
}

/** Goes back one screen; the last one leaves the app. */
export function popEntry(machine: Machine, task: Task): void {
  hideKeyboard(machine);
  if (task.entries.length > 1) {
    task.entries.pop();
    changed(machine);
    return;
  }
  if (task.packageName === LAUNCHER) return;
  if (!task.fromLauncher || machine.services.sdk < 31) {
    machine.state.tasks = machine.state.tasks.filter((other) => other !== task);
  }
  // What was in front before: the next task, as long as it is not the one that was left.
  const next = machine.state.tasks.find((other) => other !== task && other.packageName === LAUNCHER);
  if (next !== undefined && (frontTask(machine) === task || !machine.state.tasks.includes(task))) {
    next.entries = next.entries.slice(0, 1);
    bringToFront(machine, next);
  }
}

/** The scope a screen's view and handlers work in. */
export function screenScope(
  machine: Machine,
  app: AppDefinition,
  task: Task,
  entry: Entry,
  window: { width: number; height: number },
): Scope<unknown> {
  const context = appContext(machine, app, task);
  if (entry.state === null) {
    const definition = app.screens[entry.route.screen];
    const initial = definition?.initial(context, entry.route.args);
    entry.state = typeof initial === "object" && initial !== null ? initial : {};
  }
  return {
    ...context,
    args: entry.route.args,
    window,
    get state() {
      return entry.state ?? {};
    },
    get focused() {
      return entry.focus;
    },
    set(change) {
      entry.state = { ...entry.state, ...(typeof change === "object" ? change : {}) };
      changed(machine);
    },
  };
}
