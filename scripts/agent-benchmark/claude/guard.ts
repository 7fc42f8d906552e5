import { spawn } from "node:child_process";

/**
 * Ends the process group `pid` when this process is gone without having said so: a harness that was killed (SIGKILL, out
 * of memory) must not leave an agent behind that works on and spends money. A shell waits for a line on its standard
 * input; the end of the input without one means that the harness is dead. POSIX only; elsewhere it guards nothing.
 * Returns what releases the guard.
 */
export function guardGroup(pid: number, platform: NodeJS.Platform = process.platform): () => void {
  if (platform === "win32") return () => {};
  const script = 'read -r released || kill -s KILL -- "-$0"';
  const guard = spawn("/bin/sh", ["-c", script, String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    env: {},
    cwd: "/",
    // In a session of its own: the terminal's Ctrl-C must not end it.
    detached: true,
  });
  guard.on("error", () => {});
  guard.stdin?.on("error", () => {});
  guard.unref();
  return () => void guard.stdin?.end("released\n");
}
