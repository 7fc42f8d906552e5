import type { Machine } from "../shell/process.ts";
import { PLAYGROUND } from "./preinstalled.ts";

/** What switching a fault changes at once; the other faults are asked for when they matter. */
export function applyFault(name: string, on: boolean, machine: Machine): void {
  const { system, ui } = machine;
  switch (name) {
    case "keyguard":
      ui.setKeyguard(on);
      break;
    case "permission-dialog":
      ui.setDialog(
        on
          ? {
              kind: "permission",
              packageName: PLAYGROUND,
              permission: "android.permission.POST_NOTIFICATIONS",
            }
          : null,
      );
      break;
    case "anr-dialog":
      ui.setDialog(on ? { kind: "anr", packageName: ui.backStack()[0]?.packageName ?? PLAYGROUND } : null);
      break;
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
    case "split-screen":
    case "keyboard-covering":
      ui.configurationChanged();
      break;
    default:
      break;
  }
}
