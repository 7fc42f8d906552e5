import { frontTask, LAUNCHER, type Machine } from "./machine.ts";
import type { SystemDialog } from "./state.ts";

/** Whether the lock screen covers everything: by state or by fault. */
export function isKeyguardShown(machine: Machine): boolean {
  return machine.state.keyguard || machine.services.hasFault("keyguard");
}

/** The dialog of the system that is up, by state, by a main thread that stays blocked, or by fault. */
export function dialogShown(machine: Machine): SystemDialog | null {
  const { state, services } = machine;
  if (state.dialog !== null) return state.dialog;
  if (state.blocked !== null && services.now() >= state.blocked.reportAt) {
    return { kind: "anr", packageName: state.blocked.packageName };
  }
  const front = frontTask(machine).packageName;
  const packageName = front === LAUNCHER ? "com.android.systemui" : front;
  if (services.hasFault("anr-dialog")) return { kind: "anr", packageName };
  if (services.hasFault("permission-dialog")) {
    return { kind: "permission", packageName, permission: "android.permission.POST_NOTIFICATIONS" };
  }
  return null;
}
