import { deviceApps } from "../apps/index.ts";
import type { SystemServices, UiRuntime } from "../system/types.ts";
import { dumpWindow, dumpWindows } from "./dump.ts";
import { ClassCastError } from "./kit/preferences.ts";
import { takeScreenshot } from "./picture/screenshot.ts";
import { shortClass, startActivity } from "./runtime/activities.ts";
import { appOf } from "./runtime/apps.ts";
import { applyConfiguration } from "./runtime/configuration.ts";
import { insertText } from "./runtime/editing.ts";
import { drag, longPress, swipe, tap } from "./runtime/gestures.ts";
import { pressCombination, pressKeyCode, setScreenOn } from "./runtime/keys.ts";
import { changed, createMachine, frontTask, goHome, type Machine, topEntry } from "./runtime/machine.ts";
import { crashApp, findProcess, killApp } from "./runtime/processes.ts";
import { isKeyguardShown } from "./runtime/shown.ts";
import { initialState } from "./runtime/state.ts";
import { windowsOf } from "./runtime/windows.ts";

/** The screen's side of a device: activities, windows, input and pictures over the services of its system. */
export function createUiRuntime(services: SystemServices): UiRuntime {
  const machine = createMachine(services, deviceApps());
  boot(machine);
  services.settings.onChange(() => {
    applyConfiguration(machine);
    changed(machine);
  });
  services.onPackageChange((packageName, change) => {
    const { state } = machine;
    const others = state.installedPackages.filter((name) => name !== packageName);
    state.installedPackages = change === "removed" ? others : [...others, packageName];
    if (change !== "installed") killApp(machine, packageName);
    changed(machine);
  });

  return {
    startActivity: (intent) => startActivity(machine, intent),
    forceStop: (packageName) => killApp(machine, packageName),
    pid: (packageName) => findProcess(machine, packageName)?.pid ?? null,
    processes: () => machine.state.processes.map(({ packageName, pid }) => ({ packageName, pid })),
    input: {
      tap: (x, y) => handled(machine, () => tap(machine, x, y)),
      longPress: (x, y, durationMs) => handled(machine, () => longPress(machine, x, y, durationMs)),
      swipe: (x1, y1, x2, y2, durationMs) =>
        handled(machine, () => swipe(machine, x1, y1, x2, y2, durationMs)),
      drag: (x1, y1, x2, y2, durationMs) => handled(machine, () => drag(machine, x1, y1, x2, y2, durationMs)),
      text: (value) => handled(machine, () => insertText(machine, value)),
      keyEvent: (code) => handled(machine, () => pressKeyCode(machine, code)),
      keyCombination: (codes) => handled(machine, () => pressCombination(machine, codes)),
    },
    windows: () => {
      const windows = windowsOf(machine);
      const active = windows.find(({ focusable }) => focusable);
      return windows.map((window) => ({
        packageName: window.packageName,
        title: window.title,
        type: window.type,
        focused: window === active,
        bounds: [window.bounds.left, window.bounds.top, window.bounds.right, window.bounds.bottom],
      }));
    },
    dumpXml: (options) => dump(machine, options),
    screenshot: () => takeScreenshot(machine),
    backStack: () =>
      machine.state.tasks.map(({ packageName, activity }) => ({
        packageName,
        activity: shortClass(packageName, activity),
      })),
    keyboardShown: () => windowsOf(machine).some(({ type }) => type === "input-method"),
    keyguardShown: () => isKeyguardShown(machine),
    setKeyguard(shown) {
      machine.state.keyguard = shown;
      changed(machine);
    },
    screenOn: () => machine.state.screenOn,
    setScreenOn: (on) => setScreenOn(machine, on),
    expandNotifications(expanded) {
      if (!isKeyguardShown(machine)) machine.state.notifications = expanded;
      changed(machine);
    },
    setRotation: () => applyConfiguration(machine),
    setDialog(dialog) {
      machine.state.dialog = dialog;
      if (dialog === null) machine.state.blocked = null;
      changed(machine);
    },
    configurationChanged: () => applyConfiguration(machine),
    reboot() {
      machine.state = initialState();
      boot(machine);
    },
    snapshot: () => structuredClone(machine.state),
    restore(snapshot) {
      // Only what `snapshot` returned comes back here.
      machine.state = structuredClone(snapshot) as Machine["state"];
      changed(machine);
    },
  };
}

/** Input that reaches an app's code: what that throws ends the app, not the device. */
function handled(machine: Machine, input: () => void): void {
  try {
    input();
  } catch (error) {
    const app = appOf(machine, frontTask(machine).packageName);
    if (!(error instanceof ClassCastError) || app === null) throw error;
    crashApp(machine, app, error.message);
  }
}

/** The launcher comes up. */
function boot(machine: Machine): void {
  startActivity(machine, {
    action: "android.intent.action.MAIN",
    categories: ["android.intent.category.HOME"],
  });
  if (machine.state.tasks.length > 0) goHome(machine);
  applyConfiguration(machine);
  changed(machine);
}

function dump(machine: Machine, options: { compressed: boolean; windows: boolean }): string | null {
  const { services, state } = machine;
  if (!state.screenOn && !isKeyguardShown(machine)) return null;
  const windows = windowsOf(machine);
  const active = windows.find(({ focusable }) => focusable) ?? null;
  if (active === null) return null;
  const settings = {
    rotation: services.display().rotation,
    compressed: options.compressed,
    extraAttributes: services.sdk >= 35,
    focus: topEntry(frontTask(machine)).focus,
  };
  // Older releases ignore --windows without a word.
  return options.windows && services.sdk >= 34
    ? dumpWindows(windows, active, settings)
    : dumpWindow(active, settings);
}
