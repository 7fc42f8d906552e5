import { z } from "zod";
import { AdbError } from "../android/adb/types.ts";
import { ScreenError } from "../android/screen/capture.ts";
import { lastScreen, look, run } from "./action.ts";
import { appIdSchema } from "./app-id.ts";
import { defineTool } from "./define.ts";
import { toFailure } from "./failure.ts";
import { summarize } from "./observation.ts";
import { type PlanStep, parsePlan } from "./plan.ts";
import { failed } from "./result.ts";
import type { ToolContext, ToolResult } from "./types.ts";

const MAX_PLAN_CHARACTERS = 200_000;

/** Runs a row of tool calls. */
export const executePlan = defineTool({
  name: "executePlan",
  description:
    "Run a YAML plan of tool calls on one device, stopping at the first that fails. Steps are {tool, label, ...arguments}; every tool that is switched on can be used, executePlan itself not.",
  input: z.strictObject({
    planContent: z
      .string()
      .min(1)
      .max(MAX_PLAN_CHARACTERS)
      .describe("YAML: name, steps, optional parameters"),
    platform: z.enum(["android", "ios"]).describe("Platform; only android is served"),
    startStep: z.number().int().min(0).optional().describe("Index of the first step to run. Default 0"),
    cleanupAppId: appIdSchema.optional().describe("App to end afterwards"),
    cleanupClearAppData: z.boolean().optional().describe("Also wipe that app's data"),
  }),
  deviceAware: true,
  enabledByDefault: false,
  async run(args, context) {
    const read = parsePlan(args.planContent);
    if (!read.ok) return failed(read.message);
    const { steps } = read.plan;
    const start = args.startStep ?? 0;
    if (start >= steps.length)
      return failed(`startStep ${start} is too high: the plan has ${steps.length} steps.`);
    const nested = steps.findIndex(({ tool }) => tool === "executePlan");
    if (nested >= 0) return failed(`Step ${nested} of the plan is executePlan itself, which is not allowed.`);
    try {
      return await runSteps(context, read.plan.name, steps, start);
    } finally {
      if (args.cleanupAppId) {
        await run(context, `am force-stop ${args.cleanupAppId}`);
        if (args.cleanupClearAppData) await run(context, `pm clear ${args.cleanupAppId}`);
      }
    }
  },
});

async function runSteps(
  context: ToolContext,
  name: string,
  steps: PlanStep[],
  start: number,
): Promise<ToolResult> {
  for (let index = start; index < steps.length; index++) {
    const step = steps[index]!;
    context.progress(index - start, steps.length - start, step.label ?? step.tool);
    context.signal.throwIfAborted();
    const result = await runStep(context, step);
    if (result.ok && result.value.success !== false) continue;
    const error = result.ok ? String(result.value.message ?? "it did not succeed") : result.message;
    return {
      ok: true,
      value: {
        success: false,
        message: `Step ${index} (${step.tool}) of ${name} failed: ${error}`,
        executedSteps: index - start,
        totalSteps: steps.length,
        failedStep: { stepIndex: index, tool: step.tool, error, ...(await observation(context)) },
        ...(index + 1 < steps.length ? { skippedSteps: steps.length - index - 1 } : {}),
      },
    };
  }
  const executedSteps = steps.length - start;
  return {
    ok: true,
    value: {
      success: true,
      message: `Ran ${executedSteps} steps of ${name}.`,
      executedSteps,
      totalSteps: steps.length,
      ...(await observation(context)),
    },
  };
}

async function runStep(context: ToolContext, step: PlanStep): Promise<ToolResult> {
  try {
    return await context.services.invoke(step.tool, step.args, context);
  } catch (error) {
    return toFailure(error);
  }
}

/** The screen the plan left; a screen that cannot be read leaves it out. */
async function observation(context: ToolContext): Promise<Record<string, unknown>> {
  try {
    const screen = lastScreen(context) ?? (await look(context));
    return { observation: summarize(screen, context.serial, "skeleton") };
  } catch (error) {
    if (error instanceof ScreenError || error instanceof AdbError) return {};
    throw error;
  }
}
