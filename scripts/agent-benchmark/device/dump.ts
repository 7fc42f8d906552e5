import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type AdbClient, AdbError } from "../../../src/android/adb/types.ts";
import { parseHierarchy } from "../../../src/android/hierarchy/parse.ts";
import type { HierarchyResult } from "../../../src/android/hierarchy/types.ts";
import { RunError, reasonOf } from "../errors.ts";
import { type StepDevice, stepDevice } from "./command.ts";
import type { RecordCommand } from "./command-log.ts";
import { sha256 } from "./digest.ts";
import { parseSha256 } from "./parse/pm-path.ts";
import { classifyDumpOutput, cutPng } from "./parse/uiautomator.ts";
import { judgeScreen, readScreenState, type ScreenState } from "./screen-state.ts";

export interface CaptureOptions {
  adb: AdbClient;
  serial: string;
  /** Where the dump is written on the host, as the device wrote it. */
  path: string;
  /** Where a picture is written; null for none. Default: the same path with `.png`. */
  screenshotPath?: string | null;
  /** Dump attempts; default 4. */
  attempts?: number;
  /** Limit of one attempt in milliseconds; default 20 s (the command waits up to 10 s for rest). */
  attemptTimeoutMs?: number;
  /** Pause before a retry in milliseconds; default 700, growing. */
  pauseMs?: number;
  record?: RecordCommand;
  signal?: AbortSignal;
  /** Name in the log; default "dump". */
  step?: string;
}

/** One look at the screen. `unobservable` says nothing about the app: it must never be read as missing text. */
export type ScreenCapture = {
  attempts: number;
  state: ScreenState;
  /** Path of the picture; null when there is none. */
  screenshot: string | null;
  /** Why each failed attempt failed, oldest first. */
  failures: string[];
} & (
  | {
      outcome: "observed";
      path: string;
      content: Uint8Array;
      hierarchy: HierarchyResult;
      sha256: string;
      rootPackages: string[];
    }
  | { outcome: "unobservable"; reason: string }
);

interface Dump {
  content: Uint8Array;
  hierarchy: Extract<HierarchyResult, { status: "ok" }>;
}

/** A failed attempt; `final` when trying again can't help. */
class AttemptFailed extends Error {
  readonly final: boolean;
  constructor(message: string, final = false) {
    super(message);
    this.final = final;
  }
}

/**
 * Dumps the screen with `uiautomator dump` into a file of its own for each attempt, and believes nothing but that file: it
 * must exist, arrive whole (size and hash compared), end with its root's close tag and parse. What is transient is tried
 * again; a device that is gone is not. Throws only the signal's reason, and RunError when the host cannot keep the dump.
 */
export async function captureScreen(options: CaptureOptions): Promise<ScreenCapture> {
  const attempts = options.attempts ?? 4;
  const attemptTimeoutMs = options.attemptTimeoutMs ?? 20_000;
  const pauseMs = options.pauseMs ?? 700;
  const context = {
    adb: options.adb,
    serial: options.serial,
    record: options.record ?? (() => {}),
    signal: options.signal,
    ...(options.pauseMs === undefined ? {} : { retryPauseMs: options.pauseMs }),
  };
  const step = options.step ?? "dump";
  const failures: string[] = [];
  let dump: Dump | null = null;
  let attempt = 0;
  while (dump === null && attempt < attempts) {
    attempt++;
    try {
      dump = await dumpOnce(stepDevice(context, step, attemptTimeoutMs));
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      // The host's fault, not the screen's.
      if (error instanceof RunError) throw error;
      const message = reasonOf(error);
      failures.push(message);
      const final = error instanceof AttemptFailed ? error.final : isFinal(error);
      if (final) break;
      if (attempt < attempts) await stepDevice(context, step, 60_000).wait(pauseMs * attempt);
    }
  }
  const after = stepDevice(context, step, 15_000);
  const gone = dump === null && failures.length > 0 && attempt < attempts;
  const asked = gone ? { focus: null, keyguard: null, wakefulness: null } : await readScreenState(after);
  const state = judgeScreen(asked, dump?.hierarchy.windows ?? null);
  const screenshot = gone ? null : await takeScreenshot(after, options);
  if (options.signal?.aborted) throw options.signal.reason;
  const common = { attempts: attempt, state, screenshot, failures };
  if (dump === null) {
    const last = failures.at(-1) ?? "no attempt was made";
    const tries = attempt === 1 ? "" : ` (${attempt} attempts)`;
    return { ...common, outcome: "unobservable", reason: `The screen could not be read: ${last}${tries}.` };
  }
  keep(options.path, dump.content);
  return {
    ...common,
    outcome: "observed",
    path: options.path,
    content: dump.content,
    hierarchy: dump.hierarchy,
    sha256: sha256(dump.content),
    rootPackages: [...new Set(dump.hierarchy.windows.map((window) => window.packageName))],
  };
}

