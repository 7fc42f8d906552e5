export type { PlaybookFailure } from "./engine/session.ts";
export { loadPlaybook, parsePlaybook } from "./playbook/load.ts";
export { PlaybookError } from "./problem.ts";
export {
  type RecordedRequest,
  type ScriptedModel,
  startScriptedModel,
} from "./server.ts";
