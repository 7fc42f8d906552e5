import type { Audit } from "../result.ts";
import { createCallBook } from "./calls.ts";
import { asArray, asObject, asText, type JsonObject } from "./json.ts";
import { createKeeper, cutMiddle, cutText, LIMITS } from "./keep.ts";
import { createLineReader } from "./lines.ts";
import { parseLine } from "./parse-event.ts";
import { createRecentNumbers, hashText } from "./recent.ts";
import { createResultCollector } from "./results.ts";
import { contentText, persistedText } from "./tool-results.ts";
import type { AuditorOptions, TranscriptAudit, TranscriptAuditor } from "./types.ts";

/** Better first: with two init events a server counts as what it reached. */
const STATUS_ORDER = ["connected", "pending"];

/** Model name of messages that Claude Code writes itself: API errors, output of slash commands. */
const SYNTHETIC = "<synthetic>";

interface LastReply {
  messageHash: number;
  text: string | null;
}

/**
 * Audits a Claude Code stream-json transcript, given as bytes cut anywhere. One pass, each line parsed once; what is
 * kept is bounded (keep.ts), the numbers are whole. It reads to the end: inits, results and calls may come after a
 * result. Unknown events and blocks are ignored, unreadable lines are recorded and the rest is still read.
 */
export function createTranscriptAuditor(options: AuditorOptions): TranscriptAuditor {
  const keeper = createKeeper();
  const book = createCallBook(options, keeper);
  const results = createResultCollector();
  const parseErrors: Audit["parseErrors"] = [];
  const messages: Audit["messages"] = [];
  const models = new Set<string>();
  const mainMessages = createRecentNumbers(LIMITS.recent);
  const servers = new Map<string, string>();
  let parseErrorCount = 0;
  let messageCount = 0;
  let turns = 0;
  let inits = 0;
  let apiRetries = 0;
  let claudeCodeVersion: string | null = null;
  let requestedModel: string | null = null;
  let serverTools: number | null = null;
  let serverProved = false;
  let truncated = false;
  let sessionLog = false;
  let lastReply: LastReply | null = null;
  let lastMessageId = "";
  let messageHash = hashText("");
  let lastModel: string | null = null;
  let lastTime: string | null = null;

  const parseError = (line: number, message: string): void => {
    parseErrorCount += 1;
    if (parseErrors.length < LIMITS.parseErrors) parseErrors.push({ line, message });
  };

  const onInit = (event: JsonObject): void => {
    inits += 1;
    claudeCodeVersion ??= asText(event.claude_code_version);
    requestedModel ??= asText(event.model);
    for (const entry of asArray(event.mcp_servers)) {
      const server = asObject(entry);
      const name = asText(server?.name);
      if (name === null || (!servers.has(name) && servers.size >= LIMITS.servers)) continue;
      const status = asText(server?.status) ?? "unknown";
      servers.set(name, betterStatus(servers.get(name), status));
    }
    if (!Array.isArray(event.tools)) return;
    const count = event.tools.filter((tool) => typeof tool === "string" && book.isServerTool(tool)).length;
    serverTools = Math.max(serverTools ?? 0, count);
  };

  const onText = (text: string, parent: string | null, line: number): void => {
    if (parent === null && lastReply) lastReply.text = text;
    messageCount += 1;
    if (messages.length >= LIMITS.messages) return;
    const kept = keeper.text(text, LIMITS.message);
    messages.push({ turn: turns, line, text: kept, parentToolUseId: parent });
  };

  const onAssistant = (event: JsonObject, line: number): void => {
    const message = asObject(event.message);
    if (!message) return;
    const model = asText(message.model);
    if (model === SYNTHETIC) return;
    const parent = asText(event.parent_tool_use_id);
    const messageId = asText(message.id) ?? asText(event.uuid) ?? `line ${line}`;
    if (model !== null && model !== lastModel && models.size < LIMITS.models) models.add(model);
    lastModel = model;
    // Blocks of one message come one after another.
    if (messageId !== lastMessageId) messageHash = hashText(messageId);
    lastMessageId = messageId;
    if (parent === null && lastReply?.messageHash !== messageHash) {
      lastReply = { messageHash, text: null };
      if (!mainMessages.get(messageHash)) {
        mainMessages.set(messageHash, 1);
        turns += 1;
      }
    }
    if (typeof message.content === "string") onText(message.content, parent, line);
    for (const item of asArray(message.content)) {
      const block = asObject(item);
      if (block?.type === "text" && typeof block.text === "string") onText(block.text, parent, line);
      else if (block?.type === "tool_use") {
        book.call({
          messageId,
          message: messageHash,
          id: asText(block.id) ?? `line ${line}`,
          name: asText(block.name) ?? "(no name)",
          input: block.input ?? null,
          parentToolUseId: parent,
          turn: turns,
          line,
          startedAt: lastTime,
        });
      }
    }
  };

  const onUser = (event: JsonObject, line: number): void => {
    const content = asObject(event.message)?.content;
    if (!Array.isArray(content)) return;
    const timestamp = asText(event.timestamp);
    for (const item of content) {
      const block = asObject(item);
      if (block?.type !== "tool_result") continue;
      const toolUseId = asText(block.tool_use_id);
      if (toolUseId === null) continue;
      const text = contentText(block.content);
      // The whole text stands beside the block; with several blocks it cannot be told whose it is.
      const whole = content.length === 1 ? persistedText(text, event) : null;
      book.result({
        toolUseId,
        isError: block.is_error === true,
        text,
        whole,
        line,
        timestamp,
      });
      serverProved ||= book.serverCallSucceeded() || provesServer(event, block, toolUseId);
    }
  };

  /** Late proof of a connection that init could not show: the tool was found, or the wait says connected. */
  const provesServer = (event: JsonObject, block: JsonObject, toolUseId: string): boolean => {
    if (block.is_error === true) return false;
    const tool = book.toolOf(toolUseId);
    if (tool === "WaitForMcpServers") {
      return asArray(asObject(event.tool_use_result)?.connected).includes(options.serverName);
    }
    if (tool !== "ToolSearch") return false;
    return asArray(block.content).some((item) => book.isServerTool(asText(asObject(item)?.tool_name) ?? ""));
  };

  const onResult = (event: JsonObject, line: number): void => {
    results.add(event, line);
    for (const entry of asArray(event.permission_denials)) {
      const denial = asObject(entry);
      if (denial) book.denial(asText(denial.tool_name) ?? "(no name)", asText(denial.tool_use_id), line);
    }
  };

  const onEvent = (event: JsonObject, line: number): void => {
    if (typeof event.timestamp === "string") lastTime = event.timestamp;
    if (event.type === "assistant") onAssistant(event, line);
    else if (event.type === "user") onUser(event, line);
    else if (event.type === "result") onResult(event, line);
    else if (event.type === "system") {
      if (event.subtype === "init") onInit(event);
      else if (event.subtype === "api_retry") apiRetries += 1;
    }
  };

  /** A line is unreadable at most once, whatever is wrong with it. */
  const onBadLine = (line: number, message: string, complete: boolean): void => {
    if (!complete) truncated = true;
    const cut = `Line ${line}, the last one, has no end: the output of Claude Code was cut off.`;
    parseError(line, complete ? message : cut);
  };

  const reader = createLineReader({
    onLine(text, line, complete) {
      const parsed = parseLine(text, line);
      if (parsed.status === "unreadable" || (!complete && parsed.status !== "blank")) {
        onBadLine(line, parsed.status === "unreadable" ? parsed.message : "", complete);
      }
      if (parsed.status === "event") onEvent(parsed.event, line);
      if (parsed.status !== "session_log") return;
      // One word about the whole file says more than one about each line.
      if (!sessionLog)
        parseError(line, `Line ${line} belongs to a session log of Claude Code, not to its stream.`);
      sessionLog = true;
    },
    onUnreadable(line, bytes, complete) {
      onBadLine(line, `Line ${line} has ${bytes} bytes, too many to read.`, complete);
    },
  });

  return {
    push: reader.push,
    end(): TranscriptAudit {
      reader.end();
      const { toolCalls, toolCounts, stumbles, denials, totals } = book.summary();
      const { final, text, ...numbers } = results.numbers();
      const answer = finalAnswer(text, final?.subtype === "success", lastReply);
      const audit: Audit = {
        turns,
        toolCalls,
        toolCounts,
        usage: numbers.usage,
        costUsd: numbers.costUsd,
        durationSeconds: numbers.durationSeconds,
        stumbles,
        permissionDenials: denials,
        parseErrors,
        apiRetries,
        mcpServers: Array.from(servers, ([name, status]) => ({
          name: cutText(name, LIMITS.name),
          status: cutText(status, LIMITS.name),
        })),
        claudeCodeVersion: claudeCodeVersion === null ? null : cutText(claudeCodeVersion, LIMITS.name),
        requestedModel: requestedModel === null ? null : cutText(requestedModel, LIMITS.name),
        observedModels: Array.from(models, (model) => cutText(model, LIMITS.name)),
        messages,
        answer: answer.text === null ? null : cutMiddle(answer.text, LIMITS.answer),
        answerSource: answer.source,
        totals: { ...totals, parseErrors: parseErrorCount, messages: messageCount },
        stopReason: final?.stopReason ?? null,
        results: numbers.results,
        inits,
        lines: reader.lines(),
        bytes: reader.bytes(),
      };
      return {
        audit,
        signals: {
          serverStatus: servers.get(options.serverName) ?? null,
          serverTools,
          serverProved,
          modelMessages: turns,
          finalResult: final,
          truncated,
        },
      };
    },
  };
}

function betterStatus(known: string | undefined, status: string): string {
  if (known === undefined) return status;
  const rank = (value: string): number => {
    const index = STATUS_ORDER.indexOf(value);
    return index === -1 ? STATUS_ORDER.length : index;
  };
  return rank(status) <= rank(known) ? status : known;
}

/** The text of the last result; when a successful one is empty, the text of the very last reply, said so. */
function finalAnswer(
  text: string | null,
  success: boolean,
  lastReply: LastReply | null,
): { text: string | null; source: Audit["answerSource"] } {
  if (text !== null && text.trim() !== "") return { text, source: "result" };
  if (success && lastReply?.text) return { text: lastReply.text, source: "last_message" };
  return { text, source: text === null ? null : "result" };
}
