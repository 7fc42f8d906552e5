import { userName } from "../../system/users.ts";
import type { Machine } from "../process.ts";

export interface ProcessRow {
  user: string;
  pid: number;
  ppid: number;
  name: string;
}

const SYSTEM_PROCESSES: [user: string, pid: number, ppid: number, name: string][] = [
  ["root", 1, 0, "init"],
  ["root", 2, 0, "[kthreadd]"],
  ["logd", 178, 1, "logd"],
  ["system", 179, 1, "servicemanager"],
  ["root", 220, 1, "vold"],
  ["root", 301, 1, "zygote64"],
  ["system", 380, 1, "surfaceflinger"],
  ["shell", 412, 1, "adbd"],
  ["system", 612, 301, "system_server"],
];

/** Every process, as ps lists them: the system's, the apps', the shell's. */
export function processTable(machine: Machine): ProcessRow[] {
  const rows = SYSTEM_PROCESSES.map(([user, pid, ppid, name]) => ({ user, pid, ppid, name }));
  for (const { packageName, pid } of machine.ui.processes()) {
    const uid = machine.system.packages.get(packageName)?.uid ?? 1000;
    rows.push({ user: userName(uid), pid, ppid: 301, name: packageName });
  }
  for (const { pid, ppid, uid, name } of machine.processes.values()) {
    rows.push({ user: userName(uid), pid, ppid, name });
  }
  return rows.sort((a, b) => a.pid - b.pid);
}

/** The processes whose name matches a regular expression, without the one that asks. */
export function matching(
  machine: Machine,
  pattern: string,
  full: boolean,
  exact: boolean,
  self: number,
): ProcessRow[] {
  const regex = new RegExp(exact ? `^(?:${pattern})$` : pattern);
  return processTable(machine).filter(
    ({ name, pid }) => pid !== self && regex.test(full ? name : name.slice(-15)),
  );
}

/** Sends a signal; false when there is no such process, null when it is not allowed. */
export function signal(machine: Machine, pid: number, number: number, uid: number): boolean | null {
  const own = machine.processes.get(pid);
  if (own) {
    if (uid !== 0 && own.uid !== uid) return null;
    if (number !== 0) own.kill(number);
    return true;
  }
  const app = machine.ui.processes().find((process) => process.pid === pid);
  if (app) {
    const owner = machine.system.packages.get(app.packageName)?.uid;
    if (uid !== 0 && owner !== uid) return null;
    if (number !== 0) machine.ui.forceStop(app.packageName);
    return true;
  }
  return SYSTEM_PROCESSES.some(([, other]) => other === pid) ? null : false;
}

const SIGNALS: Record<string, number> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  KILL: 9,
  USR1: 10,
  USR2: 12,
  TERM: 15,
  CONT: 18,
  STOP: 19,
};

/** Takes `-9`, `-KILL` or `-s KILL` out of the arguments; SIGTERM when there is none. */
export function signalNumber(args: string[]): { number: number; rest: string[] } {
  let number = 15;
  const rest: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string;
    const name =
      arg === "-s" ? (args[++index] ?? "TERM") : /^-(\d+|(SIG)?[A-Z]+\d?)$/.test(arg) ? arg.slice(1) : null;
    if (name === null) rest.push(arg);
    else number = /^\d+$/.test(name) ? Number(name) : (SIGNALS[name.replace(/^SIG/, "")] ?? 15);
  }
  return { number, rest };
}
