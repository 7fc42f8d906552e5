import { type Command, type CommandRun, err, out } from "../process.ts";
import { activity } from "./dumpsys-activity.ts";
import { dumpPackage } from "./dumpsys-package.ts";
import { window } from "./dumpsys-window.ts";
import { serviceList } from "./service-list.ts";

const power: CommandRun = (_, process) => {
  const on = process.machine.ui.screenOn();
  out(
    process,
    `POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mDirty=0x0\n  mWakefulness=${on ? "Awake" : "Asleep"}\n  mWakefulnessChanging=false\n  mIsPowered=true\n  mPlugType=1\n  mBatteryLevel=100\n  mStayOn=true\n  mBootCompleted=true\n  mSystemReady=true\n  mHalInteractiveModeEnabled=${on}\n  mInteractive=${on}\nDisplay Power: state=${on ? "ON" : "OFF"}\n`,
  );
  return 0;
};

const display: CommandRun = (_, process) => {
  const { machine } = process;
  const { width, height, density, rotation } = machine.system.services.display();
  const { physical } = machine.system.state;
  const [currentWidth, currentHeight] = rotation % 2 === 1 ? [height, width] : [width, height];
  out(
    process,
    `DISPLAY MANAGER (dumpsys display)\n  mOnlyCode=false\n  mSafeMode=false\n  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:4619827259835644672', physicalPort=0, orientation=${rotation}, logicalFrame=Rect(0, 0 - ${currentWidth}, ${currentHeight}), physicalFrame=Rect(0, 0 - ${physical.width}, ${physical.height}), deviceWidth=${physical.width}, deviceHeight=${physical.height}}]\n  Display Devices: size=1\n  DisplayDeviceInfo{"Built-in Screen": uniqueId="local:4619827259835644672", ${physical.width} x ${physical.height}, density ${physical.density}, state ${machine.ui.screenOn() ? "ON" : "OFF"}}\n  Logical Displays: size=1\n  Display 0:\n    mDisplayId=0\n    mBaseDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0, real ${width} x ${height}, density ${density}}\n    mOverrideDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0, real ${currentWidth} x ${currentHeight}, rotation ${rotation}, density ${density}}\n  mScreenState=${machine.ui.screenOn() ? "ON" : "OFF"}\n`,
  );
  return 0;
};

const inputMethod: CommandRun = (_, process) => {
  const { machine } = process;
  const shown = machine.ui.keyboardShown();
  out(
    process,
    `Input method manager state:\n  mCurMethodId=${machine.system.settings.get("secure", "default_input_method")}\n  mCurId=${machine.system.settings.get("secure", "default_input_method")} mHaveConnection=true mBoundToMethod=true\n  mShowRequested=${shown} mShowExplicitlyRequested=${shown} mShowForced=false mInputShown=${shown}\n  mImeWindowVis=${shown ? 3 : 0}\n  mIsInputViewShown=${shown}\n  mInputShown=${shown}\n  mSystemReady=true mInteractive=${machine.ui.screenOn()}\n`,
  );
  return 0;
};

const input: CommandRun = (_, process) => {
  const { machine } = process;
  const { width, height, rotation } = machine.system.services.display();
  const { sdk } = machine.system;
  // SurfaceOrientation was dropped in Android 13.
  const orientation =
    sdk < 33 ? `      SurfaceOrientation: ${rotation}\n` : `      InputDeviceOrientation: ${rotation}\n`;
  const [w, h] = rotation % 2 === 1 ? [height, width] : [width, height];
  out(
    process,
    `INPUT MANAGER (dumpsys input)\n\nInput Manager State:\n  Interactive: ${machine.ui.screenOn()}\n\nInput Reader State:\n  Device 1: virtio_input_multi_touch_1\n    Touch Input Mapper (mode - DIRECT):\n      OrientationAware: true\n      Orientation: ${rotation}\n${orientation}      Viewport INTERNAL: displayId=0, uniqueId=local:4619827259835644672, port=0, orientation=${rotation}, logicalFrame=[0, 0, ${w}, ${h}], physicalFrame=[0, 0, ${w}, ${h}], deviceSize=[${w}, ${h}], isActive=[1]\n\nInput Dispatcher State:\n  FocusedApplications:\n    displayId=0, name='${machine.ui.backStack()[0]?.packageName ?? ""}'\n  FocusedWindows:\n    displayId=0, name='${machine.ui.windows().find(({ focused }) => focused)?.title ?? ""}'\n`,
  );
  return 0;
};

