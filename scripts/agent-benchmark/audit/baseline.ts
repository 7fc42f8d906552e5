import type { Audit, Verdict } from "../result.ts";
import type { AppBuild, Fingerprint, SuiteBaseline } from "../suite/types.ts";

/** What identifies a run: two runs compare only when all of it is equal and known. */
export interface RunIdentity {
  appBuild: AppBuild | null;
  suiteDigest: Fingerprint | null;
  deviceFingerprint: Fingerprint | null;
  claudeCodeVersion: string | null;
  serverBuild: Fingerprint | null;
  observedModel: string | null;
}

/** The models that answered, joined by `+`; null when none did. The context-window suffix is no other model. */
export function observedModelOf(audit: Audit): string | null {
  const models = new Set(audit.observedModels.map((model) => model.replace(/\[1m\]$/, "")));
  return models.size === 0 ? null : [...models].join("+");
}

interface Subject {
  /** At the start of a sentence. */
  name: string;
  /** What a difference means. */
  meaning: string;
}

const SUBJECTS = {
  appBuild: { name: "The app build", meaning: "the deltas compare different app builds" },
  suiteDigest: { name: "The suite", meaning: "the baseline measured a different task" },
  deviceFingerprint: { name: "The device", meaning: "the deltas compare different devices" },
  claudeCodeVersion: {
    name: "The Claude Code version",
    meaning: "the deltas compare different Claude Code releases",
  },
  serverBuild: { name: "The server build", meaning: "the deltas compare different builds" },
  observedModel: { name: "The model that answered", meaning: "the deltas compare different models" },
} as const satisfies Record<keyof RunIdentity, Subject>;

/** A digest says nothing to a reader and may stand for a secret, so it is not quoted. */
const DIGEST = /^(?:[a-z0-9-]+:)?[0-9a-f]{12,128}$/i;

function fromTo(recorded: string | null | undefined, current: string | null | undefined): string {
  if (recorded === undefined) return `only this run has it`;
  if (current === undefined) return `only the baseline has it`;
  if (recorded === null) return "unknown in the baseline";
  if (current === null) return "unknown in this run";
  if (DIGEST.test(recorded) || DIGEST.test(current)) return "its content changed";
  return `from ${quote(recorded)} to ${quote(current)}`;
}

function quote(value: string): string {
  return JSON.stringify(value.length > 120 ? `${value.slice(0, 120)}…` : value);
}

/** The parts that differ or are unknown on either side, one phrase each. */
function differingParts(
  recorded: Readonly<Record<string, string | null>>,
  current: Readonly<Record<string, string | null>>,
): string[] {
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(current)])].sort();
  return names.flatMap((name) => {
    const before = Object.hasOwn(recorded, name) ? recorded[name] : undefined;
    const after = Object.hasOwn(current, name) ? current[name] : undefined;
    return before === after && before !== null ? [] : [`${name} (${fromTo(before, after)})`];
  });
}

function compareFingerprint(subject: Subject, recorded: Fingerprint, current: Fingerprint | null): string[] {
  if (current?.digest && recorded.digest && current.digest === recorded.digest) return [];
  const parts =
    Object.keys(recorded.parts).length > 0 ? differingParts(recorded.parts, current?.parts ?? {}) : [];
  if (current === null || current.digest === null) {
    const unknown = Object.entries(current?.parts ?? {}).flatMap(([name, value]) =>
      value === null ? [name] : [],
    );
    const what = unknown.length > 0 ? ` (${unknown.join(", ")})` : "";
    return [`${subject.name} could not be read completely${what}, so it never counts as the baseline's.`];
  }
  if (recorded.digest === null) {
    return [
      `${subject.name} was not known completely when the baseline was recorded, so it never counts as equal.`,
    ];
  }
  if (parts.length === 0) return [`${subject.name} is not the baseline's: ${subject.meaning}.`];
  return parts.map((part) => `${subject.name} differs in ${part}: ${subject.meaning}.`);
}

function compareText(subject: Subject, recorded: string, current: string | null): string[] {
  if (current === null)
    return [`${subject.name} is unknown, so it never counts as the baseline's ${quote(recorded)}.`];
  if (current === recorded) return [];
  return [`${subject.name} changed from ${quote(recorded)} to ${quote(current)}: ${subject.meaning}.`];
}

