import { launchApp } from "./launch-app.ts";
import { listDevices } from "./list-devices.ts";
import { observe } from "./observe.ts";
import { openLink } from "./open-link.ts";
import { pressButton } from "./press-button.ts";
import { tapOn } from "./tap-on.ts";
import { terminateApp } from "./terminate-app.ts";
import type { AnyTool } from "./types.ts";

/** Every tool of the server, by name. */
export const allTools: readonly AnyTool[] = [
  launchApp,
  listDevices,
  observe,
  openLink,
  pressButton,
  tapOn,
  terminateApp,
].sort((a, b) => (a.name < b.name ? -1 : 1));
