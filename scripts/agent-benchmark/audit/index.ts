export { isKeyValue, matchAnswer } from "./answer.ts";
export {
  type BaselineConditions,
  compareBaseline,
  mayWriteBaseline,
  observedModelOf,
  type RunIdentity,
} from "./baseline.ts";
export { METRICS, metricRows } from "./metrics.ts";
export { matchScreen } from "./screen.ts";
export { diffSequence, SEQUENCE_LIMITS, toolSequence, unlistedCalls } from "./sequence.ts";
export { createTranscriptAuditor } from "./transcript.ts";
export type {
  AuditorOptions,
  TranscriptAudit,
} from "./types.ts";
export {
  checkDeviceUse,
  decideVerdict,
  HARNESS_REASONS,
  type HarnessReason,
  type VerdictInput,
} from "./verdict.ts";
