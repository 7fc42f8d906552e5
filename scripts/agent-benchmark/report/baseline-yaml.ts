import { stringify } from "yaml";
import type { RunResult } from "../result.ts";
import { METRIC_NAMES } from "../suite/metric-names.ts";
import type { BaselineFile } from "../suite/schema.ts";

/**
 * The `baseline:` and `baselineToolSequence:` keys of a suite, recorded from this run. Pasted into the suite they load, and the
 * run that wrote them compares clean. Metrics that are unknown are left out. Whether a run may record one is decided elsewhere.
 */
export function baselineYaml(result: RunResult): string {
  const block = {
    baseline: baselineBlock(result),
    baselineToolSequence: result.sequence.actual,
  };
  const head = [
    `# Recorded ${result.run.finishedAt} by run ${result.run.id}. Paste into ${result.suite.name}.yml.`,
  ];
  return `${head.join("\n")}\n${stringify(block, {
    version: "1.2",
    schema: "core",
    lineWidth: 0,
    aliasDuplicateObjects: false,
  })}`;
}

/** The baseline of a run as the suite file holds it. */
function baselineBlock(result: RunResult): BaselineFile {
  const known = new Map(result.metrics.map((metric) => [metric.name, metric.actual]));
  const metrics = METRIC_NAMES.flatMap((name) => {
    const value = known.get(name);
    return value === null || value === undefined ? [] : [[name, value] as const];
  });
  return {
    metrics: Object.fromEntries(metrics),
    tools: sorted(result.audit?.toolCounts ?? {}),
    ...(result.appBuild ? { appBuild: result.appBuild } : {}),
    suiteDigest: { digest: result.suite.digest, parts: sorted(result.suite.digestParts) },
    ...(result.device ? { deviceFingerprint: fingerprint(result.device.fingerprint) } : {}),
    ...(result.claude.version ? { claudeCodeVersion: result.claude.version } : {}),
    serverBuild: fingerprint(result.server.build),
    ...(result.claude.observedModel ? { observedModel: result.claude.observedModel } : {}),
  };
}

function fingerprint({ digest, parts }: { digest: string | null; parts: Record<string, string | null> }) {
  return { digest, parts: sorted(parts) };
}

/** Keys in code-point order, so that two snippets differ only where the runs did. */
function sorted<T>(map: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
