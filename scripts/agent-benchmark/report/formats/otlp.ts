import type { RunResult, ToolCall } from "../../result.ts";
import { block } from "../html/safe.ts";
import { epoch } from "./run-words.ts";

/** A span before any SDK: what to send, decided without sending. */
export interface SpanPlan {
  name: string;
  /** Milliseconds since 1970. */
  start: number;
  end: number;
  attributes: Record<string, string | number | boolean | string[]>;
  error: string | null;
  events: { name: string; time: number; attributes: Record<string, string> }[];
  children: SpanPlan[];
}

export interface TraceOptions {
  /** Also send what the model was given and said; off unless asked for, since it may hold anything. */
  content: boolean;
}

/**
 * One run as a trace: the run, in it the agent, in it each tool call. Attribute names are those of OpenTelemetry's semantic
 * conventions for generative AI and for tests (https://opentelemetry.io/docs/specs/semconv/gen-ai/, .../registry/attributes/test/).
 */
export function traceOf(result: RunResult, options: TraceOptions): SpanPlan {
  const { run, suite } = result;
  const start = epoch(run.startedAt) ?? 0;
  const end = Math.max(start, epoch(run.finishedAt) ?? start);
  const status = { passed: "success", failed: "failure", incomplete: "aborted" }[result.verdict];
  return {
    name: `benchmark ${suite.name}`,
    start,
    end,
    attributes: known({
      "test.suite.name": suite.name,
      "test.suite.run.status": run.endReason === "timed_out" ? "timed_out" : status,
      "test.case.name": run.trial === null ? run.id : `trial ${run.trial}`,
      "test.case.result.status":
        result.verdict === "incomplete" ? null : passFail(result.verdict === "passed"),
      "benchmark.run.id": run.id,
      "benchmark.verdict": result.verdict,
      "benchmark.end_reason": run.endReason,
      "benchmark.session": run.session,
      "benchmark.suite.digest": suite.digest,
      "benchmark.server.build": result.server.build.digest,
      "benchmark.device.fingerprint": result.device?.fingerprint.digest ?? null,
      "benchmark.embedded.device": run.embedded.device,
      "benchmark.embedded.model": run.embedded.model,
    }),
    error: result.verdict === "passed" ? null : (result.reasons[0] ?? result.verdict),
    events: result.checks.map(({ kind, expected, passed, reason }) => ({
      name: "gen_ai.evaluation.result",
      time: end,
      attributes: {
        "gen_ai.evaluation.name": `${kind}: ${expected}`,
        "gen_ai.evaluation.score.label": passFail(passed),
        ...(reason ? { "gen_ai.evaluation.explanation": reason } : {}),
      },
    })),
    children: result.audit ? [agentSpan(result, start, end, options)] : [],
  };
}

function agentSpan(result: RunResult, from: number, to: number, options: TraceOptions): SpanPlan {
  const { run, claude, audit } = result;
  const before = run.phases.slice(
    0,
    Math.max(
      0,
      run.phases.findIndex(({ name }) => name === "claude"),
    ),
  );
  const start = Math.min(to, from + 1000 * before.reduce((sum, { seconds }) => sum + seconds, 0));
  const end = Math.min(to, start + 1000 * (run.wallClockSeconds ?? 0));
  const usage = audit?.usage;
  const input = [usage?.inputTokens, usage?.cacheReadTokens, usage?.cacheCreationTokens];
  const failed = run.endReason === "completed" ? null : run.endReason;
  return {
    name: "invoke_agent claude-code",
    start,
    end,
    attributes: known({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": "anthropic",
      "gen_ai.agent.name": "claude-code",
      "gen_ai.agent.version": claude.version,
      "gen_ai.conversation.id": run.id,
      "gen_ai.request.model": claude.requestedModel ?? audit?.requestedModel ?? null,
      "gen_ai.response.model": claude.observedModel,
      "gen_ai.response.finish_reasons": audit?.stopReason ? [audit.stopReason] : null,
      "gen_ai.usage.input_tokens": input.reduce<number>((sum, value) => sum + (value ?? 0), 0),
      "gen_ai.usage.output_tokens": usage?.outputTokens ?? null,
      "gen_ai.usage.cache_read.input_tokens": usage?.cacheReadTokens ?? null,
      "gen_ai.usage.cache_creation.input_tokens": usage?.cacheCreationTokens ?? null,
      "benchmark.cost_usd": audit?.costUsd ?? null,
      "error.type": failed,
      ...(options.content && audit?.answer
        ? { "gen_ai.output.messages": messages("assistant", audit.answer) }
        : {}),
    }),
    error: failed,
    events: [],
    children: toolSpans(audit?.toolCalls ?? [], start, end, options),
  };
}

/** Calls in order. A call whose time the transcript does not tell gets the end of the one before, and says so. */
function toolSpans(calls: readonly ToolCall[], from: number, to: number, options: TraceOptions): SpanPlan[] {
  let last = from;
  return calls.map((call) => {
    const finished = call.finishedAt === null ? null : epoch(call.finishedAt);
    const end = Math.min(Math.max(finished ?? last, from), Math.max(to, finished ?? to));
    const start = Math.min(end, Math.max(from, end - 1000 * (call.durationSeconds ?? 0)));
    last = end;
    return {
      name: `execute_tool ${call.shortName}`,
      start,
      end,
      attributes: known({
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": call.name,
        "gen_ai.tool.call.id": call.id,
        "gen_ai.tool.type": "extension",
        "benchmark.time_known": finished !== null,
        "error.type": call.isError ? "tool_error" : null,
        ...(options.content
          ? {
              "gen_ai.tool.call.arguments": block(JSON.stringify(call.input) ?? ""),
              "gen_ai.tool.call.result": call.result === null ? null : block(call.result),
            }
          : {}),
      }),
      error: call.isError ? "the tool reported an error" : null,
      events: [],
      children: [],
    };
  });
}

function messages(role: string, content: string): string {
  return JSON.stringify([{ role, parts: [{ type: "text", content: block(content) }] }]);
}

function passFail(passed: boolean): "pass" | "fail" {
  return passed ? "pass" : "fail";
}

type Attribute = string | number | boolean | string[];

/** Attributes without those that are unknown. */
function known(values: Record<string, Attribute | null>): Record<string, Attribute> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}
