import { ARTIFACTS } from "../artifacts.ts";
import { matchScreen } from "../audit/index.ts";
import type { ScreenCapture } from "../device/index.ts";
import type { Check, RunResult } from "../result.ts";
import type { RunRecord } from "./record.ts";

type Judged = Pick<RunRecord, "screen" | "suite">;

/** One check for each text of verify.screenIncludes; a failed one says what stood between the app and the viewer. */
export function screenChecks(record: Judged): Check[] {
  const { suite, screen } = record;
  const seen = observedScreen(record);
  const checks = matchScreen(seen, suite.app.packageName, suite.verify.screenIncludes, {
    evidence: ARTIFACTS.screen,
  });
  if (seen.status !== "ok" || screen?.status !== "captured") return checks;
  const cover = coverOf(screen.capture, suite.app.packageName);
  if (cover === null) return checks;
  return checks.map((check) => (check.passed ? check : { ...check, reason: `${check.reason} ${cover}` }));
}

/** What the result says about the oracle's look at the screen. */
export function describeScreen(record: Judged): RunResult["screen"] {
  const { screen } = record;
  if (!screen) return null;
  const seen = observedScreen(record);
  const reason = seen.status === "ok" ? null : seen.reason;
  const observed = seen.status === "ok" ? true : null;
  if (screen.status === "not-read") {
    return { observed, reason, focus: null, keyguard: null, dialog: null, attempts: 0 };
  }
  const { focus, keyguard, dialog } = screen.capture.state;
  return { observed, reason, focus, keyguard, dialog, attempts: screen.capture.attempts };
}

/** Covered and without a root of the app in the dump: nobody saw the app. */
function observedScreen({ screen, suite }: Judged): Parameters<typeof matchScreen>[0] {
  if (!screen) return { status: "unreadable", reason: "the run ended before the screen was read" };
  if (screen.status === "not-read") return { status: "unreadable", reason: screen.reason };
  const { capture } = screen;
  if (capture.outcome === "unobservable") return { status: "unreadable", reason: capture.reason };
  const { obstruction } = capture.state;
  const covered = obstruction !== null && !capture.rootPackages.includes(suite.app.packageName);
  return covered ? { status: "unreadable", reason: obstruction } : capture.hierarchy;
}

/** What lay over the app, in a sentence; null when nothing is known to. */
function coverOf({ state, ...capture }: ScreenCapture, packageName: string): string | null {
  if (state.obstruction !== null) return state.obstruction;
  const front = /^([\w.]+)\/\S+$/.exec(state.focus ?? "")?.[1];
  // A dump without the app says by itself which app is there instead.
  const inDump = capture.outcome === "observed" && capture.rootPackages.includes(packageName);
  return inDump && front !== undefined && front !== packageName
    ? `The window in front was ${state.focus}.`
    : null;
}
