import type { AppBuild, SuiteBaseline } from "../../../../scripts/agent-benchmark/suite/types.ts";

export const APP_BUILD: AppBuild = {
  packageName: "com.suite",
  versionName: "1.0",
  versionCode: 7,
  lastUpdateTime: "2026-10-01 10:00:00",
  apkSha256: null,
};

/** A baseline with everything recorded. */
export function baselineWith(change: Partial<SuiteBaseline> = {}): SuiteBaseline {
  return {
    metrics: {},
    tools: {},
    appBuild: APP_BUILD,
    suiteDigest: {
      digest: "aaaaaaaaaaaaaaaa",
      parts: { prompt: "1111111111111111", "claude.timeoutSeconds": "600" },
    },
    deviceFingerprint: { digest: "bbbbbbbbbbbbbbbb", parts: { sdk: "34", locale: "en-US" } },
    claudeCodeVersion: "2.1.332",
    serverBuild: { digest: "cccccccccccccccc", parts: { bun: "1.4.5", dist: "2222222222222222" } },
    observedModel: "claude-sonnet-5-5",
    ...change,
  };
}
