import { readFileSync } from "node:fs";

/**
 * The most memory this process has held, bytes. On Linux VmHWM of /proc/self/status: the kernel's ru_maxrss also counts
 * what the starting process held before it became this one.
 */
export function peakMemory(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  return Number(kilobytes) * 1024;
}
