import { navigationBar, statusBar } from "../../apps/system/bars.ts";
import type { SystemUi } from "../../apps/system/contract.ts";
import { anrDialog, crashDialog, permissionDialog } from "../../apps/system/dialogs.ts";
import { keyguard } from "../../apps/system/keyguard.ts";
import { notificationShade } from "../../apps/system/shade.ts";
import { keyboardView } from "../keyboard.ts";
import type { Color, Element } from "../kit/element.ts";
import { ClassCastError } from "../kit/preferences.ts";
import { type LayoutContext, measure } from "../layout/layout.ts";
import { everyPlaced, type Placed, type Rect, toDisplay } from "../layout/placed.ts";
import type { PlacedWindow } from "../window.ts";
import { appOf } from "./apps.ts";
import { applyConfiguration } from "./configuration.ts";
import { screenScope } from "./context.ts";
import { activityDecor, dialogDecor, type Insets, navigationBarDp, STATUS_BAR_DP } from "./decor.ts";
import { pressKey } from "./keys.ts";
import { frontTask, type Machine, topEntry } from "./machine.ts";
import { crashApp } from "./processes.ts";
import { dialogShown, isKeyguardShown } from "./shown.ts";
import type { SystemDialog, Task } from "./state.ts";
import { systemUi } from "./system-ui.ts";

const SYSTEM_UI = "com.android.systemui";
const KEYBOARD = "com.google.android.inputmethod.latin";

/** Size of the display as it is turned now, in pixels. */
export function displaySize(machine: Machine): { width: number; height: number; density: number } {
  const { width, height, density, rotation } = machine.services.display();
  return rotation % 2 === 0 ? { width, height, density } : { width: height, height: width, density };
}

/** Every window on the display, top first, laid out anew. */
export function layoutWindows(machine: Machine): PlacedWindow[] {
  const { width, height, density } = displaySize(machine);
  const { services, state } = machine;
  const pxPerDp = density / 160;
  const display: Rect = { left: 0, top: 0, right: width, bottom: height };
  const layout = { pxPerDp, fontScale: services.fontScale(), rtl: isRtl(services.locale()) };
  const mode = services.settings.get("secure", "navigation_mode");
  const barDp = navigationBarDp(mode);
  const ui = systemUi(machine);
  const locked = isKeyguardShown(machine);
  const dialog = locked ? null : dialogShown(machine);
  const split = services.hasFault("split-screen");
  const task = frontTask(machine);

  const appRoom = split ? { ...display, bottom: Math.round(height / 2) } : display;
  const insets = { top: STATUS_BAR_DP, bottom: split ? 0 : barDp };
  let app = taskWindows(machine, task, appRoom, layout, insets, 0);
  const covered = locked || dialog !== null || state.notifications;
  const field = state.keyboard && !covered ? fieldIn(app, topEntry(task).focus) : null;
  const keyboard: PlacedWindow[] = [];
  if (field !== null || (services.hasFault("keyboard-covering") && !locked)) {
    const press = (key: string): void => pressKey(machine, key);
    const element = keyboardView(field?.element.actions?.field ?? null, state.keyboardModes, press, barDp);
    const spec = { packageName: KEYBOARD, title: "InputMethod", type: "input-method", id: 4 } as const;
    const ime = buildWindow(spec, element, display, { ...layout, scroll: state.systemScroll }, "bottom");
    keyboard.push(ime);
    const hidden = field === null ? 0 : field.bounds.bottom + Math.round(16 * pxPerDp) - ime.bounds.top;
    // adjustPan: the window moves up until the focused field can be seen.
    if (hidden > 0) app = taskWindows(machine, task, appRoom, layout, insets, hidden);
  }
  const behind = split ? state.tasks.find((other) => other !== task) : undefined;
  if (behind !== undefined) {
    const room = { ...display, top: appRoom.bottom };
    app.push(...taskWindows(machine, behind, room, layout, { top: 0, bottom: barDp }, 0));
  }
  // An app with a background of its own is dark: what stands on the bars is white there.
  const barColor = appOf(machine, task.packageName)?.background === undefined ? "onSurface" : "#ffffff";
  const system = systemWindows(ui, { locked, dialog, mode, barColor }, display, {
    ...layout,
    scroll: state.systemScroll,
  });
  const all = [...system.above, ...keyboard, ...system.dialogs, ...app];
  for (const [index, window] of all.entries()) window.layer = all.length - 1 - index;
  return all;
}

