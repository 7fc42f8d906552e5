import type { Machine } from "../shell/process.ts";
import type { SettingsNamespace } from "./types.ts";

/** Applies what a changed setting does to the device, whoever changed it. */
export function applySetting(machine: Machine, namespace: SettingsNamespace, key: string): void {
  const { settings, state } = machine.system;
  if (namespace === "system" && (key === "user_rotation" || key === "accelerometer_rotation")) {
    if (settings.get("system", "accelerometer_rotation") === "0") {
      const rotation = Number(settings.get("system", "user_rotation") ?? 0) & 3;
      if (rotation !== state.rotation) {
        machine.system.rotate(rotation);
        machine.ui.setRotation(rotation);
      }
    } else if (state.rotation !== 0 && !machine.system.faults.has("rotated")) {
      machine.system.rotate(0);
      machine.ui.setRotation(0);
    }
    return;
  }
  if (
    key === "font_scale" ||
    key === "ui_night_mode" ||
    key === "system_locales" ||
    key === "navigation_mode"
  ) {
    machine.ui.configurationChanged();
  }
}
