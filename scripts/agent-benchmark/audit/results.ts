import type { Usage } from "../result.ts";
import { asArray, asCount, asNumber, asObject, asText, type JsonObject } from "./json.ts";
import { cutText, LIMITS } from "./keep.ts";
import type { FinalResult } from "./types.ts";

const UNKNOWN_USAGE: Usage = {
  inputTokens: null,
  outputTokens: null,
  cacheReadTokens: null,
  cacheCreationTokens: null,
};

/** Numbers of the `result` events: the totals of a process are cumulative, so they are never added up. */
export interface ResultNumbers {
  results: number;
  usage: Usage;
  costUsd: number | null;
  durationSeconds: number | null;
  final: FinalResult | null;
  /** Text of the last result; null when it has none. */
  text: string | null;
}

export interface ResultCollector {
  add(event: JsonObject, line: number): void;
  numbers(): ResultNumbers;
}

/** Sums `modelUsage` over its models; null when nothing is reported. */
function sumModelUsage(value: unknown): Usage | null {
  const models = Object.values(asObject(value) ?? {})
    .map(asObject)
    .filter((entry) => entry !== null);
  if (models.length === 0) return null;
  const sum = (key: string): number | null => {
    const counts = models.map((model) => asCount(model[key])).filter((count) => count !== null);
    return counts.length === 0 ? null : counts.reduce((total, count) => total + count, 0);
  };
  return {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cacheReadTokens: sum("cacheReadInputTokens"),
    cacheCreationTokens: sum("cacheCreationInputTokens"),
  };
}

function totalTokens(usage: Usage): number {
  return (
    (usage.inputTokens ?? 0) +
    (usage.outputTokens ?? 0) +
    (usage.cacheReadTokens ?? 0) +
    (usage.cacheCreationTokens ?? 0)
  );
}

/** What an error result says: its `errors`, else its `result`. */
function detailOf(event: JsonObject): string | null {
  const errors = asArray(event.errors).flatMap(
    (error) => asText(error) ?? asText(asObject(error)?.message) ?? [],
  );
  const text = errors.length > 0 ? errors.slice(0, 5).join("; ") : asText(event.result);
  const status = asNumber(event.api_error_status);
  if (!text) return status === null ? null : `API status ${status}`;
  return cutText(text, LIMITS.excerpt);
}

/** Collects the result events; the last one decides, cost and tokens are the largest cumulative totals. */
export function createResultCollector(): ResultCollector {
  const numbers: ResultNumbers = {
    results: 0,
    usage: UNKNOWN_USAGE,
    costUsd: null,
    durationSeconds: null,
    final: null,
    text: null,
  };
  return {
    add(event, line) {
      numbers.results += 1;
      const usage = sumModelUsage(event.modelUsage);
      if (usage && totalTokens(usage) >= totalTokens(numbers.usage)) numbers.usage = usage;
      const cost = asNumber(event.total_cost_usd) ?? asNumber(event.cost_usd);
      if (cost !== null && cost >= 0) numbers.costUsd = Math.max(numbers.costUsd ?? 0, cost);
      const duration = asNumber(event.duration_ms);
      if (duration !== null && duration >= 0) numbers.durationSeconds = duration / 1000;
      numbers.text = asText(event.result);
      numbers.final = {
        line,
        subtype: asText(event.subtype),
        isError: typeof event.is_error === "boolean" ? event.is_error : null,
        stopReason: asText(event.stop_reason),
        detail: detailOf(event),
      };
    },
    numbers: () => numbers,
  };
}
