export type { PlaybookFailure } from "./engine/session.ts";
export { loadPlaybook, parsePlaybook } from "./playbook/load.ts";
export type { Playbook } from "./playbook/types.ts";
export { PlaybookError, type PlaybookProblem } from "./problem.ts";
export {
  type RecordedRequest,
  type ScriptedModel,
  type ScriptedModelOptions,
  startScriptedModel,
} from "./server.ts";
