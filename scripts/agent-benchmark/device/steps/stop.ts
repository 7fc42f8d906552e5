import { shellQuote } from "../../../../src/android/shell-quote.ts";
import type { StepDevice } from "../command.ts";
import { parsePidof, parsePs } from "../parse/processes.ts";
import { stepError } from "../step-error.ts";

const QUIET_MS = 150;
const PATIENCE_MS = 8000;

/**
 * Force-stops the app until no process of it has been seen for `quietMs` milliseconds (default 150): a process that lives would write its preferences
 * over the seeded ones and take the link as a warm start.
 */
export async function forceStop(
  device: StepDevice,
  packageName: string,
  quietMs: number = QUIET_MS,
): Promise<void> {
  const name = shellQuote(packageName);
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const stopped = await device.run(`am force-stop --user 0 ${name}`);
    const refusal = /exception|error/i.exec(`${stopped.stdout}${stopped.stderr}`);
    if (stopped.exitCode !== 0 || refusal) {
      throw stepError(device, {
        code: "APP_STOP_REFUSED",
        message: `The device refused to stop ${packageName}: ${(stopped.stderr || stopped.stdout).trim().split("\n")[0] ?? `exit ${stopped.exitCode}`}.`,
        hint: "Try `adb shell am force-stop` by hand; restart the device if it is refused there too.",
      });
    }
    let alive = await processesOf(device, packageName);
    if (alive.length === 0) {
      await device.wait(quietMs);
      alive = await processesOf(device, packageName);
      if (alive.length === 0) return;
    }
    if (performance.now() > until) {
      throw stepError(device, {
        code: "APP_DOES_NOT_STOP",
        message: `${packageName} does not stop: it still runs as process ${alive.join(", ")} after ${PATIENCE_MS / 1000} s of force-stop.`,
        hint: "A sticky service or a device administrator restarts it: stop that first.",
      });
    }
    await device.wait(quietMs);
  }
}

async function processesOf(device: StepDevice, packageName: string): Promise<number[]> {
  const table = await device.run("ps -A -o PID,NAME", { quiet: true });
  const listed = parsePs(table.stdout, packageName);
  if (listed !== null) return listed;
  const { stdout } = await device.run(`pidof ${shellQuote(packageName)}`);
  return parsePidof(stdout);
}
