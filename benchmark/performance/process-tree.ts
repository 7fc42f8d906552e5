import { readdirSync, readFileSync } from "node:fs";

export interface Measured {
  /** From spawn to the end of the process, seconds. */
  wallSeconds: number;
  /** User and system time of the process and everything it started, seconds. */
  cpuSeconds: number;
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface MeasuredCommand {
  command: readonly string[];
  cwd?: string;
  env?: Record<string, string | undefined>;
}

const LOOK_EVERY_MS = 50;
/** USER_HZ: the unit of times in /proc, 100 on every Linux that Bun runs on. */
const TICKS_PER_SECOND = 100;

/**
 * Runs a command to its end. Its own time and that of every process that somebody waited for come from the kernel's
 * account (wait4); the rest, such as a daemon whose starter has ended, is followed in /proc (Linux), where the last 50 ms
 * of its life can be missed.
 */
export async function measureCommand({ command, cwd, env }: MeasuredCommand): Promise<Measured> {
  const started = performance.now();
  const child = Bun.spawn([...command], {
    ...(cwd === undefined ? {} : { cwd }),
    env: env ?? process.env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const follow = followOrphans(child.pid);
  const timer = setInterval(follow.look, LOOK_EVERY_MS);
  const texts = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  const exitCode = await child.exited;
  const wallSeconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  follow.look();
  const [stdout, stderr] = await texts;
  const usage = child.resourceUsage();
  const own = usage ? Number(usage.cpuTime.total) / 1_000_000 : Number.NaN;
  return { wallSeconds, cpuSeconds: own + follow.orphanSeconds(), exitCode, stdout, stderr };
}

interface Seen {
  startTime: string;
  seconds: number;
  orphan: boolean;
}

function followOrphans(root: number): { look: () => void; orphanSeconds: () => number } {
  const seen = new Map<number, Seen>();
  return {
    look() {
      const processes = readProcesses();
      const alive = new Map(processes.map((entry) => [entry.pid, entry]));
      const belongs = (pid: number): boolean => {
        if (pid === root) return true;
        const entry = alive.get(pid);
        if (!entry) return false;
        if (seen.get(pid)?.startTime === entry.startTime) return true;
        return entry.parent > 1 && belongs(entry.parent);
      };
      for (const { pid, parent, startTime, seconds } of processes) {
        if (pid === root || !belongs(pid)) continue;
        seen.set(pid, { startTime, seconds, orphan: !belongs(parent) });
      }
    },
    orphanSeconds: () =>
      [...seen.values()].filter(({ orphan }) => orphan).reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

/** Fields of /proc/PID/stat by their numbers in proc(5): 4 ppid, 14-17 utime, stime, cutime, cstime, 22 starttime. */
function readProcesses(): { pid: number; parent: number; startTime: string; seconds: number }[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      let text: string;
      try {
        text = readFileSync(`/proc/${name}/stat`, "latin1");
      } catch {
        return [];
      }
      // The command's name is in parentheses and may itself hold some.
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      const field = (number: number) => fields[number - 3] ?? "";
      const ticks = [14, 15, 16, 17].reduce((sum, number) => sum + Number(field(number)), 0);
      return [
        {
          pid: Number(name),
          parent: Number(field(4)),
          startTime: field(22),
          seconds: ticks / TICKS_PER_SECOND,
        },
      ];
    });
}
