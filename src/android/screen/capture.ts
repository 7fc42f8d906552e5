import type { AdbClient } from "../adb/types.ts";
import { parseHierarchy } from "../hierarchy/parse.ts";
import type { UiWindow, UnreadableCode } from "../hierarchy/types.ts";
import { parseDisplaySize } from "./display-size.ts";
import { parseFocus } from "./focus.ts";
import { identify } from "./identity.ts";
import type { Screen } from "./types.ts";

/** The screen could not be read; whether asking again may help depends on why. */
export class ScreenError extends Error {
  readonly code: UnreadableCode;
  constructor(code: UnreadableCode, reason: string) {
    super(`The screen could not be read: ${reason}`);
    this.name = "ScreenError";
    this.code = code;
  }
}

const DUMP_TIMEOUT_MS = 25_000;
const ATTEMPTS = 3;
const PAUSE_MS = 250;
const WORTH_RETRYING: ReadonlySet<UnreadableCode> = new Set([
  "EMPTY",
  "NULL_ROOT",
  "KILLED",
  "NO_XML",
  "TRUNCATED",
  "ALREADY_REGISTERED",
]);

/**
 * Looks at the device: `uiautomator dump` (which itself waits for an idle screen) and the focused window, side by side.
 * Throws ScreenError when no attempt gave a whole tree, AdbError when the device cannot be reached.
 */
export async function captureScreen(
  adb: AdbClient,
  serial: string,
  options: { signal?: AbortSignal } = {},
): Promise<Screen> {
  const limits = { timeoutMs: DUMP_TIMEOUT_MS, ...(options.signal ? { signal: options.signal } : {}) };
  for (let attempt = 1; ; attempt++) {
    const [dump, windows] = await Promise.all([
      adb.exec(serial, "uiautomator dump /dev/tty", limits),
      adb.exec(serial, "dumpsys window displays", limits),
    ]);
    const parsed = parseHierarchy(dump);
    if (parsed.status === "ok" && parsed.windows.length > 0) {
      return toScreen(parsed.windows[0]!, new TextDecoder().decode(windows));
    }
    const code = parsed.status === "ok" ? "NULL_ROOT" : parsed.code;
    const reason = parsed.status === "ok" ? "there was no window" : parsed.reason;
    if (attempt === ATTEMPTS || !WORTH_RETRYING.has(code)) throw new ScreenError(code, reason);
    await Bun.sleep(PAUSE_MS);
  }
}

function toScreen(window: UiWindow, windows: string): Screen {
  const focus = parseFocus(windows);
  const size = { width: 0, height: 0 };
  for (const { parent, bounds } of window.nodes) {
    if (parent !== -1 || !bounds) continue;
    size.width = Math.max(size.width, bounds[2]);
    size.height = Math.max(size.height, bounds[3]);
  }
  return {
    id: crypto.randomUUID().slice(0, 8),
    takenAt: Date.now(),
    nodes: window.nodes,
    rotation: window.rotation,
    display: parseDisplaySize(windows, size),
    size,
    packageName: window.packageName,
    focus,
    identity: identify(window.nodes, window.packageName, focus),
  };
}
