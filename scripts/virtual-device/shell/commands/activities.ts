import { LAUNCHER_PACKAGE } from "../../system/preinstalled.ts";
import type { Intent } from "../../system/types.ts";
import { at, type Command, type CommandRun, err, out, type Process, print, sleep } from "../process.ts";
import { exception, pmOptions, queryActivities, shortComponent } from "./packages.ts";

interface ReadIntent {
  intent: Intent;
  flags: Map<string, string>;
  error: string | null;
}

const INTENT_VALUES = new Set([
  "-a",
  "-d",
  "-t",
  "-c",
  "-n",
  "-p",
  "-f",
  "--user",
  "--display",
  "--windowingMode",
  "--activityType",
  "--task",
  "-P",
  "--start-profiler",
  "-R",
  "--receiver-permission",
  "--ez",
  "-i",
  "--identifier",
]);
const EXTRA_VALUES = /^(-e|--e(s|i|l|f|z|u|cn|ia|la|fa|sa|ial|lal|fal|sal))$/;
const KNOWN_FLAGS = new Set([
  "-W",
  "-D",
  "-N",
  "-S",
  "-w",
  "--streaming",
  "--track-allocation",
  "--attach-agent",
  "--grant-read-uri-permission",
  "--grant-write-uri-permission",
  "--include-stopped-packages",
  "--exclude-stopped-packages",
  "--activity-clear-top",
  "--activity-clear-task",
  "--activity-new-task",
  "--activity-single-top",
  "--activity-no-history",
  "--activity-no-animation",
  "--activity-reorder-to-front",
  "--activity-brought-to-front",
  "--activity-launched-from-history",
  "--activity-multiple-task",
  "--activity-exclude-from-recents",
  "--activity-task-on-home",
  "--activity-reset-task-if-needed",
  "--activity-previous-is-top",
  "--receiver-foreground",
  "--receiver-registered-only",
  "--receiver-replace-pending",
  "--receiver-no-abort",
  "--receiver-include-background",
  "--selector",
  "--async",
  "--dismiss-keyguard",
]);

/** Parses an intent as Intent.parseCommandArgs does. */
export function readIntent(args: readonly string[]): ReadIntent {
  const categories: string[] = [];
  const extras: Record<string, string> = {};
  const intent: Intent = { categories, extras };
  const flags = new Map<string, string>();
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string;
    const value = (): string => args[++index] ?? "";
    if (EXTRA_VALUES.test(arg)) {
      const key = value();
      extras[key] = value();
    } else if (arg === "--esn") extras[value()] = "";
    else if (INTENT_VALUES.has(arg)) {
      const text = value();
      if (arg === "-a") intent.action = text;
      else if (arg === "-d") intent.data = text;
      else if (arg === "-c") categories.push(text);
      else if (arg === "-n") intent.component = text;
      else if (arg === "-p") intent.packageName = text;
      else if (arg === "-f") intent.flags = Number(text) || 0;
      else flags.set(arg, text);
      if (arg === "-n" && !text.includes("/")) return { intent, flags, error: `Bad component name: ${text}` };
    } else if (KNOWN_FLAGS.has(arg)) flags.set(arg, "");
    else if (arg.startsWith("-")) return { intent, flags, error: `Unknown option: ${arg}` };
    else if (arg.includes(":")) intent.data = arg;
    else if (arg.includes("/")) intent.component = arg;
    else intent.packageName = arg;
  }
  return { intent, flags, error: null };
}

/** Intent.toString as `am` shows it; newer Androids hide what follows the authority of a URI. */
export function describeIntent(intent: Intent, sdk: number, flags: number | null): string {
  const parts: string[] = [];
  if (intent.action !== undefined) parts.push(`act=${intent.action}`);
  if (intent.categories && intent.categories.length > 0) parts.push(`cat=[${intent.categories.join(",")}]`);
  if (intent.data !== undefined) parts.push(`dat=${sdk >= 30 ? redactUri(intent.data) : intent.data}`);
  if (flags !== null) parts.push(`flg=0x${flags.toString(16)}`);
  if (intent.packageName !== undefined) parts.push(`pkg=${intent.packageName}`);
  if (intent.component !== undefined) parts.push(`cmp=${intent.component}`);
  if (intent.extras && Object.keys(intent.extras).length > 0) parts.push("(has extras)");
  return `Intent { ${parts.join(" ")} }`;
}