function keep(path: string, content: Uint8Array): void {
  try {
    writeFileSync(path, content);
  } catch (error) {
    throw new RunError({
      code: "ARTIFACT_UNWRITABLE",
      where: path,
      message: `The dump of the screen can't be written: ${reasonOf(error)}.`,
      hint: "Check that the disk has room and that the run directory is still there and writable.",
    });
  }
}

/** Failures of the connection that another attempt can't mend. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof AdbError)) return false;
  return (
    error.code === "DEVICE_NOT_FOUND" ||
    error.code === "DEVICE_UNAUTHORIZED" ||
    error.code === "SERVER_UNREACHABLE" ||
    error.code === "BAD_ARGUMENT" ||
    error.code === "BAD_ENDPOINT"
  );
}

async function dumpOnce(device: StepDevice): Promise<Dump> {
  const file = `/data/local/tmp/agent-benchmark-${randomBytes(6).toString("hex")}.xml`;
  try {
    const result = await device.run(`uiautomator dump ${file}`, { attempts: 1 });
    const printed = `${result.stdout}\n${result.stderr}`;
    const size = await device.run(`wc -c < ${file}`, { attempts: 2 });
    const bytes = Number(/^\s*(\d+)\s*$/.exec(size.stdout)?.[1] ?? Number.NaN);
    if (size.exitCode !== 0 || !Number.isFinite(bytes) || bytes === 0) {
      const { failure, message } = classifyDumpOutput(printed, result.exitCode);
      throw new AttemptFailed(message, failure === "unsupported");
    }
    const content = await device.exec(`cat ${file}`);
    if (content.length !== bytes) {
      throw new AttemptFailed(`the dump arrived incomplete (${content.length} of ${bytes} bytes)`);
    }
    const hashed = await device.run(`sha256sum ${file}`, { attempts: 2 });
    const digest = hashed.exitCode === 0 ? parseSha256(hashed.stdout) : null;
    if (digest !== null && digest !== sha256(content)) {
      throw new AttemptFailed("the dump was changed on its way from the device (its hash differs)");
    }
    const parsed = parseHierarchy(content);
    if (parsed.status === "unreadable") throw new AttemptFailed(parsed.reason);
    if (parsed.windows.every((window) => window.nodes.length === 0)) {
      throw new AttemptFailed("the dump holds no view at all");
    }
    return { content, hierarchy: parsed };
  } finally {
    await device.run(`rm -f ${file}`, { attempts: 1, timeoutMs: 3000 }).catch(() => {});
  }
}

async function takeScreenshot(device: StepDevice, options: CaptureOptions): Promise<string | null> {
  if (options.screenshotPath === null) return null;
  const path = options.screenshotPath ?? join(dirname(options.path), pictureName(options.path));
  try {
    const png = cutPng(await device.exec("screencap -p", 10_000));
    if (png === null) return null;
    writeFileSync(path, png);
    return path;
  } catch {
    return null;
  }
}

function pictureName(path: string): string {
  const name = path.slice(dirname(path).length).replace(/^[/\\]+/, "");
  return `${name.replace(/\.xml$/, "")}.png`;
}
