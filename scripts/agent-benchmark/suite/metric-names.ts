/** The numbers a baseline records and a report compares, in the order they are shown. */
export const METRIC_NAMES = [
  "turns",
  "toolCalls",
  "deviceToolCalls",
  "errors",
  "stumbles",
  "permissionDenials",
  "inputTokens",
  "outputTokens",
  "cacheReadTokens",
  "cacheCreationTokens",
  "costUsd",
  "wallClockSeconds",
] as const;

export type MetricName = (typeof METRIC_NAMES)[number];
