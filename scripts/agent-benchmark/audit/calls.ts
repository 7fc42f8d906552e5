import type { Audit, Stumble, ToolCall } from "../result.ts";
import { cutText, type Keeper, LIMITS } from "./keep.ts";
import { createRecentCalls, createRecentNumbers, hashText } from "./recent.ts";
import { classifyResult, createPatternFinder, stumbleExcerpt } from "./stumbles.ts";
import { createToolNames } from "./tool-names.ts";
import type { AuditorOptions } from "./types.ts";

export interface CallEvent {
  messageId: string;
  /** hashText of it. */
  message: number;
  id: string;
  name: string;
  input: unknown;
  parentToolUseId: string | null;
  turn: number;
  line: number;
  /** The last time the stream told before the call. */
  startedAt: string | null;
}

export interface ResultEvent {
  toolUseId: string;
  isError: boolean;
  /** What the agent saw. */
  text: string;
  /** The whole text when it was moved into a file. */
  whole: string | null;
  line: number;
  timestamp: string | null;
}

/** No name: a result whose call was not seen. */
const UNKNOWN = -1;

/** One number for a call's id and its message. */
function mix(id: number, message: number): number {
  return (id * 31 + message) % Number.MAX_SAFE_INTEGER;
}

/** Seconds between two ISO times; null when either is unknown or no time. */
function secondsBetween(from: string | null, to: string | null): number | null {
  if (from === null || to === null) return null;
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Keeps tool calls, results, denials and stumbles, each counted once. */
export function createCallBook(options: AuditorOptions, keeper: Keeper) {
  const names = createToolNames(options);
  const finders = {
    failure: createPatternFinder(options.failurePatterns),
    ignored: createPatternFinder(options.ignoredFailurePatterns),
  };
  const recent = createRecentCalls(LIMITS.recent);
  /** Calls whose id a later message used again. */
  const replaced = createRecentNumbers(LIMITS.recent);
  const toolCalls: ToolCall[] = [];
  const startTimes: (string | null)[] = [];
  const stumbles: Stumble[] = [];
  const denials: Audit["permissionDenials"] = [];
  const denied = new Set<string>();
  /** Stumbles by tool_use id, so that a denial in the final result finds its own; false: not listed. */
  const stumbleOf = new Map<number, Stumble | false>();
  const totals = {
    toolCalls: 0,
    infrastructureCalls: 0,
    deviceToolCalls: 0,
    successfulDeviceToolCalls: 0,
    toolErrors: 0,
    stumbles: 0,
    permissionDenials: 0,
  };
  let serverCallSucceeded = false;

  const stumble = (id: string | null, entry: Omit<Stumble, "toolUseId" | "text">, text: string): void => {
    totals.stumbles += 1;
    const listed = stumbles.length < LIMITS.stumbles;
    const toolUseId = id === null ? null : cutText(id, LIMITS.name);
    const kept = listed ? { ...entry, toolUseId, text: keeper.text(text, LIMITS.excerpt) } : false;
    if (kept) stumbles.push(kept);
    if (id !== null && stumbleOf.size < LIMITS.denialSearch) stumbleOf.set(hashText(id), kept);
  };

  /** False for a repeat: the same block of the same message. */
  const isNewCall = (id: number, message: number): boolean => {
    const before = recent.find(id);
    if (before === undefined || recent.name(before) === UNKNOWN) return true;
    const beforeMessage = recent.message(before);
    if (beforeMessage === message) return false;
    if (replaced.get(mix(id, message))) return false;
    replaced.set(mix(id, beforeMessage), 1);
    return true;
  };

  return {
    /** A tool_use block. */
    call(event: CallEvent): void {
      const id = hashText(event.id);
      const { message } = event;
      if (!isNewCall(id, message)) return;
      const tool = names.of(event.name);
      tool.calls += 1;
      totals.toolCalls += 1;
      if (tool.infrastructure) totals.infrastructureCalls += 1;
      if (tool.deviceAware) totals.deviceToolCalls += 1;
      const listed = toolCalls.length < LIMITS.toolCalls;
      recent.add(id, message, tool.index, listed ? toolCalls.length : -1);
      if (!listed) return;
      startTimes.push(event.startedAt);
      toolCalls.push({
        id: keeper.text(event.id, LIMITS.name),
        messageId: keeper.text(event.messageId, LIMITS.name),
        name: tool.name,
        shortName: tool.shortName,
        deviceAware: tool.deviceAware,
        infrastructure: tool.infrastructure,
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
      });
    },

    /** A tool_result block; a second result of the same call is a repeat. */
    result(event: ResultEvent): void {
      const id = hashText(event.toolUseId);
      const place = recent.find(id) ?? recent.add(id, 0, UNKNOWN, -1);
      if (recent.isAnswered(place)) return;
      recent.answer(place);
      const tool = names.at(recent.name(place));
      if (event.isError) totals.toolErrors += 1;
      else {
        if (tool?.deviceAware) totals.successfulDeviceToolCalls += 1;
        if (tool?.ofServer) serverCallSucceeded = true;
      }
      const index = recent.kept(place);
      // An index of -1 would be looked up as a property's name.
      const call = index < 0 ? undefined : toolCalls[index];
      if (call) {
        call.isError = event.isError;
        call.result = keeper.text(event.text, LIMITS.result);
        call.resultLine = event.line;
        call.finishedAt = event.timestamp === null ? null : cutText(event.timestamp, LIMITS.name);
        call.durationSeconds = secondsBetween(startTimes[index] ?? null, event.timestamp);
      }
      const found = classifyResult(event.text, event.whole, event.isError, finders);
      if (!found) return;
      const excerpt = stumbleExcerpt(event.text, event.whole, found.pattern, LIMITS.excerpt);
      const entry = { ...found, tool: tool?.shortName ?? null, line: event.line };
      stumble(event.toolUseId, entry, excerpt);
    },

    /** A permission denial of a result event: also an error result of the same call, so it is one stumble. */
    denial(tool: string, toolUseId: string | null, line: number): void {
      const id = toolUseId === null ? null : cutText(toolUseId, LIMITS.name);
      if (id !== null) {
        if (denied.has(id)) return;
        if (denied.size < LIMITS.denialSearch) denied.add(id);
      }
      totals.permissionDenials += 1;
      if (denials.length < LIMITS.denials) {
        denials.push({ tool: keeper.text(tool, LIMITS.name), toolUseId: id });
      }
      const known = toolUseId === null ? undefined : stumbleOf.get(hashText(toolUseId));
      if (known) known.kind = "denial";
      if (known !== undefined) return;
      const shortName = cutText(names.short(tool), LIMITS.name);
      stumble(toolUseId, { kind: "denial", tool: shortName, pattern: null, line }, "Permission denied.");
    },

    serverCallSucceeded: () => serverCallSucceeded,
    isServerTool: names.isServerTool,
    /** Short name of the tool of a call among the recent ones. */
    toolOf(toolUseId: string): string | null {
      const place = recent.find(hashText(toolUseId));
      return place === undefined ? null : (names.at(recent.name(place))?.shortName ?? null);
    },
    summary: () => ({ toolCalls, toolCounts: names.counts(), stumbles, denials, totals }),
  };
}