/** Uri.toSafeString: the path of a hierarchical URI is replaced. */
function redactUri(uri: string): string {
  const match = /^([^:]+):(\/\/[^/?#]*)?(.*)$/s.exec(uri);
  if (!match) return uri;
  if (match[2] === undefined) return `${match[1]}:...`;
  return `${match[1]}:${match[2]}${(match[3] ?? "") === "" ? "" : "/..."}`;
}

const FLAG_NEW_TASK = 0x10000000;

const start: CommandRun = async (args, process) => {
  const { machine } = process;
  const { intent, flags, error } = readIntent(args);
  const { sdk } = machine.system;
  if (error !== null) return exception(process, "start", `java.lang.IllegalArgumentException: ${error}`);
  if (Object.keys(intent).length === 2 && intent.categories?.length === 0) {
    return exception(process, "start", "java.lang.IllegalArgumentException: No intent supplied");
  }
  const user = flags.get("--user");
  if (
    user !== undefined &&
    !["0", "current", "-2", String(machine.system.state.currentUser)].includes(user)
  ) {
    return exception(
      process,
      "start",
      `java.lang.SecurityException: Shell does not have permission to access user ${user}`,
    );
  }
  const wait = flags.has("-W");
  const target = (intent.component ?? intent.packageName ?? "").split("/")[0] ?? "";
  if (flags.has("-S") && target !== "") machine.ui.forceStop(target);
  // A bare package name means its launcher activity.
  if (
    intent.packageName !== undefined &&
    intent.component === undefined &&
    intent.action === undefined &&
    intent.data === undefined
  ) {
    intent.action = "android.intent.action.MAIN";
    intent.categories = ["android.intent.category.LAUNCHER"];
  }
  out(process, `Starting: ${describeIntent(intent, sdk, intent.flags ?? null)}\n`);
  const resolved = resolveIntent(intent, process);
  const report = (text: string): void => (wait && sdk >= 33 ? out(process, text) : err(process, text));
  const failed = wait && sdk >= 33 ? 1 : 0;
  const began = machine.system.now();
  const result = resolved === null ? { status: "unresolved" as const } : machine.ui.startActivity(resolved);
  if (result.status === "unresolved") {
    report(
      `Error: Activity not started, unable to resolve ${describeIntent(intent, sdk, (intent.flags ?? 0) | FLAG_NEW_TASK)}\n`,
    );
    return sdk >= 33 ? 1 : failed;
  }
  if (result.status === "not-found") {
    const component = qualified(result.component);
    report(`Error type 3\nError: Activity class {${component}} does not exist.\n`);
    return sdk >= 33 ? 1 : failed;
  }
  const record = machine.system.packages.get(result.activity.split("/")[0] ?? "");
  if (record) {
    record.stopped = false;
    record.notLaunched = false;
  }
  if (result.warning === "delivered-to-top") {
    report(
      "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n",
    );
  } else if (result.warning === "brought-to-front") {
    report("Warning: Activity not started, its current task has been brought to the front\n");
  }
  machine.system.logs.add({
    uid: 1000,
    pid: 612,
    tid: 1502,
    priority: "I",
    tag: "ActivityTaskManager",
    message: `START u0 {${describeIntent(intent, sdk, FLAG_NEW_TASK).slice(9, -2)}} from uid ${process.who.uid}`,
    buffer: "main",
  });
  if (!wait) return 0;
  if (machine.system.services.realTime) await sleep(result.totalMs, process.signal);
  const total = result.totalMs;
  const waited = Math.max(total + 3, machine.system.now() - began);
  out(process, `Status: ${result.status}\n`);
  if (sdk >= 29) {
    const state =
      result.status === "timeout" ? "UNKNOWN (-1)" : result.warning ? "UNKNOWN (0)" : result.launchState;
    out(process, `LaunchState: ${state}\n`);
  }
  const [packageName = "", activity = ""] = result.activity.split("/");
  out(
    process,
    `Activity: ${shortComponent(packageName, activity.startsWith(".") ? packageName + activity : activity)}\n`,
  );
  if (result.status === "ok" && !result.warning) out(process, `TotalTime: ${total}\n`);
  out(process, `WaitTime: ${result.warning ? Math.min(waited, 5) : waited}\nComplete\n`);
  return 0;
};

function qualified(component: string): string {
  const [packageName = "", activity = ""] = component.split("/");
  return `${packageName}/${activity.startsWith(".") ? packageName + activity : activity}`;
}

/**
 * The intent with the component it resolves to, by the package manager's filters; null when nothing matches. What the
 * package manager does not know is left to the screen's side.
 */
function resolveIntent(intent: Intent, process: Process): Intent | null {
  const { packages } = process.machine.system;
  if (intent.component !== undefined) {
    const [packageName = ""] = intent.component.split("/");
    const record = packages.get(packageName);
    if (!record || record.enabled > 1) return { ...intent, component: qualified(intent.component) };
    return { ...intent, component: qualified(intent.component) };
  }
  const hits = queryActivities(
    {
      action: intent.action ?? (intent.data === undefined ? null : "android.intent.action.VIEW"),
      data: intent.data ?? null,
      categories: intent.categories ?? [],
      packageName: intent.packageName ?? null,
      component: null,
    },
    packages.list(),
  );
  const [hit] = hits;
  if (!hit) return null;
  return { ...intent, component: `${hit.record.packageName}/${hit.activity}` };
}

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
