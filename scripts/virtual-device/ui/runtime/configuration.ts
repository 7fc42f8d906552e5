import { changed, type Machine } from "./machine.ts";

/** What an activity is made anew for: size, density, rotation, language, theme, font scale, a half of the display. */
function configurationOf({ services }: Machine): string {
  const { width, height, density, rotation } = services.display();
  const split = services.hasFault("split-screen");
  return [
    width,
    height,
    density,
    rotation,
    services.locale(),
    services.nightMode(),
    services.fontScale(),
    split,
  ].join("|");
}

/**
 * Makes the activities anew when the configuration is another one than theirs: what Compose keeps by `remember` is lost,
 * the back stack and the scroll positions are not.
 */
export function applyConfiguration(machine: Machine): void {
  const { state } = machine;
  const now = configurationOf(machine);
  if (state.configuration === now) return;
  const first = state.configuration === null;
  state.configuration = now;
  if (first) return;
  for (const task of state.tasks) {
    for (const entry of task.entries) {
      entry.state = null;
      entry.focus = null;
    }
  }
  state.keyboard = false;
  changed(machine);
}
