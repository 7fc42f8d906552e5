import type { Intent, StartResult } from "../../system/types.ts";
import type { AppDefinition, Route } from "../kit/app.ts";
import { ClassCastError } from "../kit/preferences.ts";
import { appOf, installedApps } from "./apps.ts";
import { appContext } from "./context.ts";
import { bringToFront, hideKeyboard, LAUNCHER, type Machine, newEntry } from "./machine.ts";
import { crashApp, findProcess } from "./processes.ts";
import type { Task } from "./state.ts";

const MAIN = "android.intent.action.MAIN";
const HOME = "android.intent.category.HOME";

type Resolved =
  | { app: AppDefinition; activity: string }
  | Extract<StartResult, { status: "unresolved" | "not-found" }>;

/** Resolves and starts as the activity manager does; the result is what `am start -W` reports. */
export function startActivity(machine: Machine, intent: Intent): StartResult {
  const resolved = resolve(machine, intent);
  if ("status" in resolved) return resolved;
  const { app, activity } = resolved;
  machine.state.notifications = false;
  if (machine.state.dialog?.kind !== "crash") machine.state.dialog = null;
  const task = machine.state.tasks.find((other) => other.packageName === app.packageName) ?? null;
  const name = `${app.packageName}/${shortClass(app.packageName, activity)}`;
  const result = (
    launchState: "COLD" | "WARM" | "HOT" | "UNKNOWN (0)",
    totalMs: number,
    warning?: "delivered-to-top" | "brought-to-front",
  ): StartResult => ({
    status: "ok",
    activity: name,
    launchState,
    totalMs,
    ...(warning === undefined ? {} : { warning }),
  });

  if (task === null) {
    const cold = findProcess(machine, app.packageName) === null;
    const totalMs = Math.round((cold ? 410 : 120) + machine.services.random() * 60);
    const routes = firstRoutes(machine, app, intent);
    if (routes === null) return result(cold ? "COLD" : "WARM", totalMs);
    const created: Task = {
      id: machine.state.nextId++,
      packageName: app.packageName,
      activity,
      entries: routes.map((route) => newEntry(machine, route)),
      fromLauncher: isMain(intent),
    };
    bringToFront(machine, created);
    machine.services.log("I", "ActivityTaskManager", `Displayed ${name} for user 0: +${totalMs}ms`);
    return result(cold ? "COLD" : "WARM", totalMs);
  }

  const wasInFront = machine.state.tasks[0] === task;
  if (!wasInFront && isMain(intent) && intent.data === undefined) {
    // The launcher's own intent only moves the task: the activity learns nothing of it.
    if (app.packageName === LAUNCHER) task.entries = task.entries.slice(0, 1);
    bringToFront(machine, task);
    return result("HOT", Math.round(40 + machine.services.random() * 30), "brought-to-front");
  }
  deliver(machine, app, task, intent);
  bringToFront(machine, task);
  return result("UNKNOWN (0)", 0, "delivered-to-top");
}

/** Back stack of a new activity; null when the app died while choosing it. */
function firstRoutes(machine: Machine, app: AppDefinition, intent: Intent): Route[] | null {
  try {
    return app.start(appContext(machine, app, null), intent);
  } catch (error) {
    if (!(error instanceof ClassCastError)) throw error;
    crashApp(machine, app, error.message);
    return null;
  }
}

/** onNewIntent of a singleTop activity. */
function deliver(machine: Machine, app: AppDefinition, task: Task, intent: Intent): void {
  const routes = app.newIntent(appContext(machine, app, task), intent);
  if (routes === null) return;
  hideKeyboard(machine);
  task.entries = routes.map((route) => newEntry(machine, route));
}

function isMain(intent: Intent): boolean {
  return intent.action === undefined || intent.action === MAIN;
}

function resolve(machine: Machine, intent: Intent): Resolved {
  if (intent.component !== undefined) {
    const slash = intent.component.indexOf("/");
    const packageName = intent.component.slice(0, slash);
    const activity = fullClass(packageName, intent.component.slice(slash + 1));
    const app = appOf(machine, packageName);
    const known =
      app !== null && (app.activity === activity || app.otherActivities?.includes(activity) === true);
    return known ? { app, activity } : { status: "not-found", component: `${packageName}/${activity}` };
  }
  const packageName = intent.categories?.includes(HOME) === true ? LAUNCHER : intent.packageName;
  if (packageName !== undefined && isMain(intent) && intent.data === undefined) {
    const app = appOf(machine, packageName);
    return app === null ? { status: "unresolved" } : { app, activity: app.activity };
  }
  for (const app of installedApps(machine)) {
    if (packageName !== undefined && packageName !== app.packageName) continue;
    if (app.handles(intent)) return { app, activity: app.activity };
  }
  return { status: "unresolved" };
}

/** `.Main` of a package as the whole class name. */
export function fullClass(packageName: string, name: string): string {
  return name.startsWith(".") ? packageName + name : name;
}

/** A class inside its package as `.Main`, the way the activity manager prints components. */
export function shortClass(packageName: string, name: string): string {
  return name.startsWith(`${packageName}.`) ? name.slice(packageName.length) : name;
}
