import type { Progress } from "../progress.ts";
import type { Suite } from "../suite/types.ts";
import type { Interrupts } from "./interrupts.ts";

/** One run to make, complete: nothing else of the command line reaches it. */
export interface BenchmarkRequest {
  suite: Suite;
  /** A serial to assert, "virtual", or null for the one online device. */
  device: string | null;
  /** What --model or the suite asks for; "scripted" plays the playbook. */
  model: string | null;
  /** Another playbook than the suite's own, for proving a suite. */
  playbook: string | null;
  serverInstructions: boolean;
  /** Absolute. */
  serverRoot: string;
  /** Absolute. */
  harnessRoot: string;
  /** --claude; null is the default. */
  claude: string | null;
  /** Artifact root. */
  output: string;
  trial: { number: number; session: string } | null;
  env: Readonly<Record<string, string | undefined>>;
  interrupts: Interrupts;
  progress: Progress;
}
