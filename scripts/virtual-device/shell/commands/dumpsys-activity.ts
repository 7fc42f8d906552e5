import { type CommandRun, out } from "../process.ts";
import { identity } from "./dumpsys-package.ts";
import { shortComponent } from "./resolve-activities.ts";

/** `ActivityRecord{...}` as dumpsys shows it. */
export function activityText(packageName: string, activity: string, task: number): string {
  return `ActivityRecord{${identity(packageName + activity)} u0 ${shortComponent(packageName, activity)} t${task}}`;
}

/** `dumpsys activity [activities|top|processes|...]` */
export const activity: CommandRun = (args, process) => {
  const { machine } = process;
  const stack = machine.ui.backStack();
  const [what] = args;
  if (what === "processes" || what === "p") {
    const rows = machine.ui.processes().map(({ packageName, pid }, index) => {
      const uid = machine.system.packages.get(packageName)?.uid ?? 1000;
      const user = uid >= 10000 ? `u0a${uid - 10000}` : String(uid);
      return `  *APP* UID ${uid} ProcessRecord{${identity(packageName)} ${pid}:${packageName}/${user}}\n    user #0 uid=${uid} gids={50090, 20090, 9997}\n    oom adj: max=1001 procState=${index === 0 ? 2 : 14}\n`;
    });
    out(
      process,
      `ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:\n${rows.join("")}`,
    );
    return 0;
  }
  if (what === "services" || what === "broadcasts" || what === "providers" || what === "intents") {
    out(process, `ACTIVITY MANAGER ${what.toUpperCase()} (dumpsys activity ${what})\n  (nothing)\n`);
    return 0;
  }
  if (what === "top") {
    const [top] = stack;
    if (!top) return 0;
    const pid = machine.ui.pid(top.packageName);
    out(
      process,
      `TASK null id=12 userId=0\n  ACTIVITY ${shortComponent(top.packageName, top.activity)} ${identity(top.activity)} pid=${pid}\n    Local Activity ${identity(`${top.activity}l`)} State:\n      mResumed=true mStopped=false mFinished=false\n`,
    );
    return 0;
  }
  const sdk = machine.system.sdk;
  out(
    process,
    "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n",
  );
  for (const [index, { packageName, activity: name }] of stack.entries()) {
    const text = activityText(packageName, name, 12 - index);
    out(
      process,
      `  ${sdk >= 33 ? "* Task" : "  Stack #1: type=standard mode=fullscreen\n    * Task"}{${identity(`${packageName}t`)} #${12 - index} type=standard A=${packageName} U=0 visible=${index === 0} mode=fullscreen translucent=false sz=1}\n    * Hist #0: ${text}\n      packageName=${packageName} processName=${packageName}\n      state=${index === 0 ? "RESUMED" : "STOPPED"} stopped=${index !== 0} finishing=false\n`,
    );
  }
  const [top] = stack;
  if (top) {
    const text = activityText(top.packageName, top.activity, 12);
    out(process, sdk >= 33 ? `  topResumedActivity=${text}\n` : `  mResumedActivity: ${text}\n`);
    out(process, `\n  ResumedActivity: ${text}\n  mFocusedApp=${text}\n`);
  }
  return 0;
};