const accessibility: CommandRun = (_, process) => {
  const { settings, sdk } = process.machine.system;
  const enabled = (settings.get("secure", "enabled_accessibility_services") ?? "")
    .split(":")
    .filter((name) => name !== "" && name !== "null");
  const on = settings.get("secure", "accessibility_enabled") === "1";
  const touch = settings.get("secure", "touch_exploration_enabled") === "1";
  const attributes = `id=0, touchExplorationEnabled=${touch && on}, serviceHandlesDoubleTap=false, requestMultiFingerGestures=false, requestTwoFingerPassthrough=false, sendMotionEventsEnabled${sdk >= 34 ? "" : "="}false, displayMagnificationEnabled=false, autoclickEnabled=false, nonInteractiveUiTimeout=0, interactiveUiTimeout=0, installedServiceCount=${enabled.length}`;
  out(
    process,
    `ACCESSIBILITY MANAGER (dumpsys accessibility)\n\ncurrentUserId=0\nUser state[\n     attributes:{${attributes}}\n     shortcut key:{}\n     button:{}\n     button target:{null}\n     Bound services:{${on ? enabled.map((name) => `Service[label=${name.split("/")[0]}, feedbackType[FEEDBACK_SPOKEN], capabilities=1, eventTypes=TYPES_ALL_MASK, notificationTimeout=0, requestA11yBtn=false]`).join(", ") : ""}}\n     Enabled services:{${enabled.map((name) => `{${name}}`).join(", ")}}\n     Binding services:{}\n     Crashed services:{}\n]\n`,
  );
  return 0;
};

const battery: CommandRun = (args, process) => {
  const { extras } = process.machine.system.state;
  if (args[0] === "set" && args[1] === "level") {
    extras.batteryLevel = args[2] ?? "100";
    return 0;
  }
  if (args[0] === "reset") {
    delete extras.batteryLevel;
    return 0;
  }
  if (args[0] === "unplug") return 0;
  out(
    process,
    `Current Battery Service state:\n  AC powered: true\n  USB powered: false\n  Wireless powered: false\n  Max charging current: 500000\n  status: 4\n  health: 2\n  present: true\n  level: ${extras.batteryLevel ?? "100"}\n  scale: 100\n  voltage: 5000\n  temperature: 250\n  technology: Li-ion\n`,
  );
  return 0;
};

const uimodeService: CommandRun = (_, process) => {
  const { state, services } = process.machine.system;
  const night = services.nightMode();
  const mode = state.nightAuto === "auto" ? "0 (auto)" : night ? "2 (yes)" : "1 (no)";
  out(
    process,
    `Current UI Mode Service state:\n  mDockState=0 mLastBroadcastState=0\n  mStartDreamImmediatelyOnDock=true\n  mNightMode=${mode} mNightModeOverride=${mode}\n  mCarModeEnabled=false (carModeApps=) mComputedNightMode=${night} customStart=22:00 mCarModeEnableFlags=0\n`,
  );
  return 0;
};

const surfaceFlinger: CommandRun = (args, process) => {
  if (args.includes("--display-id"))
    out(
      process,
      'Display 4619827259835644672 (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"\n',
    );
  else
    out(
      process,
      `Build configuration: [sf PRESENT_TIME_OFFSET=0]\nDisplay 4619827259835644672 (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"\n`,
    );
  return 0;
};

const meminfo: CommandRun = (args, process) => {
  const [name] = args.filter((arg) => !arg.startsWith("-"));
  const pid = name === undefined ? 612 : process.machine.ui.pid(name);
  if (pid === null) {
    out(process, `No process found for: ${name}\n`);
    return 0;
  }
  out(
    process,
    `Applications Memory Usage (in Kilobytes):\nUptime: ${process.machine.system.now() - process.machine.system.bootedAt()} Realtime: ${process.machine.system.now() - process.machine.system.bootedAt()}\n\n** MEMINFO in pid ${pid} [${name ?? "system_server"}] **\n                   Pss  Private  Private     Swap      Rss\n                 Total    Dirty    Clean    Dirty    Total\n        TOTAL    98304    81920     4096        0   131072\n`,
  );
  return 0;
};

const SERVICES: Record<string, CommandRun> = {
  SurfaceFlinger: surfaceFlinger,
  accessibility,
  activity,
  battery,
  display,
  input,
  input_method: inputMethod,
  meminfo,
  package: (args, process) => {
    const names = args.filter((arg) => !arg.startsWith("-"));
    const [name] = names[0] === "package" || names[0] === "packages" ? names.slice(1) : names;
    if (name !== undefined) out(process, dumpPackage(name, process.machine));
    else
      for (const { packageName } of process.machine.system.packages.list())
        out(process, dumpPackage(packageName, process.machine));
    return 0;
  },
  power,
  uimode: uimodeService,
  window,
};

const dumpsys: CommandRun = (args, process) => {
  const rest = args[0] === "-t" || args[0] === "-T" ? args.slice(2) : args;
  const [name, ...more] = rest;
  if (name === "-l") {
    out(process, serviceList(Object.keys(SERVICES)));
    return 0;
  }
  if (name === undefined) {
    for (const [service, run] of Object.entries(SERVICES)) {
      out(
        process,
        `-------------------------------------------------------------------------------\nDUMP OF SERVICE ${service}:\n`,
      );
      void run([], process);
    }
    return 0;
  }
  const run = Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined;
  if (!run) {
    err(process, `Can't find service: ${name}\n`);
    return 1;
  }
  return run(more, process);
};

export const DUMPSYS_COMMANDS: Command[] = [
  {
    name: "dumpsys",
    group: "device",
    modelled: Object.keys(SERVICES).join(", "),
    missing: "every other service: `Can't find service`; only the lines that tools read are there",
    run: dumpsys,
  },
];