type Layout = Omit<LayoutContext, "scroll">;
type Spec = Pick<PlacedWindow, "packageName" | "title" | "type" | "id"> & Partial<PlacedWindow>;

function buildWindow(
  spec: Spec,
  element: Element,
  room: Rect,
  layout: LayoutContext,
  place: "fill" | "center" | "bottom",
  shiftUp = 0,
): PlacedWindow {
  const measured = measure(element, room.right - room.left, room.bottom - room.top, layout);
  const centered = Math.round((room.top + room.bottom - measured.height) / 2);
  const left = place === "fill" ? room.left : Math.round((room.left + room.right - measured.width) / 2);
  const top = place === "fill" ? room.top : place === "bottom" ? room.bottom - measured.height : centered;
  const root = toDisplay(measured, left, top - shiftUp, room, layout.rtl);
  const bounds = place === "fill" ? room : root.visible;
  return { focusable: false, dims: false, layer: 0, bounds, root, ...spec };
}

/** The lock screen or shade and the bars, which lie above the keyboard, and the dialogs of the system below it. */
function systemWindows(
  ui: SystemUi,
  shown: { locked: boolean; dialog: SystemDialog | null; mode: string | null; barColor: Color },
  display: Rect,
  layout: LayoutContext,
): { above: PlacedWindow[]; dialogs: PlacedWindow[] } {
  const { locked, dialog, mode } = shown;
  const barPx = Math.round(navigationBarDp(mode) * layout.pxPerDp);
  const statusPx = Math.round(STATUS_BAR_DP * layout.pxPerDp);
  const bar = { packageName: SYSTEM_UI, type: "system" } as const;
  const shade = { ...bar, title: "NotificationShade", id: 3, focusable: true } as const;
  const above: PlacedWindow[] = [];
  if (locked) above.push(buildWindow(shade, keyguard(ui), display, layout, "fill"));
  else if (ui.notificationsShown)
    above.push(buildWindow(shade, notificationShade(ui), display, layout, "fill"));
  const top = { ...display, bottom: statusPx };
  const bottom = { ...display, top: display.bottom - barPx };
  above.push(
    buildWindow({ ...bar, title: "StatusBar", id: 1 }, statusBar(ui, shown.barColor), top, layout, "fill"),
  );
  above.push(
    buildWindow(
      { ...bar, title: "NavigationBar0", id: 2 },
      navigationBar(ui, mode, shown.barColor),
      bottom,
      layout,
      "fill",
    ),
  );
  if (dialog === null) return { above, dialogs: [] };
  const modal = { focusable: true, dims: true, outside: () => undefined } as const;
  const answers = ui.answers(dialog);
  if (dialog.kind === "permission") {
    const packageName = "com.google.android.permissioncontroller";
    const title = `${packageName}/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity`;
    const room = { ...display, bottom: display.bottom - barPx - Math.round(16 * layout.pxPerDp) };
    const element = permissionDialog(ui, dialog, answers);
    const spec = { ...modal, packageName, title, type: "application", id: 6 } as const;
    return { above, dialogs: [buildWindow(spec, element, room, layout, "bottom")] };
  }
  const title = `Application ${dialog.kind === "anr" ? "Not Responding" : "Error"}: ${dialog.packageName}`;
  const spec = { ...modal, packageName: "android", title, type: "system", id: 7 } as const;
  const element = dialog.kind === "anr" ? anrDialog(ui, dialog, answers) : crashDialog(ui, dialog, answers);
  return { above, dialogs: [buildWindow(spec, element, display, layout, "center")] };
}

