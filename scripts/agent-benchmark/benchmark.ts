import { relative } from "node:path";
import { RunError, reasonOf } from "./errors.ts";
import type { RunResult } from "./result.ts";
import type { PhaseContext } from "./run/context.ts";
import { createRunDirectory } from "./run/directory.ts";
import { SCRIPTED_MODEL, VIRTUAL_DEVICE } from "./run/embedded.ts";
import { finishRun } from "./run/finish.ts";
import { createLifetimes } from "./run/lifetimes.ts";
import { PHASES } from "./run/phases.ts";
import type { RunRecord } from "./run/record.ts";
import type { BenchmarkRequest } from "./run/request.ts";
import { suiteDigest } from "./suite/digest.ts";

/**
 * Makes one run of a suite: prepares the device, runs Claude, reads the screen, audits, and leaves a run directory whose
 * `result.json` is written last. Whatever goes wrong on the way is told in the result; it throws RunError only when no
 * run directory or no result can be written.
 */
export async function runBenchmark(request: BenchmarkRequest): Promise<RunResult> {
  const startedAt = new Date();
  const directory = createRunDirectory(request.output, request.suite.name, startedAt);
  const record = newRecord(request, directory, startedAt);
  const lifetimes = createLifetimes();
  const context: PhaseContext = { request, record, lifetimes, env: { ...request.env } };
  const { progress, interrupts } = request;
  try {
    for (const phase of PHASES) {
      if (interrupts.signal.aborted && !phase.afterInterrupt) continue;
      progress.begin(phase.title(context));
      const began = performance.now();
      try {
        await phase.run(context);
        progress.end("ok");
      } catch (error) {
        progress.end("failed", reasonOf(error));
        noteFailure(record, phase.name, error, interrupts.signal.aborted);
        if (!phase.goOnAfterFailure) break;
      } finally {
        record.phases.push({ name: phase.name, seconds: Math.round(performance.now() - began) / 1000 });
      }
    }
  } finally {
    for (const { name, error } of await lifetimes.unwind()) {
      record.notes.push(`Clean-up of ${name} failed: ${error}.`);
    }
  }
  return finishRun(record, request);
}

function noteFailure(record: RunRecord, phase: string, error: unknown, interrupted: boolean): void {
  if (interrupted) return;
  if (!(error instanceof RunError)) {
    const message = reasonOf(error);
    record.problem = {
      code: "HARNESS_ERROR",
      where: `phase ${phase}`,
      message: `The harness failed: ${message}.`,
      hint: "This is a fault of the harness. The run directory has what was gathered until then.",
    };
    record.harness.push({ endReason: "harness_error", sentence: record.problem.message });
    if (error instanceof Error && error.stack)
      record.notes.push(error.stack.split("\n").slice(0, 6).join("\n"));
    return;
  }
  record.problem = error.problem;
  const endReason = record.claude.process ? "harness_error" : "preflight_failed";
  record.harness.push({ endReason, sentence: error.problem.message });
}

function newRecord(
  request: BenchmarkRequest,
  directory: { id: string; path: string },
  startedAt: Date,
): RunRecord {
  const { suite, model } = request;
  const embedded = { device: request.device === VIRTUAL_DEVICE, model: model === SCRIPTED_MODEL };
  return {
    suite: { ...suite, path: relative(request.harnessRoot, suite.path) },
    prompt: null,
    digest: suiteDigest(suite, suite.prompt.text, model),
    requestedModel: model,
    id: directory.id,
    directory: directory.path,
    startedAt: startedAt.toISOString(),
    embedded,
    trial: request.trial,
    phases: [],
    notes: [],
    harness: [],
    problem: null,
    device: null,
    preflight: null,
    provesNothing: null,
    server: {
      root: relative(request.harnessRoot, request.serverRoot) || ".",
      build: { digest: null, parts: {} },
      instructions: request.serverInstructions,
    },
    claude: { command: request.claude ?? "claude", fallbackVersion: null, process: null },
    transcript: null,
    screen: null,
  };
}
