import type { SystemServices } from "../../system/types.ts";
import type { AppDefinition, Route } from "../kit/app.ts";
import { type Entry, initialState, type Task, type UiState } from "./state.ts";

/** What every part of the runtime shares. */
export interface Machine {
  readonly services: SystemServices;
  readonly apps: ReadonlyMap<string, AppDefinition>;
  state: UiState;
  /** Rises with every change, so that a rendered screen can be reused until then. */
  version: number;
  /** What is on the screen follows the clock. */
  live: boolean;
}

export const LAUNCHER = "com.google.android.apps.nexuslauncher";

export function createMachine(services: SystemServices, apps: readonly AppDefinition[]): Machine {
  return {
    services,
    apps: new Map(apps.map((app) => [app.packageName, app])),
    state: initialState(),
    version: 0,
    live: false,
  };
}

export function changed(machine: Machine): void {
  machine.version++;
}

/** The task in front. */
export function frontTask(machine: Machine): Task {
  const task = machine.state.tasks[0];
  if (task === undefined) throw new Error("no task: the launcher was not started");
  return task;
}

/** The screen on top of a task. */
export function topEntry(task: Task): Entry {
  const entry = task.entries.at(-1);
  if (entry === undefined) throw new Error(`task of ${task.packageName} without a screen`);
  return entry;
}

export function newEntry(machine: Machine, route: Route): Entry {
  return { id: machine.state.nextId++, route, state: null, scroll: new Map(), focus: null, cursor: null };
}

/** Brings a task to the front; whatever was there loses the keyboard. */
export function bringToFront(machine: Machine, task: Task): void {
  const { state } = machine;
  if (state.tasks[0] !== task) hideKeyboard(machine);
  state.tasks = [task, ...state.tasks.filter((other) => other !== task)];
  changed(machine);
}

/** Closes the keyboard; the field keeps its focus, as after BACK. */
export function hideKeyboard(machine: Machine): void {
  machine.state.keyboard = false;
  changed(machine);
}

/** Shows the home screen; the tasks stay alive behind it. */
export function goHome(machine: Machine): void {
  const { state } = machine;
  state.notifications = false;
  const launcher = state.tasks.find((task) => task.packageName === LAUNCHER);
  if (launcher === undefined) return;
  launcher.entries = launcher.entries.slice(0, 1);
  bringToFront(machine, launcher);
}
