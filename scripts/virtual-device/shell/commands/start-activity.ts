import type { Intent } from "../../system/types.ts";
import { type CommandRun, err, out, type Process, sleep } from "../process.ts";
import { describeIntent, readIntent } from "./intents.ts";
import { exception } from "./pm-options.ts";
import { queryActivities, shortComponent } from "./resolve-activities.ts";

const FLAG_NEW_TASK = 0x10000000;

/** `am start`: messages and where they go follow ActivityManagerShellCommand.runStartActivity of the version. */
export const start: CommandRun = async (args, process) => {
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
