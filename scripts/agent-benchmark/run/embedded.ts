import { dirname, join } from "node:path";
import type { ScriptedModel } from "../../scripted-model/index.ts";
import type { VirtualDevice } from "../../virtual-device/types.ts";
import { type Problem, RunError } from "../errors.ts";
import type { PlaceholderValues, Suite } from "../suite/types.ts";

/** The reserved values of --device and --model. */
export const VIRTUAL_DEVICE = "virtual";
export const SCRIPTED_MODEL = "scripted";

/** Starts a virtual device. Loaded only when asked for, so that a run on a phone does not pay for it. */
export async function startEmbeddedDevice(): Promise<VirtualDevice> {
  const { startVirtualDevice } = await import("../../virtual-device/index.ts");
  return startVirtualDevice();
}

/** benchmark/agent/playbooks/<name>.yml, beside the folder of the suite file. */
export function playbookPath(suite: Suite): string {
  return join(dirname(suite.path), "..", "playbooks", `${suite.name}.yml`);
}

/** Problems of the suite's playbook; empty when it can be played. */
export async function playbookProblems(suite: Suite): Promise<Problem[]> {
  const { loadPlaybook, PlaybookError } = await import("../../scripted-model/index.ts");
  try {
    loadPlaybook(playbookPath(suite));
    return [];
  } catch (error) {
    if (error instanceof PlaybookError) return error.problems.map((problem) => ({ ...problem }));
    throw error;
  }
}

/** Serves a playbook as the Messages API. Throws RunError with the playbook's first problem. */
export async function startEmbeddedModel(
  playbook: string,
  values: PlaceholderValues,
): Promise<ScriptedModel> {
  const { PlaybookError, startScriptedModel } = await import("../../scripted-model/index.ts");
  try {
    return await startScriptedModel({ playbook, placeholders: { ...values } });
  } catch (error) {
    const first = error instanceof PlaybookError ? error.problems[0] : undefined;
    if (first) throw new RunError({ ...first }, { cause: error });
    throw error;
  }
}
