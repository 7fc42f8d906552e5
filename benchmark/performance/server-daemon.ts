import { readFileSync } from "node:fs";
import { daemonNamespace } from "../../src/environment.ts";
import { type Setting, serverEnvironment } from "./server-contestants.ts";

/** Resident memory of the server's daemon in MB, from /proc (Linux). */
export function daemonMemory(setting: Setting): number {
  const { pid } = JSON.parse(readFileSync(daemonNamespace(serverEnvironment(setting)).pidPath, "utf8"));
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** Ends the daemon of this measurement's private namespace. */
export async function stopDaemon(setting: Setting): Promise<void> {
  const child = Bun.spawn([process.execPath, setting.entry, "--daemon", "stop"], {
    env: serverEnvironment(setting),
    stdout: "ignore",
    stderr: "inherit",
  });
  await child.exited;
}
