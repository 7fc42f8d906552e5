import { ARTIFACTS } from "../artifacts.ts";
import type { EndReason } from "../result.ts";
import type { FinalResult, TranscriptAudit } from "./types.ts";
import type { EndCause } from "./verdict.ts";

/** Stop reasons of a reply that the model ended itself. */
const FINISHED = ["end_turn", "stop_sequence"];

/** Every sign in the transcript that the run was not completed, most decisive first. */
export function transcriptReasons(transcript: TranscriptAudit, serverName: string): EndCause[] {
  const { audit, signals } = transcript;
  const causes: EndCause[] = [];
  const add = (endReason: EndReason, sentence: string): void => {
    causes.push({ endReason, sentence });
  };
  if (audit.inits === 0)
    add(
      "no_init",
      `The transcript has no init event: Claude Code did not start its work (see ${ARTIFACTS.stderr}).`,
    );
  else addServerReason(transcript, serverName, add);
  addParseReason(transcript, add);
  const final = signals.finalResult;
  if (!final) add("no_result", "The transcript has no final result: Claude Code did not finish.");
  else if (final.subtype !== "success" || final.isError !== false) add("error_result", errorSentence(final));
  else if (final.stopReason === null || !FINISHED.includes(final.stopReason)) {
    const how = final.stopReason === null ? "has no stop reason" : `stopped with ${final.stopReason}`;
    add("unfinished_reply", `The last reply was not finished (it ${how}), although the result says success.`);
  }
  if (audit.inits > 0 && signals.modelMessages === 0) {
    add("no_model_message", "The transcript holds no reply of a model.");
  }
  return causes;
}

/** By name, status and tools; a call that succeeded proves a connection that init could not show yet. */
function addServerReason(
  { signals }: TranscriptAudit,
  serverName: string,
  add: (endReason: EndReason, sentence: string) => void,
): void {
  const status = signals.serverStatus;
  if (status === null) {
    add(
      "mcp_not_connected",
      `Claude Code does not list the MCP server ${serverName}: its entry was dropped or a policy removed it.`,
    );
  } else if (status !== "connected" && status !== "pending") {
    add("mcp_not_connected", `The MCP server ${serverName} did not connect (status: ${status}).`);
  } else if (signals.serverProved) {
    return;
  } else if (status === "pending") {
    add(
      "mcp_not_connected",
      `The MCP server ${serverName} was still connecting when Claude began, and none of its tools worked later.`,
    );
  } else if (signals.serverTools === 0) {
    add("mcp_no_tools", `The MCP server ${serverName} connected but offered no tools.`);
  }
}

function addParseReason(
  { audit, signals }: TranscriptAudit,
  add: (endReason: EndReason, sentence: string) => void,
): void {
  const unreadable = audit.totals.parseErrors - (signals.truncated ? 1 : 0);
  if (unreadable > 0) {
    const first = audit.parseErrors[0];
    const what = unreadable === 1 ? "one line that could" : `${unreadable} lines that could`;
    add("transcript_unparseable", `The transcript has ${what} not be read. ${first?.message ?? ""}`.trim());
  }
  if (signals.truncated) {
    add(
      "transcript_unparseable",
      "The transcript ends in the middle of a line: output of Claude Code is missing.",
    );
  }
}

const SUBTYPES: Record<string, string> = {
  error_max_budget_usd: "Claude Code stopped because the run's spend cap (maxBudgetUsd) was used up",
  error_max_turns: "Claude Code stopped because its limit of turns was reached",
  error_during_execution: "Claude Code was interrupted or failed while it worked (error_during_execution)",
};

function errorSentence(final: FinalResult): string {
  const what =
    final.subtype === "success"
      ? "Claude Code's final result is an error"
      : ((final.subtype !== null && Object.hasOwn(SUBTYPES, final.subtype)
          ? SUBTYPES[final.subtype]
          : null) ?? `Claude Code's final result is not a success (${final.subtype ?? "no subtype"})`);
  const detail = final.detail?.replace(/\s+/g, " ").trim();
  return detail ? `${what}: ${detail}${/[.!?…]$/.test(detail) ? "" : "."}` : `${what}.`;
}
