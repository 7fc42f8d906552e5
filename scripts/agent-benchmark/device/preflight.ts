import { join } from "node:path";
import type { AdbClient } from "../../../src/android/adb/types.ts";
import { ARTIFACTS } from "../artifacts.ts";
import type { AppBuild, Fingerprint, Suite } from "../suite/types.ts";
import { type StepDevice, stepDevice } from "./command.ts";
import { fileRecorder, type RecordCommand } from "./command-log.ts";
import type { ScreenCapture } from "./dump.ts";
import { readDeviceFingerprint } from "./fingerprint.ts";
import { explainStep } from "./step-error.ts";
import { readAppBuild } from "./steps/app-build.ts";
import { clearAppData } from "./steps/clear.ts";
import { installApk } from "./steps/install.ts";
import { openLauncher, openLink } from "./steps/open.ts";
import { seedPreferences } from "./steps/seed.ts";
import { checkStartScreen } from "./steps/start-screen.ts";
import { forceStop } from "./steps/stop.ts";

export interface PreflightOptions {
  adb: AdbClient;
  serial: string;
  suite: Pick<Suite, "app" | "preflight">;
  /** preflight.log, preflight/ and start-screen.xml are written here. */
  runDirectory: string;
  /** Progress for a person, one short sentence each. */
  log?: (message: string) => void;
  signal?: AbortSignal;
  /** Milliseconds before the start screen is looked at again (1000), and that a stopped app must stay away (150). */
  pace?: { secondLookMs?: number; quietMs?: number };
  /** Where commands are recorded; default preflight.log in the run directory. */
  record?: RecordCommand;
}

export interface PreflightRecord {
  serial: string;
  appBuild: AppBuild;
  deviceFingerprint: Fingerprint;
  /** Null when the suite checks none. */
  startScreen: ScreenCapture | null;
  steps: { name: PreflightStep; seconds: number }[];
  /** Things a reader must know, in words. */
  notes: string[];
}

/** Deadlines of the steps in milliseconds; a first start after an install may take most of a minute. */
const PREFLIGHT_DEADLINES_MS = {
  install: 180_000,
  "app-build": 30_000,
  stop: 30_000,
  clear: 30_000,
  preferences: 60_000,
  open: 90_000,
  settle: 24 * 3600_000,
  "start-screen": 120_000,
  fingerprint: 40_000,
} as const;

export type PreflightStep = keyof typeof PREFLIGHT_DEADLINES_MS;

/**
 * Brings the device to the suite's start screen: install, app build, force-stop, clear, preferences, link, settle, start
 * screen check; then reads the fingerprint. Throws a RunError that names the step: never a judgement about the agent.
 */
export async function runPreflight(options: PreflightOptions): Promise<PreflightRecord> {
  const { adb, serial, suite, runDirectory, signal } = options;
  const { packageName, apkPath } = suite.app;
  const { preflight } = suite;
  const record = options.record ?? fileRecorder(join(runDirectory, ARTIFACTS.preflightLog));
  const log = options.log ?? (() => {});
  const steps: PreflightRecord["steps"] = [];
  const notes: string[] = [];

  async function step<T>(
    name: PreflightStep,
    message: string,
    work: (device: StepDevice) => Promise<T>,
  ): Promise<T> {
    const device = stepDevice({ adb, serial, record, signal }, name, PREFLIGHT_DEADLINES_MS[name]);
    const started = performance.now();
    log(message);
    try {
      return await work(device);
    } catch (error) {
      throw explainStep(device, error, signal);
    } finally {
      steps.push({ name, seconds: (performance.now() - started) / 1000 });
    }
  }

  let apkSha256: string | null = null;
  if (apkPath !== null) {
    apkSha256 = await step("install", `Installing ${apkPath}`, (device) =>
      installApk(device, packageName, apkPath),
    );
  }
  const appBuild = await step("app-build", `Reading the build of ${packageName}`, (device) =>
    readAppBuild(device, packageName, apkSha256),
  );
  await step("stop", `Stopping ${packageName}`, (device) =>
    forceStop(device, packageName, options.pace?.quietMs),
  );
  if (preflight.clearAppData) {
    await step("clear", `Clearing the data of ${packageName}`, (device) => clearAppData(device, packageName));
  }
  if (Object.keys(preflight.sharedPreferences).length > 0) {
    await step("preferences", "Seeding preferences", (device) =>
      seedPreferences(
        device,
        packageName,
        preflight.sharedPreferences,
        join(runDirectory, ARTIFACTS.preflight),
      ),
    );
  }
  const { launchUri } = preflight;
  const opened = await step(
    "open",
    launchUri ? `Opening ${launchUri}` : `Opening ${packageName}`,
    (device) =>
      launchUri === null ? openLauncher(device, packageName) : openLink(device, packageName, launchUri),
  );
  if (opened.timedOut) {
    notes.push(`${packageName} was started and never reported that it was idle (am start: Status: timeout).`);
  }
  await step("settle", `Waiting ${preflight.settleSeconds} s`, (device) =>
    device.wait(preflight.settleSeconds * 1000),
  );
  const startScreen =
    preflight.startScreenIncludes.length === 0
      ? null
      : await step("start-screen", "Checking the start screen", () =>
          checkStartScreen({
            adb,
            serial,
            path: join(runDirectory, ARTIFACTS.startScreen),
            record,
            packageName,
            expected: preflight.startScreenIncludes,
            ...(options.pace?.secondLookMs === undefined ? {} : { secondLookMs: options.pace.secondLookMs }),
            ...(signal ? { signal } : {}),
          }),
        );
  const deviceFingerprint = await step(
    "fingerprint",
    "Reading the device fingerprint",
    readDeviceFingerprint,
  );
  return { serial, appBuild, deviceFingerprint, startScreen, steps, notes };
}
