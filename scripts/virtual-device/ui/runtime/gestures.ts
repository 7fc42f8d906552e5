import type { Actions } from "../kit/element.ts";
import { contains, everyPlaced, hit, type Placed } from "../layout/placed.ts";
import type { PlacedWindow } from "../window.ts";
import { focusField } from "./context.ts";
import { navigationBarDp, STATUS_BAR_DP } from "./decor.ts";
import { pressBack } from "./keys.ts";
import { bringToFront, changed, frontTask, goHome, type Machine, topEntry } from "./machine.ts";
import { isKeyguardShown } from "./shown.ts";
import { showRecents } from "./system-ui.ts";
import { displaySize, isRtl, windowsOf } from "./windows.ts";

/** ViewConfiguration's touch slop and long-press time-out. */
const SLOP_DP = 8;
const LONG_PRESS_MS = 400;
const DOUBLE_TAP_MS = 300;
/** Width of the strips at the sides where a swipe means BACK. */
const EDGE_DP = 20;
/** A swipe from the bottom that takes longer than this shows the recent apps. */
const RECENTS_MS = 700;

/** A touch at a point: what it falls on. Null when the screen is off or nothing is there. */
function touched(machine: Machine, x: number, y: number): { window: PlacedWindow; outside: boolean } | null {
  if (!machine.state.screenOn) return null;
  for (const window of windowsOf(machine)) {
    if (contains(window.bounds, x, y)) return { window, outside: false };
    if (window.outside !== undefined) return { window, outside: true };
  }
  return null;
}

function actionsAt(
  machine: Machine,
  x: number,
  y: number,
  wanted: (actions: Actions) => boolean,
): Placed | null {
  const target = touched(machine, x, y);
  if (target === null) return null;
  if (target.outside) {
    target.window.outside?.();
    changed(machine);
    return null;
  }
  return hit(
    target.window.root,
    x,
    y,
    ({ element }) => element.actions !== undefined && wanted(element.actions),
  );
}

/** A tap; a second one on the same element within 300 ms is a double tap. */
export function tap(machine: Machine, x: number, y: number): void {
  bringHalfToFront(machine, x, y);
  const placed = actionsAt(
    machine,
    x,
    y,
    (actions) => actions.onTap !== undefined || actions.field !== undefined,
  );
  const actions = placed?.element.actions;
  if (actions === undefined || placed === null) return;
  const now = machine.services.now();
  const last = machine.state.lastTap;
  machine.state.lastTap = { x, y, at: now };
  if (actions.field !== undefined) focusField(machine, topEntry(frontTask(machine)), actions.field.key);
  else if (actions.onDoubleTap !== undefined && last !== null && isDouble(last, x, y, now)) {
    machine.state.lastTap = null;
    actions.onDoubleTap();
  } else actions.onTap?.();
  changed(machine);
}

function isDouble(last: { x: number; y: number; at: number }, x: number, y: number, now: number): boolean {
  return now - last.at <= DOUBLE_TAP_MS && Math.abs(last.x - x) < 40 && Math.abs(last.y - y) < 40;
}

/** In split screen a touch makes the half it falls on the active one. */
function bringHalfToFront(machine: Machine, x: number, y: number): void {
  if (!machine.services.hasFault("split-screen")) return;
  const window = touched(machine, x, y)?.window;
  const task = machine.state.tasks.find((other) => window?.id === other.id * 2 + 100);
  if (task !== undefined && task !== frontTask(machine) && task === machine.state.tasks[1])
    bringToFront(machine, task);
}

/** A finger that stays; shorter than the time-out it is a tap, and so it is where nothing listens for more. */
export function longPress(machine: Machine, x: number, y: number, durationMs: number): void {
  if (durationMs < LONG_PRESS_MS) {
    tap(machine, x, y);
    return;
  }
  const placed = actionsAt(
    machine,
    x,
    y,
    (actions) =>
      actions.onTap !== undefined || actions.onLongPress !== undefined || actions.field !== undefined,
  );
  const actions = placed?.element.actions;
  if (actions === undefined) return;
  if (actions.onLongPress !== undefined) actions.onLongPress();
  else if (actions.field !== undefined) focusField(machine, topEntry(frontTask(machine)), actions.field.key);
  else actions.onTap?.();
  changed(machine);
}

