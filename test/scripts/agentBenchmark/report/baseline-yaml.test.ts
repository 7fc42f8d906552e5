import { describe, expect, test } from "bun:test";
import {
  compareBaseline,
  diffSequence,
  metricRows,
} from "../../../../scripts/agent-benchmark/audit/index.ts";
import { baselineYaml } from "../../../../scripts/agent-benchmark/report/baseline-yaml.ts";
import type { RunResult } from "../../../../scripts/agent-benchmark/result.ts";
import { suiteDigest } from "../../../../scripts/agent-benchmark/suite/digest.ts";
import { aResult } from "../../../helpers/result.ts";
import { loaded, SMALLEST } from "../suite/suite-source.ts";

/** A result of a run of the smallest suite, as far as baselines look at it. */
function recorded(over: Parameters<typeof aResult>[0] = {}): RunResult {
  const suite = loaded(SMALLEST);
  const digest = suiteDigest(suite, suite.prompt.text, null);
  const result = aResult({
    suite: { name: "demo", digest: digest.digest ?? "", digestParts: digest.parts },
    sequence: { actual: ["observe", "tapOn", "tapOn", "observe"] },
    ...over,
  });
  return { ...result, metrics: metricRows({ audit: result.audit, wallClockSeconds: 12.5 }, null) };
}

function pasted(result: RunResult) {
  return loaded(SMALLEST + baselineYaml(result));
}

describe("the baseline snippet", () => {
  test("pasted into the suite it loads and compares clean with its run", () => {
    const result = recorded();
    const suite = pasted(result);
    const baseline = suite.baseline;
    if (!baseline) throw new Error("no baseline was read");
    expect(
      compareBaseline(baseline, {
        appBuild: result.appBuild,
        suiteDigest: suiteDigest(suite, suite.prompt.text, null),
        deviceFingerprint: result.device?.fingerprint ?? null,
        claudeCodeVersion: result.claude.version,
        serverBuild: result.server.build,
        observedModel: result.claude.observedModel,
      }),
    ).toEqual([]);
    const rows = metricRows({ audit: result.audit, wallClockSeconds: 12.5 }, baseline);
    expect(rows.filter((row) => row.delta !== 0)).toEqual([]);
    expect(rows.map((row) => row.name)).toContain("tool:observe");
    expect(diffSequence(suite.baselineToolSequence, result.sequence.actual).counts).toMatchObject({
      missing: 0,
      extra: 0,
    });
  });

  test("what is unknown is left out, not written as zero", () => {
    const result = recorded();
    if (result.audit) result.audit.costUsd = null;
    result.metrics = metricRows({ audit: result.audit, wallClockSeconds: null }, null);
    const suite = pasted(result);
    expect(Object.keys(suite.baseline?.metrics ?? {})).not.toContain("costUsd");
    expect(Object.keys(suite.baseline?.metrics ?? {})).not.toContain("wallClockSeconds");
  });

  test.each([
    ["a version that looks like a number", { appBuild: { versionName: "1.0" } }],
    ["a version that looks like a date", { appBuild: { versionName: "2026-01-02" } }],
    ["a version that looks like a truth", { appBuild: { versionName: "yes" } }],
    ["a version with quotes and colons", { appBuild: { versionName: "a: \"b\" #c 'd'" } }],
    [
      "a digest of digits",
      { server: { build: { digest: "1234567890123456", parts: { a: "0x10", b: null } } } },
    ],
    ["a digest like an exponent", { server: { build: { digest: "12345678901234e5", parts: {} } } }],
    ["parts with prototype names", { server: { build: { parts: { constructor: "x", toString: null } } } }],
    [
      "a device of many words",
      { device: { fingerprint: { parts: { model: "ピクセル 9 – “pro”", sdk: "35" } } } },
    ],
  ])("%s comes back as it was", (_, over) => {
    const result = recorded(over);
    const baseline = pasted(result).baseline;
    expect(baseline?.appBuild).toEqual(result.appBuild);
    expect(baseline?.serverBuild).toEqual(result.server.build);
    expect(baseline?.deviceFingerprint).toEqual(result.device?.fingerprint ?? null);
  });

  test("two runs alike write the same snippet but for its first line", () => {
    const body = (id: string) =>
      baselineYaml(recorded({ run: { id } }))
        .split("\n")
        .slice(1)
        .join("\n");
    expect(body("a")).toBe(body("b"));
  });
});
