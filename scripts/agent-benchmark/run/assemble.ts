import { existsSync } from "node:fs";
import { join } from "node:path";
import { ARTIFACTS, type ArtifactName } from "../artifacts.ts";
import {
  checkDeviceUse,
  compareBaseline,
  decideVerdict,
  diffSequence,
  matchAnswer,
  mayWriteBaseline,
  metricRows,
  observedModelOf,
  type RunIdentity,
  toolSequence,
  unlistedCalls,
} from "../audit/index.ts";
import type { Check, RunResult } from "../result.ts";
import type { RunRecord } from "./record.ts";
import { describeScreen, screenChecks } from "./screen-check.ts";
import { SERVER_NAME } from "./server.ts";

const PROVES_NOTHING = {
  write: false,
  because:
    "The start screen already shows every text of verify.screenIncludes, so the suite can't tell success from nothing.",
} as const;

/** Judges what was gathered and makes the result of it. Reads nothing but which artifacts are there. */
export function assembleResult(record: RunRecord, finishedAt: string): RunResult {
  const { suite, transcript, claude, preflight } = record;
  const audit = transcript?.audit ?? null;
  const checks = makeChecks(record);
  const judged = decideVerdict({
    harness: record.harness,
    process: claude.process,
    transcript,
    serverName: SERVER_NAME,
    checks,
  });
  const identity: RunIdentity = {
    appBuild: preflight?.appBuild ?? null,
    suiteDigest: record.digest,
    deviceFingerprint: preflight?.deviceFingerprint ?? null,
    claudeCodeVersion: audit?.claudeCodeVersion ?? claude.fallbackVersion,
    serverBuild: record.server.build,
    observedModel: audit ? observedModelOf(audit) : null,
  };
  const actual = audit ? toolSequence(audit) : [];
  const { diff, note } = diffSequence(suite.baselineToolSequence, actual, audit ? unlistedCalls(audit) : 0);
  const writing = record.provesNothing
    ? PROVES_NOTHING
    : mayWriteBaseline({
        ...identity,
        verdict: judged.verdict,
        audit,
        clearAppData: suite.preflight.clearAppData,
      });
  return {
    schemaVersion: 1,
    verdict: judged.verdict,
    reasons: judged.reasons,
    suite: {
      name: suite.name,
      path: suite.path,
      digest: record.digest.digest ?? "",
      digestParts: record.digest.parts,
      task: suite.task,
    },
    run: {
      id: record.id,
      startedAt: record.startedAt,
      finishedAt,
      directory: record.directory,
      wallClockSeconds: claude.process?.wallClockSeconds ?? null,
      endReason: judged.endReason,
      exitCode: claude.process?.exitCode ?? null,
      signal: claude.process?.signal ?? null,
      forcedStop: claude.process?.forcedStop ?? false,
      problem: record.problem,
      phases: record.phases,
      embedded: record.embedded,
      notes: [...record.notes, ...(preflight?.notes ?? [])],
      trial: record.trial?.number ?? null,
      session: record.trial?.session ?? null,
    },
    device: record.device && {
      ...record.device,
      virtual: record.embedded.device,
      fingerprint: preflight?.deviceFingerprint ?? { digest: null, parts: {} },
    },
    appBuild: preflight?.appBuild ?? null,
    server: record.server,
    claude: {
      version: identity.claudeCodeVersion,
      command: claude.command,
      requestedModel: record.requestedModel,
      observedModel: identity.observedModel,
    },
    audit,
    checks,
    screen: describeScreen(record),
    metrics: metricRows(
      { audit, wallClockSeconds: claude.process?.wallClockSeconds ?? null },
      suite.baseline,
    ),
    sequence: { actual, baseline: suite.baselineToolSequence, diff, note },
    baseline: {
      present: suite.baseline !== null,
      warnings: suite.baseline && claude.process ? compareBaseline(suite.baseline, identity) : [],
      written: writing.write,
      notWrittenBecause: writing.write ? null : writing.because,
    },
    artifacts: presentArtifacts(record.directory),
  };
}

/** Nothing is checked for a run in which Claude was never started: there is nothing to judge. */
function makeChecks(record: RunRecord): Check[] {
  const { suite, transcript } = record;
  if (!record.claude.process) return [];
  return [
    ...(transcript ? [{ ...checkDeviceUse(transcript, SERVER_NAME), evidence: ARTIFACTS.transcript }] : []),
    ...matchAnswer(transcript?.audit.answer ?? null, suite.verify.answerIncludes).map((check) => ({
      ...check,
      evidence: ARTIFACTS.transcript,
    })),
    ...screenChecks(record),
  ];
}

function presentArtifacts(directory: string): Record<string, string> {
  const names = (Object.keys(ARTIFACTS) as ArtifactName[]).filter(
    (name) => name === "result" || existsSync(join(directory, ARTIFACTS[name])),
  );
  return Object.fromEntries(names.map((name) => [name, ARTIFACTS[name]]));
}
