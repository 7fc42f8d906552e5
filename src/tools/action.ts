import { z } from "zod";
import { AdbError } from "../android/adb/types.ts";
import { captureScreen, ScreenError } from "../android/screen/capture.ts";
import type { Screen } from "../android/screen/types.ts";
import { describeEffect, type Projection } from "./observation.ts";
import type { ToolContext, ToolResult } from "./types.ts";

/** How an action reports the screen it left: shared keys of every acting tool. */
export const projectionShape = {
  raw: z.boolean().optional().describe('true: same as project "full"'),
  project: z
    .enum(["full", "skeleton"])
    .optional()
    .describe("skeleton (default): compact rows. full: the whole view hierarchy, large"),
};

export interface ProjectionArguments {
  raw?: boolean | undefined;
  project?: Projection | undefined;
}

export function projectionOf(args: ProjectionArguments): Projection {
  return args.raw ? "full" : (args.project ?? "skeleton");
}

/** Looks at the device and remembers the look: for the next action's comparison and for the navigation graph. */
export async function look(context: ToolContext): Promise<Screen> {
  const { adb, serial, signal } = context;
  const screen = await context.services.lookInTurn(serial, signal, () =>
    captureScreen(adb, serial, { signal }),
  );
  const known = context.session.screens.get(context.serial);
  context.session.screens.set(context.serial, screen);
  if (known?.identity.key !== screen.identity.key) {
    context.services.navigation.visit(screen.packageName, screen.identity.name, screen.takenAt);
  }
  return screen;
}

export interface ActionReport {
  /** What was done, one sentence. */
  message: string;
  /** How the screen was before; null when nobody looked. */
  before: Screen | null;
  projection: Projection;
  /** A look made since the action, when there is one: looking costs a device's idle wait. */
  after?: Screen | null;
  /** Remembered as the way from the screen before to the one after. */
  interaction?: { toolName: string; args: Record<string, unknown> };
  /** What it means when nothing on the screen changed: one sentence. */
  unchanged?: string;
  /** Further keys of the result. */
  extra?: Record<string, unknown>;
  warnings?: string[];
}

/** The common end of every action: look again, compare, remember the way, report. */
export async function reportAction(context: ToolContext, report: ActionReport): Promise<ToolResult> {
  const warnings = [...(report.warnings ?? [])];
  let after: Screen;
  try {
    after = report.after ?? (await look(context));
  } catch (error) {
    if (!(error instanceof ScreenError)) throw error;
    warnings.push(error.message);
    context.session.screens.delete(context.serial);
    return {
      ok: true,
      value: { message: report.message, success: true, ...report.extra, settled: false, warnings },
    };
  }
  const { before, interaction } = report;
  if (before && interaction && before.identity.name !== after.identity.name) {
    context.services.navigation.learn({
      appId: after.packageName,
      from: before.identity.name,
      to: after.identity.name,
      interaction,
    });
  }
  const effect = describeEffect(before, after, context.serial, report.projection);
  const meaning = effect.value.effect.screenChanged === false ? report.unchanged : undefined;
  return {
    ok: true,
    value: {
      message: [report.message, effect.sentence, meaning].filter(Boolean).join(" "),
      success: true,
      ...report.extra,
      ...effect.value,
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  };
}

/** The last look at the device, however old: what an action that needs no coordinates is compared with. */
export function lastScreen(context: ToolContext): Screen | null {
  return context.session.screens.get(context.serial) ?? null;
}

/**
 * What a device command printed on its standard output, whatever its exit code. AdbError CLOSED when the connection ended
 * first: half an answer must not be taken for one.
 */
export async function ask(context: ToolContext, command: string): Promise<string> {
  const { stdout, exitCode } = await context.adb.shell(context.serial, command, { signal: context.signal });
  if (exitCode === null) throw new AdbError("CLOSED", "The connection to the device ended during a command");
  return new TextDecoder().decode(stdout).trim();
}

/** Runs a device command that must succeed; its output as text. AdbError REFUSED with what it printed otherwise. */
export async function run(context: ToolContext, command: string, timeoutMs?: number): Promise<string> {
  const { stdout, stderr, exitCode } = await context.adb.shell(context.serial, command, {
    signal: context.signal,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const text = new TextDecoder().decode(Buffer.concat([stdout, stderr]));
  if (exitCode === 0) return text;
  if (exitCode === null) throw new AdbError("CLOSED", "The connection to the device ended during a command");
  throw new AdbError(
    "REFUSED",
    `The device refused: ${text.trim().split("\n")[0]?.slice(0, 200) || `exit code ${exitCode}`}`,
  );
}
