import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Everything that one spawned process started: a process group on POSIX, a tree on Windows. */
export interface ProcessGroup {
  /** Asks everything in the group to end. */
  terminate(): Promise<void>;
  /** Ends everything in the group at once. Also usable while the harness exits: the POSIX part is synchronous. */
  kill(): Promise<void>;
  /** Whether anything in the group still runs. Zombies that nobody reaps do not. */
  alive(): boolean;
}

/** Runs `taskkill` with these arguments; the exit status is of no interest. */
export type TaskkillRunner = (args: string[]) => Promise<void>;

/** The group led by `pid`, which must have been spawned detached. */
export function processGroup(
  pid: number,
  platform: NodeJS.Platform = process.platform,
  taskkill: TaskkillRunner = runTaskkill,
): ProcessGroup {
  if (platform === "win32") {
    return {
      // Console programs have no gentle way: without /F taskkill only closes windows.
      terminate: () => taskkill(["/PID", String(pid), "/T"]),
      kill: () => taskkill(["/PID", String(pid), "/T", "/F"]),
      alive: () => signal(pid, 0),
    };
  }
  return {
    terminate: async () => void signal(-pid, "SIGTERM"),
    kill: async () => void signal(-pid, "SIGKILL"),
    alive: () => signal(-pid, 0) && (platform !== "linux" || hasLivingMember(pid)),
  };
}

/** Sends a signal; false when there is nobody to receive it. */
function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, name);
    return true;
  } catch (error) {
    // EPERM: somebody is there whom we may not signal (a set-uid program).
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** In a container whose first process reaps nothing, ended members stay as zombies and still count for kill(2). */
function hasLivingMember(pgid: number): boolean {
  try {
    return readdirSync("/proc").some((entry) => {
      if (!/^\d+$/.test(entry)) return false;
      const state = groupAndState(entry);
      return state?.pgid === pgid && state.state !== "Z" && state.state !== "X";
    });
  } catch {
    return true;
  }
}

/** Fields 3 and 5 of /proc/PID/stat; the name in field 2 may hold anything. Source: proc_pid_stat(5). */
function groupAndState(pid: string): { state: string; pgid: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, , pgid] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: state ?? "", pgid: Number(pgid) };
  } catch {
    return null;
  }
}

function runTaskkill(args: string[]): Promise<void> {
  return new Promise((done) => {
    execFile("taskkill", args, { windowsHide: true, timeout: 10_000 }, () => done());
  });
}
