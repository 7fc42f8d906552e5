import type { RunResult } from "../result.ts";

/** One thing that is not the same on both sides. */
export interface Difference {
  what: FingerprintName;
  /** The parts that differ, as "part: from → to"; a digest stands for what is secret or long. */
  parts: string[];
}

type FingerprintName =
  | "task"
  | "device"
  | "app build"
  | "Claude Code version"
  | "server build"
  | "server instructions"
  | "model";

type Parts = Record<string, string | null>;

/** The part of a fingerprint that has only one. */
const WHOLE = "";

/** What a run was made with, by fingerprint. The requested model is the model's business, not the task's. */
const FINGERPRINTS: { what: FingerprintName; unset?: string; parts: (run: RunResult) => Parts | null }[] = [
  {
    what: "task",
    unset: "not set",
    parts: (run) =>
      Object.fromEntries(Object.entries(run.suite.digestParts).filter(([name]) => name !== "requestedModel")),
  },
  { what: "device", parts: (run) => run.device?.fingerprint.parts ?? null },
  {
    what: "app build",
    parts: ({ appBuild }) =>
      appBuild && {
        packageName: appBuild.packageName,
        versionName: appBuild.versionName,
        versionCode: appBuild.versionCode === null ? null : String(appBuild.versionCode),
        installed: appBuild.apkSha256 ?? appBuild.lastUpdateTime,
      },
  },
  { what: "Claude Code version", parts: (run) => ({ [WHOLE]: run.claude.version }) },
  { what: "server build", parts: (run) => run.server.build.parts },
  {
    what: "server instructions",
    parts: (run) => ({ [WHOLE]: run.server.instructions ? "on" : "off" }),
  },
  { what: "model", parts: (run) => ({ [WHOLE]: run.claude.observedModel }) },
];

/** Which fingerprints differ between any run of `a` and any run of `b`. Unknown never counts as the same. */
export function differences(a: readonly RunResult[], b: readonly RunResult[]): Difference[] {
  return FINGERPRINTS.flatMap(({ what, unset, parts }) => {
    const pairs = a.flatMap((left) => b.map((right) => differingParts(parts(left), parts(right), unset)));
    const found = [...new Set(pairs.flat())];
    return found.length > 0 ? [{ what, parts: found }] : [];
  });
}

/** `unset` is the word for null where null is a value of its own; without it null is unknown. */
function differingParts(left: Parts | null, right: Parts | null, unset?: string): string[] {
  if (!left || !right) return ["unknown"];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
  return names.flatMap((name) => {
    const from = left[name] ?? unset;
    const to = right[name] ?? unset;
    const head = name === WHOLE ? "" : `${name}: `;
    if (from === undefined && to === undefined) return [`${head}unknown`];
    return from === to ? [] : [`${head}${from ?? "unknown"} → ${to ?? "unknown"}`];
  });
}
