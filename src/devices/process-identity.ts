import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

interface ProcessFacts {
  alive: boolean;
  /** Differs between two processes that had the same pid; null when the system does not tell. */
  start: string | null;
}

const dead: ProcessFacts = { alive: false, start: null };

/**
 * Whether a process lives, and when it started as an opaque text: boot id and start tick from /proc on Linux
 * (proc_pid_stat(5), field 22), `ps -o lstart=` elsewhere. A zombie counts as dead: nobody may have reaped it yet.
 */
export function processFacts(pid: number): ProcessFacts {
  if (!Number.isSafeInteger(pid) || pid <= 0) return dead;
  if (process.platform === "linux") return linuxFacts(pid);
  if (!answersSignal(pid)) return dead;
  const listed = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
    encoding: "utf8",
    timeout: 2000,
  });
  const [, state, start] = /^\s*(\S+)\s+(.+?)\s*$/.exec(listed.stdout ?? "") ?? [];
  if (state?.startsWith("Z")) return dead;
  return { alive: true, start: start ? `ps:${start}` : null };
}

/** Whether a process lives (see `processFacts`). */
export function isAlive(pid: number): boolean {
  return processFacts(pid).alive;
}

/** Whether the process that noted this pid and start (see `processFacts`) still lives; an unknown start is not compared. */
export function isSameProcess(owner: { pid: number; processStart: string | null }): boolean {
  const facts = processFacts(owner.pid);
  return (
    facts.alive && (owner.processStart === null || facts.start === null || owner.processStart === facts.start)
  );
}

function linuxFacts(pid: number): ProcessFacts {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    // Hidden by hidepid, or gone.
    return answersSignal(pid) ? { alive: true, start: null } : dead;
  }
  // The command name may hold spaces and parentheses: fields are counted after the last one.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // The first thread may be gone while others still end, with the process's sockets and files open: that is alive.
  const ended = fields[0] === "X" || (fields[0] === "Z" && Number(fields[17]) <= 1);
  if (ended) return dead;
  return { alive: true, start: `${bootId()}:${fields[19]}` };
}

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

let cachedBootId: string | undefined;

function bootId(): string {
  cachedBootId ??= readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  return cachedBootId;
}
