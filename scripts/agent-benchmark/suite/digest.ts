import { createHash } from "node:crypto";
import type { Fingerprint, Suite } from "./types.ts";

/**
 * Digest of what a suite asks: the prompt, every setting but the baseline, and the requested model. Parts are kept, so that a
 * mismatch can say which setting changed; long and possibly private ones (texts, preferences) only as digests.
 */
export function suiteDigest(suite: Suite, promptText: string, requestedModel: string | null): Fingerprint {
  const { preflight, claude, verify, task } = suite;
  const parts: Record<string, string | null> = {
    prompt: sha256(promptText),
    requestedModel: requestedModel ?? "(not set)",
    name: suite.name,
    platform: suite.platform,
    "app.packageName": suite.app.packageName,
    "app.apkPath": suite.app.writtenApkPath ?? suite.app.apkPath ?? "(not set)",
    "preflight.clearAppData": String(preflight.clearAppData),
    "preflight.launchUri": preflight.launchUri ?? "(not set)",
    "preflight.settleSeconds": String(preflight.settleSeconds),
    "preflight.startScreenIncludes": list(preflight.startScreenIncludes),
    "claude.appendSystemPrompt":
      claude.appendSystemPrompt === "" ? "(empty)" : sha256(claude.appendSystemPrompt),
    "claude.allowedTools": list(claude.allowedTools),
    "claude.disallowedTools": list(claude.disallowedTools),
    "claude.maxBudgetUsd": claude.maxBudgetUsd === null ? "(not set)" : String(claude.maxBudgetUsd),
    "claude.timeoutSeconds": String(claude.timeoutSeconds),
    "verify.answerIncludes": list(verify.answerIncludes),
    "verify.screenIncludes": list(verify.screenIncludes),
    failurePatterns: list(suite.failurePatterns),
    ignoredFailurePatterns: list(suite.ignoredFailurePatterns),
    "task.minSteps": task.minSteps === null ? "(not set)" : String(task.minSteps),
    "task.difficulty": task.difficulty ?? "(not set)",
    "task.category": task.category ?? "(not set)",
  };
  for (const [file, entries] of Object.entries(preflight.sharedPreferences)) {
    parts[`preflight.sharedPreferences.${file}`] = sha256(canonical(entries));
  }
  return { digest: sha256(canonical(parts)), parts };
}

/** First 16 hex digits of the SHA-256 of a text. */
function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** JSON with sorted keys: the order of a map in a suite file changes nothing. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

const LONGEST_PART = 120;

function list(items: readonly string[]): string {
  const text = JSON.stringify(items);
  return text.length > LONGEST_PART ? sha256(text) : text;
}
