import { METRICS, TOOL_METRIC_PREFIX } from "../audit/metrics.ts";
import type { RunResult, Verdict } from "../result.ts";

export const VERDICT_WORDS: Record<Verdict, string> = {
  passed: "PASS",
  failed: "FAIL",
  incomplete: "INCOMPLETE",
};

/** A metric's name as a person reads it; `tool:observe` counts the calls of one tool. */
export function metricWords(name: string): string {
  const known = METRICS.find((metric) => metric.name === name);
  if (known) return known.label;
  return name.startsWith(TOOL_METRIC_PREFIX) ? `Calls of ${name.slice(TOOL_METRIC_PREFIX.length)}` : name;
}

/** A metric's value with its unit; what is unknown says so. */
export function metricValue(name: string, value: number | null): string {
  if (value === null) return "unknown";
  const unit = METRICS.find((metric) => metric.name === name)?.unit;
  if (unit === "usd") return `$${value.toFixed(4)}`;
  if (unit === "seconds") return `${value.toFixed(1)} s`;
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return group(Math.round(value));
  return String(Number(value.toFixed(2)));
}

/** A difference with its sign; a zero has none. */
export function metricDelta(name: string, delta: number | null): string {
  if (delta === null) return "";
  const text = metricValue(name, Math.abs(delta));
  if (!/[1-9]/.test(text)) return "0";
  return `${delta < 0 ? "−" : "+"}${text}`;
}

const PHASES: Record<string, string> = {
  parts: "Checking what is needed",
  device: "Getting the device",
  preflight: "Preparing the app",
  fingerprint: "Fingerprinting",
  claude: "Claude at work",
  daemon: "Stopping the server",
  screen: "Reading the screen",
  audit: "Auditing",
};

/** A phase of a run as a person reads it. */
export function phaseWords(name: string): string {
  return Object.hasOwn(PHASES, name) ? (PHASES[name] ?? name) : name;
}

/** What the numbers of a run on embedded parts say, in a sentence; null for a run of a real agent on a real device. */
export function embeddedWords(run: RunResult["run"]): string | null {
  const { device, model } = run.embedded;
  if (!device && !model) return null;
  const parts = [model ? "a scripted model" : null, device ? "a virtual device" : null].filter(Boolean);
  return model
    ? `Made with ${parts.join(" and ")}: it measures the harness and the server, not an agent. Its cost is reckoned, not paid.`
    : `Made with ${parts.join(" and ")}: it measures the harness and the server, not an agent on a real device.`;
}

function group(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}
