import { LAUNCHER_PACKAGE } from "../../system/preinstalled.ts";
import { at, type Command, type CommandRun, err, out, print } from "../process.ts";
import { describeIntent, readIntent } from "./intents.ts";
import { exception, pmOptions } from "./pm-options.ts";
import { queryActivities, shortComponent } from "./resolve-activities.ts";
import { start } from "./start-activity.ts";

const broadcast: CommandRun = (args, process) => {
  const { intent, error } = readIntent(args);
  if (error !== null) return exception(process, "broadcast", `java.lang.IllegalArgumentException: ${error}`);
  const { sdk } = process.machine.system;
  out(process, `Broadcasting: ${describeIntent(intent, sdk, (intent.flags ?? 0) | 0x400000)}\n`);
  if (intent.action === "android.intent.action.CLOSE_SYSTEM_DIALOGS")
    process.machine.ui.expandNotifications(false);
  out(process, "Broadcast completed: result=0\n");
  return 0;
};

const stack: CommandRun = (_, process) => {
  for (const [index, { packageName, activity }] of process.machine.ui.backStack().entries()) {
    out(
      process,
      `RootTask id=${index + 1} bounds=[0,0][0,0] displayId=0 userId=0\n  taskId=${index + 1}: ${shortComponent(packageName, activity)} bounds=[0,0][0,0] userId=0 visible=${index === 0}\n`,
    );
  }
  return 0;
};

const nothing: CommandRun = () => 0;

const SUBCOMMANDS: Record<string, CommandRun> = {
  start,
  "start-activity": start,
  "force-stop": (args, process) => {
    const { operands } = pmOptions(args, ["--user"]);
    const [packageName] = operands;
    if (packageName === undefined)
      return exception(
        process,
        "force-stop",
        'java.lang.IllegalArgumentException: Argument expected after "force-stop"',
      );
    process.machine.ui.forceStop(packageName);
    const record = process.machine.system.packages.get(packageName);
    if (record && !record.system) record.stopped = true;
    return 0;
  },
  kill: (args, process) => {
    const { operands } = pmOptions(args, ["--user"]);
    const top = process.machine.ui.backStack()[0]?.packageName;
    // Only processes in the background are killed.
    if (operands[0] !== undefined && operands[0] !== top) process.machine.ui.forceStop(operands[0]);
    return 0;
  },
  "kill-all": nothing,
  crash: (args, process) => {
    const packageName = pmOptions(args, ["--user"]).operands[0];
    if (packageName) process.machine.ui.forceStop(packageName);
    return 0;
  },
  "get-current-user": (_, process) => {
    out(process, `${process.machine.system.state.currentUser}\n`);
    return 0;
  },
  "switch-user": (args, process) => {
    out(process, `Error: Failed to switch to user ${args[0]}\n`);
    return 1;
  },
  "get-started-user-state": (_, process) => print(process, "RUNNING_UNLOCKED\n"),
  broadcast,
  startservice: (args, process) => {
    const { intent } = readIntent(args);
    out(process, `Starting service: ${describeIntent(intent, process.machine.system.sdk, null)}\n`);
    out(process, "Error: Not found; no service started.\n");
    return 0;
  },
  stack: stack,
  task: nothing,
  "attach-agent": nothing,
  "wait-for-broadcast-idle": (_, process) => print(process, "All broadcast queues are idle!\n"),
  "wait-for-broadcast-barrier": (_, process) => print(process, "Loopers drained!\n"),
  "get-config": (_, process) => {
    const { services, sdk } = process.machine.system;
    const display = services.display();
    const [language = "en", region = "US"] = services.locale().split("-");
    const orientation = display.width > display.height === (display.rotation % 2 === 0) ? "land" : "port";
    const dp = (pixels: number): number => Math.floor((pixels * 160) / display.density);
    out(
      process,
      `config: mcc310-mnc260-${language}-r${region}-ldltr-sw${dp(Math.min(display.width, display.height))}dp-w${dp(display.width)}dp-h${dp(display.height)}dp-normal-long-notround-lowdr-nowidecg-${orientation}-${services.nightMode() ? "night" : "notnight"}-${display.density}dpi-finger-keyssoft-nokeys-navhidden-nonav-${display.height}x${display.width}-v${sdk}\nabi: x86_64,arm64-v8a\n`,
    );
    return 0;
  },
  instrument: (args, process) => {
    const target = args[args.length - 1] ?? "";
    out(
      process,
      `android.util.AndroidException: INSTRUMENTATION_FAILED: ${target}\nINSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{${target}}\nINSTRUMENTATION_STATUS_CODE: -1\n`,
    );
    return 1;
  },
  "set-debug-app": nothing,
  "clear-debug-app": nothing,
  hang: nothing,
  dumpheap: (args, process) => {
    process.machine.system.files.write(
      at(process, args[args.length - 1] ?? ""),
      new Uint8Array(),
      process.who,
    );
    return 0;
  },
};

/** `am` and `cmd activity`. */
export const activityManager: CommandRun = (args, process) => {
  const [name, ...rest] = args;
  const run = name !== undefined && Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (run) return run(rest, process);
  err(
    process,
    name === undefined ? "Activity manager (activity) commands:\n  help\n" : `Unknown command: ${name}\n`,
  );
  return 255;
};

const monkey: CommandRun = (args, process) => {
  const { flags, operands } = pmOptions(args, [
    "-p",
    "-c",
    "-s",
    "--throttle",
    "--pct-touch",
    "--pct-motion",
    "--pct-syskeys",
    "--pct-appswitch",
    "--pct-anyevent",
  ]);
  const packageName = flags.get("-p");
  const { machine } = process;
  const hits = queryActivities(
    {
      action: "android.intent.action.MAIN",
      data: null,
      categories: [flags.get("-c") ?? "android.intent.category.LAUNCHER"],
      packageName: packageName ?? null,
      component: null,
    },
    machine.system.packages.list().filter((record) => record.packageName !== LAUNCHER_PACKAGE),
  );
  out(process, `  bash arg: ${args.join("\n  bash arg: ")}\n`);
  const [hit] = hits;
  if (!hit) {
    err(process, "** No activities found to run, monkey aborted.\n");
    return 252;
  }
  machine.ui.startActivity({
    action: "android.intent.action.MAIN",
    categories: ["android.intent.category.LAUNCHER"],
    component: `${hit.record.packageName}/${hit.activity}`,
  });
  hit.record.stopped = false;
  hit.record.notLaunched = false;
  const count = Number(operands[0] ?? 1);
  const display = machine.system.services.display();
  for (let index = 1; index < count; index++) {
    machine.ui.input.tap(
      Math.floor(machine.system.services.random() * display.width),
      Math.floor(machine.system.services.random() * display.height),
    );
  }
  out(
    process,
    `Events injected: ${count}\n## Network stats: elapsed time=6ms (0ms mobile, 0ms wifi, 6ms not connected)\n`,
  );
  return 0;
};

export const ACTIVITY_COMMANDS: Command[] = [
  {
    name: "am",
    group: "activities",
    modelled: Object.keys(SUBCOMMANDS).join(", "),
    missing:
      "services and receivers of apps, instrumentation, profiles, tasks and stacks as objects, switching users",
    run: activityManager,
  },
  {
    name: "monkey",
    group: "activities",
    modelled: "-p, -c and an event count: starts the app, then taps at seeded places",
    missing: "the other kinds of event",
    run: monkey,
  },
];
