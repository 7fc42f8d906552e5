import type { WindowInfo } from "../../system/types.ts";
import { type CommandRun, type Machine, out } from "../process.ts";
import { activityText } from "./dumpsys-activity.ts";
import { identity } from "./dumpsys-package.ts";

const windowText = (window: WindowInfo): string => `Window{${identity(window.title)} u0 ${window.title}}`;

function focusLines(machine: Machine, pad: string): string {
  const focused = machine.ui.windows().find((window) => window.focused) ?? null;
  const [top] = machine.ui.backStack();
  return `${pad}mCurrentFocus=${focused ? windowText(focused) : "null"}\n${pad}mFocusedApp=${top ? activityText(top.packageName, top.activity, 12) : "null"}\n`;
}

function displayLine(machine: Machine): string {
  const display = machine.system.services.display();
  const { physical } = machine.system.state;
  const turned = display.rotation % 2 === 1;
  const [width, height] = turned ? [display.height, display.width] : [display.width, display.height];
  const base =
    display.width !== physical.width || display.density !== physical.density
      ? ` base=${display.width}x${display.height} ${display.density}dpi`
      : "";
  return `init=${physical.width}x${physical.height} ${physical.density}dpi${base} cur=${width}x${height} app=${width}x${height} rng=${Math.min(width, height)}x${Math.min(width, height)}-${Math.max(width, height)}x${Math.max(width, height)}`;
}

function windowPolicy(machine: Machine): string {
  const { ui } = machine;
  return [
    "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
    "    mSystemReady=true",
    `    mAwake=${ui.screenOn()}`,
    `    mScreenOnFully=${ui.screenOn()}`,
    "    KeyguardServiceDelegate",
    `      showing=${ui.keyguardShown()}`,
    `      showingAndNotOccluded=${ui.keyguardShown()}`,
    "      inputRestricted=false",
    "      occluded=false",
    "      secure=false",
    `      screenState=${ui.screenOn() ? "SCREEN_STATE_ON" : "SCREEN_STATE_OFF"}`,
    `      interactiveState=${ui.screenOn() ? "INTERACTIVE_STATE_AWAKE" : "INTERACTIVE_STATE_SLEEP"}`,
    `    mIsShowing=${ui.keyguardShown()}`,
    `    isKeyguardShowing=${ui.keyguardShown()}`,
    "",
  ].join("\n");
}

/** `dumpsys window [displays|windows|policy]` */
export const window: CommandRun = (args, process) => {
  const { machine } = process;
  const { rotation } = machine.system.services.display();
  const windows = machine.ui.windows();
  const want = (name: string): boolean => args.length === 0 || args.includes(name) || args.includes("-a");
  if (want("policy") || args.includes("p")) out(process, windowPolicy(machine));
  if (want("displays") || args.includes("d")) {
    out(
      process,
      `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0 (organized)\n    ${displayLine(machine)}\n    deferred=false mLayoutNeeded=false\n${focusLines(machine, "  ")}  mRotation=${rotation}\n  mCurrentRotation=ROTATION_${rotation * 90}\n  mDisplayRotation=ROTATION_${rotation * 90}\n  mInputMethodTarget=${machine.ui.keyboardShown() && windows[0] ? windowText(windows.find(({ type }) => type === "application") ?? windows[0]) : "null"}\n`,
    );
  }
  if (want("windows") || args.includes("w") || args.includes("visible")) {
    out(process, "WINDOW MANAGER WINDOWS (dumpsys window windows)\n");
    for (const [index, each] of windows.entries()) {
      const [left, top, right, bottom] = each.bounds;
      out(
        process,
        `  Window #${index} ${windowText(each)}:\n    mDisplayId=0 mSession=Session{${identity(each.packageName)} 612:u0a10090} mClient=android.os.BinderProxy@${identity(`${each.title}c`)}\n    mOwnerUid=${machine.system.packages.get(each.packageName)?.uid ?? 1000} showForAllUsers=false package=${each.packageName} appop=NONE\n    mAttrs={(${left},${top})(${right - left}x${bottom - top}) ty=${WINDOW_TYPES[each.type]}}\n    mFrame=[${left},${top}][${right},${bottom}] isOnScreen=true\n    isVisible=true\n`,
      );
    }
    out(process, `\n${focusLines(machine, "  ")}  mHasPermanentDpad=false\n`);
  }
  return 0;
};

const WINDOW_TYPES = {
  application: "BASE_APPLICATION",
  dialog: "APPLICATION",
  system: "STATUS_BAR",
  "input-method": "INPUT_METHOD",
};
