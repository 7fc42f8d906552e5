import type { Audit, Metric } from "../result.ts";
import type { MetricName } from "../suite/metric-names.ts";
import type { SuiteBaseline } from "../suite/types.ts";

export interface MetricInput {
  /** null when no transcript was audited. */
  audit: Audit | null;
  wallClockSeconds: number | null;
}

export interface MetricDefinition {
  name: MetricName;
  label: string;
  unit: "count" | "tokens" | "usd" | "seconds";
  /** Which direction is better; neither for sizes that only describe. */
  better: "lower" | "neither";
  /** How the number is made, for help texts and reports. */
  description: string;
  /** null: unknown. */
  value(input: MetricInput): number | null;
}

const ofAudit =
  (read: (audit: Audit) => number | null) =>
  ({ audit }: MetricInput): number | null =>
    audit === null ? null : read(audit);

/** Every metric of a run, in the order of the report: what each name of a baseline means and how it is made. */
export const METRICS: readonly MetricDefinition[] = [
  {
    name: "turns",
    label: "Turns",
    unit: "count",
    better: "lower",
    description: "distinct replies of the model on the main thread",
    value: ofAudit((audit) => audit.turns),
  },
  {
    name: "toolCalls",
    label: "Tool calls",
    unit: "count",
    better: "lower",
    description: "tool calls with those of sub-agents, without ToolSearch and WaitForMcpServers",
    value: ofAudit(({ totals }) => totals.toolCalls - totals.infrastructureCalls),
  },
  {
    name: "deviceToolCalls",
    label: "Device tool calls",
    unit: "count",
    better: "lower",
    description: "calls of the server's tools that take a device label",
    value: ofAudit(({ totals }) => totals.deviceToolCalls),
  },
  {
    name: "errors",
    label: "Tool errors",
    unit: "count",
    better: "lower",
    description: "tool results marked as errors",
    value: ofAudit(({ totals }) => totals.toolErrors),
  },
  {
    name: "stumbles",
    label: "Stumbles",
    unit: "count",
    better: "lower",
    description: "error results, failure patterns and permission denials, one for each call",
    value: ofAudit(({ totals }) => totals.stumbles),
  },
  {
    name: "permissionDenials",
    label: "Permission denials",
    unit: "count",
    better: "lower",
    description: "calls that were not permitted",
    value: ofAudit(({ totals }) => totals.permissionDenials),
  },
  {
    name: "inputTokens",
    label: "Input tokens",
    unit: "tokens",
    better: "lower",
    description: "fresh input tokens of all models, from the last modelUsage",
    value: ofAudit(({ usage }) => usage.inputTokens),
  },
  {
    name: "outputTokens",
    label: "Output tokens",
    unit: "tokens",
    better: "lower",
    description: "output tokens of all models, from the last modelUsage",
    value: ofAudit(({ usage }) => usage.outputTokens),
  },
  {
    name: "cacheReadTokens",
    label: "Cache read tokens",
    unit: "tokens",
    better: "neither",
    description: "input tokens read from the prompt cache",
    value: ofAudit(({ usage }) => usage.cacheReadTokens),
  },
  {
    name: "cacheCreationTokens",
    label: "Cache creation tokens",
    unit: "tokens",
    better: "neither",
    description: "input tokens written to the prompt cache",
    value: ofAudit(({ usage }) => usage.cacheCreationTokens),
  },
  {
    name: "costUsd",
    label: "Cost",
    unit: "usd",
    better: "lower",
    description: "the last cumulative total that Claude Code reports",
    value: ofAudit((audit) => audit.costUsd),
  },
  {
    name: "wallClockSeconds",
    label: "Wall clock",
    unit: "seconds",
    better: "lower",
    description: "from the start of Claude Code to its end, nothing else",
    value: ({ wallClockSeconds }) => wallClockSeconds,
  },
];

/** Prefix of the rows for single tools: `tool:observe`. */
export const TOOL_METRIC_PREFIX = "tool:";

/** The difference without the noise of binary fractions (0.3 - 0.1); null when either side is unknown. */
function deltaOf(actual: number | null, baseline: number | null): number | null {
  return actual === null || baseline === null ? null : Number((actual - baseline).toFixed(9));
}

function ownNumber(record: Readonly<Record<string, number>> | undefined, key: string): number | null {
  return record && Object.hasOwn(record, key) ? (record[key] ?? null) : null;
}

/** One row for each metric, then one for each tool of the baseline. They compare, they never judge. */
export function metricRows(input: MetricInput, baseline: SuiteBaseline | null): Metric[] {
  const row = (name: string, actual: number | null, recorded: number | null): Metric => ({
    name,
    actual,
    baseline: recorded,
    delta: deltaOf(actual, recorded),
  });
  const rows = METRICS.map((metric) =>
    row(metric.name, metric.value(input), ownNumber(baseline?.metrics, metric.name)),
  );
  for (const tool of Object.keys(baseline?.tools ?? {})) {
    const actual = input.audit === null ? null : (ownNumber(input.audit.toolCounts, tool) ?? 0);
    rows.push(row(TOOL_METRIC_PREFIX + tool, actual, ownNumber(baseline?.tools, tool)));
  }
  return rows;
}
