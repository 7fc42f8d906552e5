import { firstLine, lines } from "./text.ts";

/** What `am start -W` said, both streams read: older releases print errors on stderr and exit 0. */
export type AmStart =
  | {
      status: "started";
      /** package/activity that came up, as printed. */
      activity: string;
      packageName: string;
      launchState: string | null;
      /** The activity was started and never reported idle: the start screen decides. */
      timedOut: boolean;
      /** The app was not stopped, and may not have seen the link. */
      warning: "brought-to-front" | "delivered-to-top" | "kept-for-user" | null;
      totalMs: number | null;
    }
  | {
      status: "failed";
      reason: "unresolved" | "no-such-activity" | "not-allowed" | "truncated" | "other";
      message: string;
    };

const WARNINGS = [
  [/brought to the front/i, "brought-to-front"],
  [/delivered to currently running/i, "delivered-to-top"],
  [/being kept for the user/i, "kept-for-user"],
] as const;

/**
 * Reads both streams of `am start -W` (AOSP ActivityManagerShellCommand.runStartActivity). `Status: ok` or `timeout` and
 * an `Activity:` line are needed: their absence means the answer was cut.
 */
export function parseAmStart(stdout: string, stderr: string, exitCode: number | null): AmStart {
  const text = `${stdout}\n${stderr}`;
  const failure = lines(text).find((line) =>
    /^\s*(Error\b|Exception\b|java\.lang\.|Security exception)/i.test(line),
  );
  if (failure !== undefined) return { status: "failed", ...classify(text, failure) };

  const field = (name: string) => new RegExp(`^\\s*${name}:\\s*(.+?)\\s*$`, "m").exec(text)?.[1] ?? null;
  const status = field("Status")?.toLowerCase() ?? null;
  const activity = field("Activity");
  if (status === null || activity === null || (status !== "ok" && status !== "timeout")) {
    const message =
      status !== null && status !== "ok" && status !== "timeout"
        ? `am start answered Status: ${firstLine(status)}`
        : `am start gave no complete answer${exitCode === null ? " (the connection ended)" : ` (exit ${exitCode})`}: ${firstLine(text) || "nothing was printed"}`;
    return { status: "failed", reason: "truncated", message };
  }
  const total = /^\s*TotalTime:\s*(\d+)/m.exec(text)?.[1];
  return {
    status: "started",
    activity,
    packageName: activity.split("/")[0] ?? "",
    launchState: field("LaunchState"),
    timedOut: status === "timeout",
    warning: WARNINGS.find(([pattern]) => pattern.test(text))?.[1] ?? null,
    totalMs: total === undefined ? null : Number(total),
  };
}

function classify(
  text: string,
  failure: string,
): { reason: "unresolved" | "no-such-activity" | "not-allowed" | "other"; message: string } {
  const message = firstLine(lines(text).find((line) => /^\s*Error:/i.test(line)) ?? failure, 300);
  if (/unable to resolve Intent|No activity found/i.test(text)) return { reason: "unresolved", message };
  if (/does not exist|Error type 3\b/i.test(text)) return { reason: "no-such-activity", message };
  if (/permission|SecurityException|Not allowed/i.test(text)) return { reason: "not-allowed", message };
  return { reason: "other", message };
}
