import type { HarnessReason, TranscriptAudit } from "../audit/index.ts";
import type { PreflightRecord, ScreenCapture } from "../device/index.ts";
import type { Problem } from "../errors.ts";
import type { Fingerprint, Suite } from "../suite/types.ts";

/** What the phases of one run found out, filled in as they go: a run that stops early leaves the later parts null. */
export interface RunRecord {
  suite: Suite;
  /** With placeholders filled in. */
  prompt: string | null;
  digest: Fingerprint;
  requestedModel: string | null;
  id: string;
  directory: string;
  startedAt: string;
  embedded: { device: boolean; model: boolean };
  trial: { number: number; session: string } | null;
  phases: { name: string; seconds: number }[];
  notes: string[];
  /** Why the harness itself stopped or could not judge. */
  harness: HarnessReason[];
  problem: Problem | null;
  device: { serial: string; adbVersion: string | null } | null;
  preflight: PreflightRecord | null;
  /** The start screen already showed every text of verify.screenIncludes; null when nobody could look. */
  provesNothing: boolean | null;
  server: { root: string; build: Fingerprint; instructions: boolean };
  claude: {
    command: string;
    /** `claude --version`, asked only when the stream named none. */
    fallbackVersion: string | null;
    process: {
      exitCode: number | null;
      signal: string | null;
      wallClockSeconds: number;
      forcedStop: boolean;
    } | null;
  };
  transcript: TranscriptAudit | null;
  screen:
    | { status: "captured"; capture: ScreenCapture }
    /** Nobody looked, with the reason in a sentence. */
    | { status: "not-read"; reason: string }
    | null;
}
