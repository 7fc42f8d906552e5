import { captureScreenshot } from "./capture-screenshot.ts";
import { clearText } from "./clear-text.ts";
import { clipboard } from "./clipboard.ts";
import { dragAndDrop } from "./drag-and-drop.ts";
import { executePlan } from "./execute-plan.ts";
import { getDeviceState } from "./get-device-state.ts";
import { getNavigationGraph } from "./get-navigation-graph.ts";
import { homeScreen } from "./home-screen.ts";
import { imeAction } from "./ime-action.ts";
import { inputText } from "./input-text.ts";
import { installApp } from "./install-app.ts";
import { keyboard } from "./keyboard.ts";
import { launchApp } from "./launch-app.ts";
import { listApps } from "./list-apps.ts";
import { listDevices } from "./list-devices.ts";
import { navigateTo } from "./navigate-to.ts";
import { observe } from "./observe.ts";
import { openLink } from "./open-link.ts";
import { pressButton } from "./press-button.ts";
import { recentApps } from "./recent-apps.ts";
import { rotate } from "./rotate.ts";
import { sendKeys } from "./send-keys.ts";
import { setToolEnabled } from "./set-tool-enabled.ts";
import { swipeOn } from "./swipe-on.ts";
import { tapOn } from "./tap-on.ts";
import { terminateApp } from "./terminate-app.ts";
import type { AnyTool } from "./types.ts";

/** Every tool of the server, by name. */
export const allTools: readonly AnyTool[] = [
  captureScreenshot,
  clearText,
  clipboard,
  dragAndDrop,
  executePlan,
  getDeviceState,
  getNavigationGraph,
  homeScreen,
  imeAction,
  inputText,
  installApp,
  keyboard,
  launchApp,
  listApps,
  listDevices,
  navigateTo,
  observe,
  openLink,
  pressButton,
  recentApps,
  rotate,
  sendKeys,
  setToolEnabled,
  swipeOn,
  tapOn,
  terminateApp,
].sort((a, b) => (a.name < b.name ? -1 : 1));
