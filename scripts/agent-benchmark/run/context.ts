import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AdbClient } from "../../../src/android/adb/types.ts";
import type { ScriptedModel } from "../../scripted-model/index.ts";
import type { AdbClientVersion, DeviceOwnership, Executed } from "../device/index.ts";
import { artifactError } from "../errors.ts";
import type { Invocation } from "../invocation.ts";
import type { Lifetimes } from "./lifetimes.ts";
import type { RunRecord } from "./record.ts";
import type { BenchmarkRequest } from "./request.ts";
import type { ServerUnderTest } from "./server.ts";
import type { Workspace } from "./workspace.ts";

/** What the phases of one run hand on to each other. A later phase may rely on what an earlier one set. */
export interface PhaseContext {
  request: BenchmarkRequest;
  record: RunRecord;
  lifetimes: Lifetimes;
  /** The operator's environment, with the embedded device's endpoint in it. */
  env: Record<string, string | undefined>;
  workspace?: Workspace;
  server?: ServerUnderTest;
  claudeCommand?: string;
  adb?: AdbClient;
  adbClients?: AdbClientVersion[];
  ownership?: DeviceOwnership;
  /** Read while preflight waits for the device. */
  executed?: Promise<Executed>;
  model?: ScriptedModel;
  invocation?: Invocation;
}

/** A phase only runs after those that set what it needs. */
export function need<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error("a phase ran before what it needs");
  return value;
}

/** Writes a text into the run directory. Throws RunError ARTIFACT_UNWRITABLE. */
export function writeArtifact(directory: string, name: string, text: string): void {
  try {
    writeFileSync(join(directory, name), text);
  } catch (error) {
    throw artifactError(join(directory, name), error);
  }
}