/** Version and either the APK's hash or the install time: preflight reinstalls an APK, which resets the time. */
function compareAppBuild(recorded: AppBuild, current: AppBuild | null): string[] {
  const { name, meaning } = SUBJECTS.appBuild;
  if (current === null) return [`${name} is unknown, so it never counts as the baseline's.`];
  const sentence = (part: string): string => `${name} differs in ${part}: ${meaning}.`;
  const byHash = recorded.apkSha256 !== null && current.apkSha256 !== null;
  if (!byHash && (recorded.apkSha256 !== null || current.apkSha256 !== null)) {
    const how = recorded.apkSha256 !== null ? "the APK's hash" : "the install time";
    const now = recorded.apkSha256 !== null ? "the install time" : "the APK's hash";
    return [
      ...appParts(recorded, current, ["packageName", "versionName", "versionCode"]).map(sentence),
      `${name} was recorded with ${how} and this run has ${now}, so they never count as equal.`,
    ];
  }
  const identity = byHash ? "apkSha256" : "lastUpdateTime";
  return appParts(recorded, current, ["packageName", "versionName", "versionCode", identity]).map(sentence);
}

function appParts(recorded: AppBuild, current: AppBuild, keys: readonly (keyof AppBuild)[]): string[] {
  const parts = (build: AppBuild) =>
    Object.fromEntries(keys.map((key) => [key, build[key] === null ? null : String(build[key])]));
  return differingParts(parts(recorded), parts(current));
}

/**
 * Compares what a run was measured on with what the baseline was recorded on. One sentence for each difference; empty
 * when both are the same and known. Unknown never matches.
 */
export function compareBaseline(baseline: SuiteBaseline, run: RunIdentity): string[] {
  const warnings: string[] = [];
  const missing: string[] = [];
  const check = <T>(key: keyof RunIdentity, recorded: T | null, compare: (recorded: T) => string[]): void => {
    if (recorded === null) missing.push(SUBJECTS[key].name.replace(/^The /, "the "));
    else warnings.push(...compare(recorded));
  };
  check("appBuild", baseline.appBuild, (recorded) => compareAppBuild(recorded, run.appBuild));
  for (const key of ["suiteDigest", "deviceFingerprint", "serverBuild"] as const) {
    check(key, baseline[key], (recorded) => compareFingerprint(SUBJECTS[key], recorded, run[key]));
  }
  for (const key of ["claudeCodeVersion", "observedModel"] as const) {
    check(key, baseline[key], (recorded) => compareText(SUBJECTS[key], recorded, run[key]));
  }
  if (missing.length > 0) {
    warnings.push(
      `The baseline does not record ${missing.join(", ")}, so it is not known whether they are the same.`,
    );
  }
  return warnings;
}

export interface BaselineConditions extends Omit<RunIdentity, "suiteDigest" | "serverBuild"> {
  verdict: Verdict;
  audit: Audit | null;
  clearAppData: boolean;
}

function isKnown(build: AppBuild | null): boolean {
  return (
    build !== null &&
    build.versionName !== null &&
    build.versionCode !== null &&
    (build.lastUpdateTime !== null || build.apkSha256 !== null)
  );
}

/** Whether baseline.yml may be written: a passing run without stumbles from a clean, fully known start. */
export function mayWriteBaseline(
  conditions: BaselineConditions,
): { write: true } | { write: false; because: string } {
  const no = (because: string) => ({ write: false as const, because });
  const { verdict, audit } = conditions;
  if (verdict !== "passed" || audit === null) {
    return no(
      `The run ${verdict === "failed" ? "failed" : "is incomplete"}; only a passing run can be a baseline.`,
    );
  }
  const { stumbles } = audit.totals;
  if (stumbles > 0) {
    const count = stumbles === 1 ? "one stumble" : `${stumbles} stumbles`;
    return no(`The run passed with ${count}, which would skew later comparisons.`);
  }
  if (!conditions.clearAppData) {
    return no(
      "The suite keeps the app's data (clearAppData: false), so its starting point cannot be reproduced.",
    );
  }
  const unknown = [
    conditions.deviceFingerprint?.digest ? null : "the device",
    isKnown(conditions.appBuild) ? null : "the app build",
    conditions.claudeCodeVersion === null ? "the Claude Code version" : null,
    conditions.observedModel === null ? "the model that answered" : null,
  ].filter((name) => name !== null);
  if (unknown.length === 0) return { write: true };
  return no(`Not known: ${unknown.join(", ")}. A baseline without that could never flag a later difference.`);
}
