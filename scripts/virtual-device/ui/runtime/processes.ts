import type { AppDefinition } from "../kit/app.ts";
import { loadPreferences, openPreferences, type Preferences } from "../kit/preferences.ts";
import { changed, goHome, LAUNCHER, type Machine } from "./machine.ts";
import type { ProcessState } from "./state.ts";

export function findProcess(machine: Machine, packageName: string): ProcessState | null {
  return machine.state.processes.find((process) => process.packageName === packageName) ?? null;
}

/** The app's process, started when there is none. */
export function ensureProcess(machine: Machine, packageName: string): ProcessState {
  const running = findProcess(machine, packageName);
  if (running !== null) return running;
  const process: ProcessState = {
    packageName,
    pid: machine.state.nextPid,
    memory: {},
    preferences: new Map(),
  };
  machine.state.nextPid += 17;
  machine.state.processes.push(process);
  machine.services.log("I", "ActivityManager", `Start proc ${process.pid}:${packageName} for top-activity`);
  return process;
}

/** SharedPreferences of a running process: the file is read at the first use and never again. */
export function preferencesOf(machine: Machine, process: ProcessState, name: string): Preferences {
  const files = machine.services.appFiles(process.packageName);
  let map = process.preferences.get(name);
  if (map === undefined) {
    map = loadPreferences(files, name, (message) =>
      machine.services.log("W", "SharedPreferencesImpl", message),
    );
    process.preferences.set(name, map);
  }
  return openPreferences(map, name, files);
}

/** Ends a process with its tasks, without a word on the screen: `am force-stop`. */
export function killApp(machine: Machine, packageName: string): void {
  const { state } = machine;
  const wasInFront = state.tasks[0]?.packageName === packageName;
  state.processes = state.processes.filter((process) => process.packageName !== packageName);
  if (packageName !== LAUNCHER) state.tasks = state.tasks.filter((task) => task.packageName !== packageName);
  if (state.dialog?.packageName === packageName && state.dialog.kind !== "crash") state.dialog = null;
  if (state.blocked?.packageName === packageName) state.blocked = null;
  if (state.toast?.packageName === packageName) state.toast = null;
  if (wasInFront) {
    state.keyboard = false;
    if (state.tasks[0]?.packageName !== LAUNCHER) goHome(machine);
  }
  changed(machine);
}

/** An uncaught exception: logged, the process ends, a dialog says so. */
export function crashApp(machine: Machine, app: AppDefinition, message: string): void {
  const process = findProcess(machine, app.packageName);
  machine.services.log("E", "AndroidRuntime", "FATAL EXCEPTION: main");
  machine.services.log("E", "AndroidRuntime", `Process: ${app.packageName}, PID: ${process?.pid ?? 0}`);
  machine.services.log("E", "AndroidRuntime", message);
  killApp(machine, app.packageName);
  if (machine.services.settings.get("global", "hide_error_dialogs") !== "1") {
    machine.state.dialog = { kind: "crash", packageName: app.packageName };
  }
  changed(machine);
}
