import type { SystemServices } from "../../system/types.ts";
import type { SystemDialog } from "../../ui/runtime/state.ts";

/** What the system's own windows (bars, shade, lock screen, dialogs) show and do. */
export interface SystemUi {
  readonly services: SystemServices;
  readonly notificationsShown: boolean;
  labelOf(packageName: string): string;
  unlock(): void;
  setNotifications(shown: boolean): void;
  back(): void;
  home(): void;
  recents(): void;
  /** What the buttons of a dialog do. */
  answers(dialog: SystemDialog): DialogAnswers;
}

export interface DialogAnswers {
  /** Permission: grant it. */
  allow(): void;
  deny(): void;
  /** Not responding: leave the app alone. */
  wait(): void;
  closeApp(): void;
  /** Crash: open the page of the app in Settings. */
  appInfo(): void;
}
