import { describe, expect, test } from "bun:test";
import {
  type BaselineConditions,
  compareBaseline,
  mayWriteBaseline,
  observedModelOf,
  type RunIdentity,
} from "../../../../scripts/agent-benchmark/audit/index.ts";
import { APP_BUILD, baselineWith } from "./baselines.ts";
import { auditEvents, goodRun, init, say, toolResult } from "./events.ts";

/** The run that recorded `baselineWith()`, with what the test changes. */
function run(change: Partial<RunIdentity> = {}): RunIdentity {
  const { metrics: _metrics, tools: _tools, ...identity } = baselineWith();
  return { ...identity, ...change };
}

describe("comparing", () => {
  test("the same and known everywhere: no warning", () => {
    expect(compareBaseline(baselineWith(), run())).toEqual([]);
  });

  test("a device part is named, from what to what", () => {
    const deviceFingerprint = { digest: "dddddddddddddddd", parts: { sdk: "35", locale: "en-US" } };
    expect(compareBaseline(baselineWith(), run({ deviceFingerprint }))).toEqual([
      'The device differs in sdk (from "34" to "35"): the deltas compare different devices.',
    ]);
  });

  test("each part has its own sentence, digests are not quoted", () => {
    const serverBuild = {
      digest: "eeeeeeeeeeeeeeee",
      parts: { bun: "1.5.0", dist: "3333333333333333", extra: "x" },
    };
    expect(compareBaseline(baselineWith(), run({ serverBuild }))).toEqual([
      'The server build differs in bun (from "1.4.5" to "1.5.0"): the deltas compare different builds.',
      "The server build differs in dist (its content changed): the deltas compare different builds.",
      "The server build differs in extra (only this run has it): the deltas compare different builds.",
    ]);
  });

  test("a digest without parts still tells a difference", () => {
    const baseline = baselineWith({ suiteDigest: { digest: "ffffffffffffffff", parts: {} } });
    expect(compareBaseline(baseline, run())).toEqual([
      "The suite is not the baseline's: the baseline measured a different task.",
    ]);
  });

  test("the suite: a changed prompt and a changed setting", () => {
    const suiteDigest = {
      digest: "9999999999999999",
      parts: { prompt: "4444444444444444", "claude.timeoutSeconds": "900" },
    };
    expect(compareBaseline(baselineWith(), run({ suiteDigest }))).toEqual([
      'The suite differs in claude.timeoutSeconds (from "600" to "900"): the baseline measured a different task.',
      "The suite differs in prompt (its content changed): the baseline measured a different task.",
    ]);
  });

  test("the app build: version, code, install time", () => {
    const appBuild = { ...APP_BUILD, versionName: "1.1", lastUpdateTime: "2026-10-02 10:00:00" };
    expect(compareBaseline(baselineWith(), run({ appBuild }))).toEqual([
      'The app build differs in lastUpdateTime (from "2026-10-01 10:00:00" to "2026-10-02 10:00:00"): the deltas compare different app builds.',
      'The app build differs in versionName (from "1.0" to "1.1"): the deltas compare different app builds.',
    ]);
  });

  test("with an APK its hash counts and the install time does not", () => {
    const recorded = baselineWith({
      appBuild: { ...APP_BUILD, lastUpdateTime: null, apkSha256: "0123456789abcdef" },
    });
    const same = { ...APP_BUILD, lastUpdateTime: "2027-01-01 00:00:00", apkSha256: "0123456789abcdef" };
    expect(compareBaseline(recorded, run({ appBuild: same }))).toEqual([]);
    const other = { ...same, apkSha256: "fedcba9876543210" };
    expect(compareBaseline(recorded, run({ appBuild: other }))).toEqual([
      "The app build differs in apkSha256 (its content changed): the deltas compare different app builds.",
    ]);
    expect(compareBaseline(recorded, run())).toEqual([
      "The app build was recorded with the APK's hash and this run has the install time, so they never count as equal.",
    ]);
  });

  test("Claude Code and the model", () => {
    expect(
      compareBaseline(baselineWith(), run({ claudeCodeVersion: "2.2.0", observedModel: "claude-opus-5" })),
    ).toEqual([
      'The Claude Code version changed from "2.1.332" to "2.2.0": the deltas compare different Claude Code releases.',
      'The model that answered changed from "claude-sonnet-5-5" to "claude-opus-5": the deltas compare different models.',
    ]);
  });

  test("unknown never matches, not even unknown", () => {
    const unknown = { digest: null, parts: { sdk: "34", locale: null } };
    const sentences = (baseline = baselineWith(), identity = run()) => compareBaseline(baseline, identity);
    expect(sentences(undefined, run({ deviceFingerprint: unknown }))).toEqual([
      "The device could not be read completely (locale), so it never counts as the baseline's.",
    ]);
    expect(sentences(baselineWith({ deviceFingerprint: unknown }))).toEqual([
      "The device was not known completely when the baseline was recorded, so it never counts as equal.",
    ]);
    expect(
      sentences(baselineWith({ deviceFingerprint: unknown }), run({ deviceFingerprint: unknown })),
    ).toHaveLength(1);
    expect(
      sentences(undefined, run({ serverBuild: null, appBuild: null, claudeCodeVersion: null })),
    ).toHaveLength(3);
    const noName = { ...APP_BUILD, versionName: null };
    expect(sentences(baselineWith({ appBuild: noName }), run({ appBuild: noName }))).toEqual([
      "The app build differs in versionName (unknown in the baseline): the deltas compare different app builds.",
    ]);
  });

  test("what the baseline does not record is said in one sentence", () => {
    const bare = baselineWith({
      appBuild: null,
      suiteDigest: null,
      deviceFingerprint: null,
      claudeCodeVersion: null,
      serverBuild: null,
      observedModel: null,
    });
    expect(compareBaseline(bare, run())).toEqual([
      "The baseline does not record the app build, the suite, the device, the server build, the Claude Code version, the model that answered, so it is not known whether they are the same.",
    ]);
  });
});

