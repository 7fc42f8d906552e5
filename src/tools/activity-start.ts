import { AdbError } from "../android/adb/types.ts";
import type { ToolContext } from "./types.ts";

export type ActivityStart =
  | { ok: true; activity: string | null; warnings: string[] }
  | { ok: false; unresolved: boolean; message: string };

const START_TIMEOUT_MS = 60_000;

/**
 * `am start -W` and what it means. Depending on the release its errors come on either stream, with exit code 0 or 1, so
 * the text decides; `Status: timeout` is a start that has not become idle yet, not a failure.
 */
export async function startActivity(context: ToolContext, intent: string): Promise<ActivityStart> {
  const { stdout, stderr, exitCode } = await context.adb.shell(context.serial, `am start -W ${intent}`, {
    signal: context.signal,
    timeoutMs: START_TIMEOUT_MS,
  });
  if (exitCode === null) throw new AdbError("CLOSED", "The connection to the device ended during a start");
  const text = new TextDecoder().decode(Buffer.concat([stdout, Buffer.from("\n"), stderr]));
  const error = /^(?:Error|Exception|java\.\S*Exception|Security exception).*$/m.exec(text)?.[0].trim();
  const status = /^Status: (\w+)/m.exec(text)?.[1];
  if (error && status === undefined) {
    const unresolved = /unable to resolve Intent|Activity not started, unable/i.test(text);
    return { ok: false, unresolved, message: `The device would not start it: ${error.slice(0, 300)}` };
  }
  const warnings: string[] = [];
  if (status === "timeout") warnings.push("The activity started but did not become idle in time.");
  if (/currently running top-most instance/.test(text)) {
    warnings.push("The app was in front already and got the link while running; it may ignore it.");
  } else if (/current task has been brought to the front/.test(text)) {
    warnings.push(
      "Only the app's running task was brought to the front; the link may not have been delivered.",
    );
  }
  return { ok: true, activity: /^Activity: (\S+)/m.exec(text)?.[1] ?? null, warnings };
}
