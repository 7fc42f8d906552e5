import type { Check, EndReason, Verdict } from "../result.ts";
import { transcriptReasons } from "./incomplete.ts";
import type { TranscriptAudit } from "./types.ts";

/** End reasons that the harness knows of itself, most decisive first. */
export const HARNESS_REASONS = [
  "preflight_failed",
  "spawn_failed",
  "playbook_mismatch",
  "interrupted",
  "timed_out",
  "harness_error",
  "lingered",
] as const satisfies readonly EndReason[];

export interface HarnessReason {
  endReason: (typeof HARNESS_REASONS)[number];
  /** A plain sentence. */
  sentence: string;
}

export interface VerdictInput {
  /** Why the harness stopped or could not judge the run, in any order; wins over everything else. */
  harness: readonly HarnessReason[];
  /** How Claude ended; null when it was not started. */
  process: { exitCode: number | null; signal: string | null } | null;
  /** null when there is no transcript. */
  transcript: TranscriptAudit | null;
  serverName: string;
  /** Device, answer and screen checks. */
  checks: readonly Check[];
}

export interface VerdictResult {
  verdict: Verdict;
  endReason: EndReason;
  /** One plain sentence each; empty when passed. */
  reasons: string[];
}

export interface EndCause {
  endReason: EndReason;
  sentence: string;
}

/**
 * Decides the verdict from hard signals only, in this order: the harness's own reason, the process, the transcript,
 * then the checks. Anything before the checks makes the run incomplete. Every reason found is told; the first one is
 * the end reason.
 */
export function decideVerdict(input: VerdictInput): VerdictResult {
  const harness = HARNESS_REASONS.flatMap((endReason) =>
    input.harness.filter((reason) => reason.endReason === endReason),
  );
  const causes = withoutEcho([...harness, ...processReasons(input), ...transcriptCauses(input)]);
  const first = causes[0];
  if (first) {
    const reasons = [...new Set(causes.map((cause) => cause.sentence))];
    return { verdict: "incomplete", endReason: first.endReason, reasons };
  }
  const reasons = checkReasons(input.checks);
  return { verdict: reasons.length === 0 ? "passed" : "failed", endReason: "completed", reasons };
}

/** A scripted model that stops the run makes Claude Code exit with its words as an error: that is no reason of its own. */
function withoutEcho(causes: readonly EndCause[]): readonly EndCause[] {
  if (!causes.some(({ endReason }) => endReason === "playbook_mismatch")) return causes;
  return causes.filter(({ endReason }) => endReason !== "nonzero_exit" && endReason !== "error_result");
}

/** Exit codes of a program that ends itself because of a signal: 128 and its number. */
const SIGNAL_EXITS: Record<number, string> = { 129: "SIGHUP", 130: "SIGINT", 137: "SIGKILL", 143: "SIGTERM" };

/** Not started at all is the harness's reason to tell; otherwise only exit code 0 is a clean end. */
function processReasons(input: VerdictInput): EndCause[] {
  if (!input.process) {
    if (input.harness.length > 0) return [];
    return [{ endReason: "harness_error", sentence: "Claude Code was not started." }];
  }
  const { exitCode, signal } = input.process;
  if (signal !== null) {
    return [{ endReason: "signaled", sentence: `Claude Code was ended by the signal ${signal}.` }];
  }
  if (exitCode === null) {
    return [{ endReason: "nonzero_exit", sentence: "It is not known how Claude Code ended." }];
  }
  if (exitCode === 0) return [];
  const name = SIGNAL_EXITS[exitCode];
  const how = name === undefined ? "" : `, as after the signal ${name},`;
  return [
    { endReason: "nonzero_exit", sentence: `Claude Code exited with code ${exitCode}${how} instead of 0.` },
  ];
}

function transcriptCauses(input: VerdictInput): EndCause[] {
  if (!input.process) return [];
  if (input.transcript) return transcriptReasons(input.transcript, input.serverName);
  return [{ endReason: "no_init", sentence: "There is no transcript of Claude Code to judge." }];
}

/** A run without a device check and a screen check was not judged, so it never passes. */
function checkReasons(checks: readonly Check[]): string[] {
  const reasons = checks.filter((check) => !check.passed).map(describeFailedCheck);
  for (const kind of ["device", "screen"] as const) {
    if (!checks.some((check) => check.kind === kind)) reasons.push(`No ${kind} check was made.`);
  }
  return reasons;
}

const SUBJECT = { device: "Device use", answer: "Answer", screen: "Screen" } as const;

/** A failed check in one sentence. */
function describeFailedCheck(check: Check): string {
  const reason = check.reason ?? "The check failed.";
  if (check.kind === "device") return reason;
  return `${SUBJECT[check.kind]} check ${JSON.stringify(check.expected)}: ${reason}`;
}

/** The check that the run touched the device: one call of a device-aware tool whose result is no error. */
export function checkDeviceUse(transcript: TranscriptAudit, serverName: string): Check {
  const { deviceToolCalls, successfulDeviceToolCalls, toolCalls } = transcript.audit.totals;
  const passed = successfulDeviceToolCalls > 0;
  const reason =
    deviceToolCalls > 0
      ? `Claude called device tools of ${serverName} ${deviceToolCalls === 1 ? "once" : `${deviceToolCalls} times`}, but no call succeeded.`
      : `Claude did not touch the device: it made no call of a device tool of ${serverName}${toolCalls > 0 ? ` among its ${toolCalls} tool calls` : ""}.`;
  return {
    kind: "device",
    expected: `a successful call of a device tool of ${serverName}`,
    passed,
    observed: `${successfulDeviceToolCalls} successful of ${deviceToolCalls} device tool calls`,
    reason: passed ? null : reason,
    evidence: null,
  };
}
