export { isKeyValue, matchAnswer } from "./answer.ts";
export {
  type BaselineConditions,
  compareBaseline,
  mayWriteBaseline,
  observedModelOf,
  type RunIdentity,
} from "./baseline.ts";
export { METRICS, type MetricDefinition, metricRows, TOOL_METRIC_PREFIX } from "./metrics.ts";
export { matchScreen, type ScreenMatchOptions } from "./screen.ts";
export { diffSequence, SEQUENCE_LIMITS, type SequenceDiff, toolSequence, unlistedCalls } from "./sequence.ts";
export { createTranscriptAuditor } from "./transcript.ts";
export type {
  AuditorOptions,
  FinalResult,
  TranscriptAudit,
  TranscriptAuditor,
  TranscriptSignals,
} from "./types.ts";
export {
  checkDeviceUse,
  decideVerdict,
  HARNESS_REASONS,
  type HarnessReason,
  type VerdictInput,
  type VerdictResult,
} from "./verdict.ts";
