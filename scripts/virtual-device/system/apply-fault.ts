import type { Machine } from "../shell/process.ts";

/**
 * What switching a fault changes at once: the faults that are a state of the device which could also be reached by
 * commands. The others are asked for by whoever they make misbehave.
 */
export function applyFault(name: string, on: boolean, machine: Machine): void {
  const { system, ui } = machine;
  switch (name) {
    case "secondary-user":
      system.state.currentUser = on ? 10 : 0;
      break;
    case "large-font":
      system.settings.put("system", "font_scale", on ? "1.3" : null);
      ui.configurationChanged();
      break;
    case "rtl-locale":
      system.services.setLocale(on ? "ar-EG" : "en-US");
      ui.configurationChanged();
      break;
    case "rotated":
      system.rotate(on ? 1 : 0);
      ui.setRotation(on ? 1 : 0);
      break;
    default:
      break;
  }
}
