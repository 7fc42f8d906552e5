import type { SystemUi } from "../../apps/system/contract.ts";
import { startActivity } from "./activities.ts";
import { appOf } from "./apps.ts";
import { pressBack } from "./keys.ts";
import { bringToFront, changed, goHome, LAUNCHER, type Machine, newEntry } from "./machine.ts";
import { killApp } from "./processes.ts";

/** Shows the overview of recent apps. */
export function showRecents(machine: Machine): void {
  const launcher = machine.state.tasks.find((task) => task.packageName === LAUNCHER);
  if (launcher === undefined) return;
  machine.state.notifications = false;
  launcher.entries = [...launcher.entries.slice(0, 1), newEntry(machine, { screen: "recents", args: {} })];
  bringToFront(machine, launcher);
}

/** What the system's own windows can do. */
export function systemUi(machine: Machine): SystemUi {
  const { services, state } = machine;
  const close = (): void => {
    machine.state.dialog = null;
    machine.state.blocked = null;
    changed(machine);
  };
  return {
    services,
    notificationsShown: state.notifications,
    labelOf: (packageName) =>
      appOf(machine, packageName)?.label ?? services.packageInfo(packageName)?.label ?? packageName,
    unlock() {
      machine.state.keyguard = false;
      changed(machine);
    },
    setNotifications(shown) {
      machine.state.notifications = shown;
      changed(machine);
    },
    back: () => pressBack(machine),
    home: () => goHome(machine),
    recents: () => showRecents(machine),
    answers: (dialog) => ({
      allow() {
        if (dialog.kind === "permission") services.grant(dialog.packageName, dialog.permission, true);
        close();
      },
      deny() {
        if (dialog.kind === "permission") services.grant(dialog.packageName, dialog.permission, false);
        close();
      },
      wait: close,
      closeApp() {
        close();
        if (dialog.kind === "anr") killApp(machine, dialog.packageName);
      },
      appInfo() {
        close();
        startActivity(machine, {
          action: "android.settings.APPLICATION_DETAILS_SETTINGS",
          data: `package:${dialog.packageName}`,
          packageName: "com.android.settings",
        });
      },
    }),
  };
}