describe("may a baseline be written", () => {
  const conditions = (change: Partial<BaselineConditions> = {}): BaselineConditions => ({
    ...run(),
    verdict: "passed",
    audit: auditEvents(goodRun()).audit,
    clearAppData: true,
    ...change,
  });
  const because = (change: Partial<BaselineConditions>) => {
    const decided = mayWriteBaseline(conditions(change));
    return decided.write ? null : decided.because;
  };

  test("a passing run without stumbles from a clean, known start", () => {
    expect(mayWriteBaseline(conditions())).toEqual({ write: true });
    expect(
      because({ appBuild: { ...APP_BUILD, lastUpdateTime: null, apkSha256: "0123456789abcdef" } }),
    ).toBeNull();
  });

  test("not after a failed or incomplete run", () => {
    expect(because({ verdict: "failed" })).toBe("The run failed; only a passing run can be a baseline.");
    expect(because({ verdict: "incomplete" })).toBe(
      "The run is incomplete; only a passing run can be a baseline.",
    );
  });

  test("not after a stumble", () => {
    const events = [...goodRun(), toolResult("lost", "boom", { isError: true })];
    expect(because({ audit: auditEvents(events).audit })).toBe(
      "The run passed with one stumble, which would skew later comparisons.",
    );
  });

  test("not with clearAppData: false", () => {
    expect(because({ clearAppData: false })).toContain("clearAppData: false");
  });

  test("not with an unknown device, app build, Claude Code version or model", () => {
    expect(because({ deviceFingerprint: { digest: null, parts: { sdk: null } } })).toStartWith(
      "Not known: the device.",
    );
    expect(because({ deviceFingerprint: null })).toStartWith("Not known: the device.");
    expect(because({ appBuild: null })).toStartWith("Not known: the app build.");
    expect(because({ appBuild: { ...APP_BUILD, lastUpdateTime: null } })).toStartWith(
      "Not known: the app build.",
    );
    expect(because({ claudeCodeVersion: null })).toStartWith("Not known: the Claude Code version.");
    expect(because({ observedModel: null })).toStartWith("Not known: the model that answered.");
  });
});

describe("the observed model", () => {
  test("all that answered, without the context suffix", () => {
    const { audit } = auditEvents([
      init(),
      say("m1", "a", { model: "claude-opus-5[1m]" }),
      say("m2", "b", { model: "claude-haiku-5" }),
      say("m3", "c", { model: "claude-opus-5" }),
    ]);
    expect(observedModelOf(audit)).toBe("claude-opus-5+claude-haiku-5");
    expect(observedModelOf(auditEvents([]).audit)).toBeNull();
  });
});
