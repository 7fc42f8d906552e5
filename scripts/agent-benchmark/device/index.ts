/** The device's side of a run: which one, made ready, owned, fingerprinted and read. */
export { type AdbClientVersion, adbClientVersions } from "./adb-clients.ts";
export { fileRecorder } from "./command-log.ts";
export { discoverDevice } from "./discover.ts";
export { captureScreen, type ScreenCapture } from "./dump.ts";
export { inTurns } from "./in-turns.ts";
export { type DeviceOwnership, takeOwnership } from "./ownership.ts";
export { type PreflightRecord, runPreflight } from "./preflight.ts";
export { runProcess } from "./process-runner.ts";
export { type Executed, executedSteps, readServerBuild } from "./server-build.ts";