/** A finger that moves: scrolls, turns pages, opens and closes the system's windows. There is no fling. */
export function swipe(
  machine: Machine,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  durationMs: number,
): void {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const slop = Math.round(SLOP_DP * (displaySize(machine).density / 160));
  if (Math.hypot(dx, dy) <= slop) {
    longPress(machine, x1, y1, durationMs);
    return;
  }
  if (!machine.state.screenOn || systemSwipe(machine, x1, y1, dx, dy, durationMs)) return;
  const target = touched(machine, x1, y1);
  if (target === null || target.outside) return;
  const vertical = Math.abs(dy) >= Math.abs(dx);
  const scroller = hit(
    target.window.root,
    x1,
    y1,
    ({ scrolls }) => scrolls?.canScroll === true && scrolls.axis === (vertical ? "vertical" : "horizontal"),
  );
  if (scroller?.scrolls != null) {
    const delta = vertical ? dy : mirrored(machine, dx);
    scrollBy(machine, target.window, scroller.scrolls.key, -(delta - Math.sign(delta) * slop));
    return;
  }
  const direction = vertical ? (dy < 0 ? "up" : "down") : dx < 0 ? "left" : "right";
  const placed = hit(target.window.root, x1, y1, ({ element }) => element.actions?.onSwipe !== undefined);
  placed?.element.actions?.onSwipe?.(direction);
  changed(machine);
}

function mirrored(machine: Machine, dx: number): number {
  return isRtl(machine.services.locale()) ? -dx : dx;
}

/** Moves the content of a scroller by pixels; the next layout corrects what is out of range. */
function scrollBy(machine: Machine, window: PlacedWindow, key: string, pixels: number): void {
  const task = machine.state.tasks.find(({ id }) => window.id === id * 2 + 100 || window.id === id * 2 + 101);
  const positions = task === undefined ? machine.state.systemScroll : topEntry(task).scroll;
  const { index, offset } = positions.get(key) ?? { index: 0, offset: 0 };
  positions.set(key, { index, offset: offset + pixels });
  changed(machine);
}

/** Swipes that begin at an edge belong to the system. */
function systemSwipe(
  machine: Machine,
  x: number,
  y: number,
  dx: number,
  dy: number,
  durationMs: number,
): boolean {
  const { width, height, density } = displaySize(machine);
  const dp = density / 160;
  if (isKeyguardShown(machine)) return false;
  const vertical = Math.abs(dy) >= Math.abs(dx);
  if (vertical && dy > 0 && y < STATUS_BAR_DP * dp) {
    machine.state.notifications = true;
    changed(machine);
    return true;
  }
  const mode = machine.services.settings.get("secure", "navigation_mode");
  if (mode !== "2") return false;
  if (vertical && dy < 0 && y >= height - navigationBarDp(mode) * dp) {
    if (machine.state.notifications) machine.state.notifications = false;
    else if (durationMs >= RECENTS_MS) showRecents(machine);
    else goHome(machine);
    changed(machine);
    return true;
  }
  const fromEdge = (x < EDGE_DP * dp && dx > 0) || (x >= width - EDGE_DP * dp && dx < 0);
  if (vertical || !fromEdge) return false;
  pressBack(machine);
  return true;
}

/** Press, carry, let go: over an element that takes drops it is a drop, else the same as a swipe. */
export function drag(
  machine: Machine,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  durationMs: number,
): void {
  const source = actionsAt(machine, x1, y1, (actions) => actions.onDrag !== undefined);
  if (source === null) {
    swipe(machine, x1, y1, x2, y2, durationMs);
    return;
  }
  const window = touched(machine, x2, y2)?.window;
  let dropKey: string | null = null;
  for (const placed of window === undefined ? [] : everyPlaced(window.root)) {
    const key = placed.element.actions?.dropKey;
    if (key !== undefined && contains(placed.visible, x2, y2)) dropKey = key;
  }
  source.element.actions?.onDrag?.(dropKey);
  changed(machine);
}
