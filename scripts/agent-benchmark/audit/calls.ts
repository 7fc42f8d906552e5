import type { Audit, Stumble, ToolCall } from "../result.ts";
import { createRecentSet, cutText, type Keeper, LIMITS } from "./keep.ts";
import { classifyResult, stumbleExcerpt } from "./stumbles.ts";
import type { AuditorOptions } from "./types.ts";

const INFRASTRUCTURE = new Set(["ToolSearch", "WaitForMcpServers"]);

/** Calls whose result is still to come; the oldest are forgotten beyond this. */
const OPEN_LIMIT = 50_000;

export interface CallEvent {
  messageId: string;
  id: string;
  name: string;
  input: unknown;
  parentToolUseId: string | null;
  turn: number;
  line: number;
  startedAt: number | null;
}

export interface ResultEvent {
  toolUseId: string;
  isError: boolean;
  /** What the agent saw, then the whole text when it was moved into a file. */
  texts: readonly string[];
  line: number;
  timestamp: string | null;
  time: number | null;
}

interface OpenCall {
  shortName: string;
  ofServer: boolean;
  deviceAware: boolean;
  startedAt: number | null;
  kept: ToolCall | null;
}

/** Prefix of the server's tools: Claude Code replaces what a tool name may not hold by underscores. */
export function serverToolPrefix(serverName: string): string {
  return `mcp__${serverName.replace(/[^a-zA-Z0-9_-]/g, "_")}__`;
}

/** Keeps tool calls, results, denials and stumbles, each counted once. */
export function createCallBook(options: AuditorOptions, keeper: Keeper) {
  const prefix = serverToolPrefix(options.serverName);
  const toolCalls: ToolCall[] = [];
  const toolCounts = new Map<string, number>();
  const stumbles: Stumble[] = [];
  const denials: Audit["permissionDenials"] = [];
  const totals = {
    toolCalls: 0,
    infrastructureCalls: 0,
    deviceToolCalls: 0,
    successfulDeviceToolCalls: 0,
    toolErrors: 0,
    stumbles: 0,
    permissionDenials: 0,
  };
  const seenCalls = createRecentSet();
  const answered = createRecentSet();
  const stumbled = createRecentSet();
  const denied = createRecentSet();
  const open = new Map<string, OpenCall>();
  let serverCallSucceeded = false;

  const count = (name: string): void => {
    const key = toolCounts.has(name) || toolCounts.size < LIMITS.toolNames ? name : "(other tools)";
    toolCounts.set(key, (toolCounts.get(key) ?? 0) + 1);
  };

  const stumble = (entry: Stumble): void => {
    totals.stumbles += 1;
    if (entry.toolUseId !== null) stumbled.add(entry.toolUseId);
    if (stumbles.length < LIMITS.stumbles) stumbles.push(entry);
  };

  return {
    /** A tool_use block; a repeated (message, block) pair is the same call. */
    call(event: CallEvent): void {
      const key = `${event.messageId} ${event.id}`;
      if (seenCalls.has(key)) return;
      seenCalls.add(key);
      const ofServer = event.name.startsWith(prefix);
      const shortName = cutText(ofServer ? event.name.slice(prefix.length) : event.name, LIMITS.name);
      const deviceAware = ofServer && options.deviceAwareTools.has(shortName);
      const infrastructure = INFRASTRUCTURE.has(event.name);
      totals.toolCalls += 1;
      if (infrastructure) totals.infrastructureCalls += 1;
      if (deviceAware) totals.deviceToolCalls += 1;
      count(shortName);
      let kept: ToolCall | null = null;
      if (toolCalls.length < LIMITS.toolCalls) {
        kept = {
          id: keeper.text(event.id, LIMITS.name),
          messageId: keeper.text(event.messageId, LIMITS.name),
          name: keeper.text(event.name, LIMITS.name),
          shortName,
          deviceAware,
          infrastructure,
          parentToolUseId:
            event.parentToolUseId === null ? null : keeper.text(event.parentToolUseId, LIMITS.name),
          turn: event.turn,
          line: event.line,
          input: keeper.value(event.input),
          isError: null,
          result: null,
          resultLine: null,
          finishedAt: null,
          durationSeconds: null,
        };
        toolCalls.push(kept);
      }
      if (open.size >= OPEN_LIMIT) open.delete(open.keys().next().value ?? "");
      open.set(event.id, { shortName, ofServer, deviceAware, startedAt: event.startedAt, kept });
    },

    /** A tool_result block; a second result of the same call is a repeat. */
    result(event: ResultEvent): void {
      const call = open.get(event.toolUseId);
      if (!call && answered.has(event.toolUseId)) return;
      open.delete(event.toolUseId);
      answered.add(event.toolUseId);
      if (event.isError) totals.toolErrors += 1;
      else if (call?.deviceAware) totals.successfulDeviceToolCalls += 1;
      if (call?.ofServer && !event.isError) serverCallSucceeded = true;
      if (call?.kept) {
        call.kept.isError = event.isError;
        call.kept.result = keeper.text(event.texts[0] ?? "", LIMITS.result);
        call.kept.resultLine = event.line;
        call.kept.finishedAt = event.timestamp;
        if (event.time !== null && call.startedAt !== null) {
          call.kept.durationSeconds = Math.max(0, (event.time - call.startedAt) / 1000);
        }
      }
      const found = classifyResult(event.texts, event.isError, options);
      if (!found) return;
      stumble({
        kind: found.kind,
        toolUseId: cutText(event.toolUseId, LIMITS.name),
        tool: call?.shortName ?? null,
        pattern: found.pattern,
        text: keeper.text(stumbleExcerpt(event.texts, found.pattern, LIMITS.excerpt), LIMITS.excerpt),
        line: event.line,
      });
    },

    /** A permission denial of a result event: also an error result of the same call, so it is one stumble. */
    denial(tool: string, toolUseId: string | null, line: number): void {
      if (toolUseId !== null) {
        if (denied.has(toolUseId)) return;
        denied.add(toolUseId);
      }
      totals.permissionDenials += 1;
      const name = cutText(tool, LIMITS.name);
      const id = toolUseId === null ? null : cutText(toolUseId, LIMITS.name);
      if (denials.length < LIMITS.denials) denials.push({ tool: name, toolUseId: id });
      if (id !== null && stumbled.has(id)) {
        const known = stumbles.findLast((entry) => entry.toolUseId === id);
        if (known) known.kind = "denial";
        return;
      }
      const shortName = name.startsWith(prefix) ? name.slice(prefix.length) : name;
      stumble({
        kind: "denial",
        toolUseId: id,
        tool: shortName,
        pattern: null,
        text: "Permission denied.",
        line,
      });
    },

    serverCallSucceeded: () => serverCallSucceeded,
    isServerTool: (name: string) => name.startsWith(prefix),
    toolOf: (toolUseId: string) => open.get(toolUseId)?.shortName ?? null,
    summary: () => ({ toolCalls, toolCounts: Object.fromEntries(toolCounts), stumbles, denials, totals }),
  };
}