/** The window of a task's activity, below the window of its dialog when it shows one. */
function taskWindows(
  machine: Machine,
  task: Task,
  room: Rect,
  layout: Layout,
  insets: Insets,
  shiftUp: number,
): PlacedWindow[] {
  const app = appOf(machine, task.packageName);
  const entry = topEntry(task);
  const definition = app?.screens[entry.route.screen];
  if (app === null || definition === undefined) {
    throw new Error(`${task.packageName} has no screen ${entry.route.screen}`);
  }
  const window = {
    width: Math.floor((room.right - room.left) / layout.pxPerDp),
    height: Math.floor((room.bottom - room.top) / layout.pxPerDp),
  };
  const scene = definition.view(screenScope(machine, app, task, entry, window));
  if (scene.live === true) machine.live = true;
  const context = { ...layout, scroll: entry.scroll };
  const owner = { packageName: app.packageName, focusable: true } as const;
  const title = `${app.packageName}/${scene.activity ?? task.activity}`;
  const windows: PlacedWindow[] = [];
  if (scene.dialog !== undefined) {
    const spec = { ...owner, title: app.label, type: "dialog", id: task.id * 2 + 101, dims: true } as const;
    const element = dialogDecor(scene.dialog.content, app.toolkit);
    windows.push(
      buildWindow({ ...spec, outside: scene.dialog.onDismiss }, element, room, context, "center", shiftUp),
    );
  }
  const spec = { ...owner, title, type: "application", id: task.id * 2 + 100 } as const;
  const element = activityDecor(scene.content, app, insets);
  windows.push(buildWindow(spec, element, room, context, "fill", scene.dialog === undefined ? shiftUp : 0));
  return windows;
}

/** The focused field among what is on the screen. */
export function fieldIn(windows: readonly PlacedWindow[], key: string | null): Placed | null {
  if (key === null) return null;
  for (const window of windows) {
    for (const placed of everyPlaced(window.root)) {
      if (placed.element.actions?.field?.key === key) return placed;
    }
  }
  return null;
}

const RTL_LANGUAGES = new Set(["ar", "fa", "he", "iw", "ur", "ps", "sd", "ug", "yi", "dv", "ckb"]);

/** Whether a BCP 47 tag names a language that is written from right to left. */
export function isRtl(tag: string): boolean {
  return RTL_LANGUAGES.has(tag.split(/[-_]/)[0]?.toLowerCase() ?? "");
}

/** The windows, from the cache while nothing changed; an app that dies while it draws is replaced by what is behind it. */
export function windowsOf(machine: Machine): PlacedWindow[] {
  applyConfiguration(machine);
  const known = cache.get(machine);
  if (known !== undefined && known.key === cacheKey(machine)) return known.windows;
  for (;;) {
    try {
      machine.live = false;
      const windows = layoutWindows(machine);
      cache.set(machine, { key: cacheKey(machine), windows });
      return windows;
    } catch (error) {
      if (!(error instanceof ClassCastError)) throw error;
      const app = appOf(machine, frontTask(machine).packageName);
      if (app === null) throw error;
      crashApp(machine, app, error.message);
    }
  }
}

const cache = new WeakMap<Machine, { key: string; windows: PlacedWindow[] }>();

const SCREEN_FAULTS = ["keyguard", "permission-dialog", "anr-dialog", "keyboard-covering", "split-screen"];

/** Changes whenever the windows could look different: state, faults, configuration, minute of the clock. */
export function cacheKey(machine: Machine): string {
  const { services, state } = machine;
  const { width, height, density, rotation } = services.display();
  const now = services.now();
  return [
    machine.version,
    width,
    height,
    density,
    rotation,
    services.locale(),
    services.nightMode(),
    services.fontScale(),
    SCREEN_FAULTS.filter((name) => services.hasFault(name)).join(),
    machine.live ? now : Math.floor(now / 60_000),
    state.blocked !== null && now >= state.blocked.reportAt,
  ].join("|");
}
