/** The device's side of a run: which one, made ready, owned, fingerprinted and read. */
export { type AdbClientVersion, adbClientVersions } from "./adb-clients.ts";
export { type CommandRecord, fileRecorder, type RecordCommand } from "./command-log.ts";
export { type DiscoveredDevice, type DiscoverOptions, discoverDevice } from "./discover.ts";
export { type CaptureOptions, captureScreen, type ScreenCapture } from "./dump.ts";
export { fileDigest, treeDigest } from "./file-digest.ts";
export { FINGERPRINT_PARTS, readDeviceFingerprint } from "./fingerprint.ts";
export { type DeviceOwnership, type OwnershipOptions, ownershipPaths, takeOwnership } from "./ownership.ts";
export { type PreflightOptions, type PreflightRecord, runPreflight } from "./preflight.ts";
export { type RunProcess, runProcess } from "./process-runner.ts";
export type { ScreenState } from "./screen-state.ts";
export { readServerBuild, type ServerBuildOptions } from "./server-build.ts";
