import { join } from "node:path";
import { matchAnswer } from "../../scripts/agent-benchmark/audit/answer.ts";
import { matchScreen } from "../../scripts/agent-benchmark/audit/screen.ts";
import { captureScreen, runPreflight } from "../../scripts/agent-benchmark/device/index.ts";
import type { Suite } from "../../scripts/agent-benchmark/suite/types.ts";
import { checkResult, takeValue } from "../../scripts/scripted-model/engine/judge.ts";
import { fill, fillText } from "../../scripts/scripted-model/playbook/template.ts";
import type { Playbook, Turn } from "../../scripts/scripted-model/playbook/types.ts";
import { allTools } from "../../src/tools/index.ts";
import { temporaryDirectory } from "../helpers/temp.ts";
import { type Desk, startDesk } from "../src/tools/desk.ts";

const READ_ONLY = new Set(allTools.filter(({ readOnly }) => readOnly === true).map(({ name }) => name));

/** Whether a turn does something to the device. */
export function changesDevice(turn: Turn): boolean {
  return turn.calls.some(({ label }) => !READ_ONLY.has(label));
}

export interface Rehearsal {
  answer: string;
  /** Texts that the screen does not show. */
  missingOnScreen: string[];
  /** Lines that the answer lacks. */
  missingInAnswer: string[];
  tools: string[];
}

/**
 * Plays a playbook on the real server tools and a virtual device, prepared and judged by the harness's own parts: the
 * whole run but Claude Code. Throws where playbook and device part.
 */
export async function rehearse(suite: Suite, playbook: Playbook, turns: readonly Turn[]): Promise<Rehearsal> {
  using directory = temporaryDirectory("bench-rehearsal-");
  const desk = await startDesk();
  try {
    const quick = { ...suite, preflight: { ...suite.preflight, settleSeconds: 0 } };
    const { adb, device } = desk;
    await runPreflight({
      adb,
      serial: device.serial,
      suite: quick,
      runDirectory: directory.path,
      pace: { secondLookMs: 10, quietMs: 5 },
    });
    const values = new Map<string, unknown>([
      ["deviceSerial", device.serial],
      ["packageName", suite.app.packageName],
      ["runDirectory", directory.path],
    ]);
    const tools = await play(desk, turns, values);
    const answer = fillText(playbook.turns.at(-1)?.say ?? "", values);
    const screen = await captureScreen({
      adb,
      serial: device.serial,
      path: join(directory.path, "screen.xml"),
    });
    const hierarchy =
      screen.outcome === "observed"
        ? screen.hierarchy
        : ({ status: "unreadable", reason: screen.reason } as const);
    const missing = (checks: ReturnType<typeof matchAnswer>): string[] =>
      checks.filter(({ passed }) => !passed).map(({ expected }) => expected);
    return {
      answer,
      missingOnScreen: missing(matchScreen(hierarchy, suite.app.packageName, suite.verify.screenIncludes)),
      missingInAnswer: missing(matchAnswer(answer, suite.verify.answerIncludes)),
      tools,
    };
  } finally {
    await desk.stop();
  }
}

async function play(desk: Desk, turns: readonly Turn[], values: Map<string, unknown>): Promise<string[]> {
  const tools: string[] = [];
  for (const turn of turns) {
    for (const call of turn.calls) {
      tools.push(call.label);
      const { text, isError, content } = await desk.call(
        call.label,
        fill(call.input, values) as Record<string, unknown>,
      );
      const result = { text, isError, images: content.filter(({ type }) => type === "image").length };
      const mismatch = checkResult(call, result, values);
      if (mismatch !== null)
        throw new Error(`${call.label}: expected ${mismatch.expected}; came back ${text}`);
      for (const capture of call.captures) {
        const taken = takeValue(capture, result);
        if ("mismatch" in taken)
          throw new Error(`${call.label}: ${taken.mismatch.expected}; came back ${text}`);
        values.set(capture.name, taken.value);
      }
    }
  }
  return tools;
}
