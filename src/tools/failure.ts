import { AdbError } from "../android/adb/types.ts";
import { ScreenError } from "../android/screen/capture.ts";
import { failed } from "./result.ts";
import type { ToolResult } from "./types.ts";

/** Failures of the device or the screen are answers; anything else is a bug and says so. */
export function toFailure(error: unknown, log?: (message: string) => void): ToolResult {
  if (error instanceof ScreenError) {
    return {
      ok: false,
      code: "screen_unreadable",
      message: `${error.message}.`,
      retryable: true,
      nextAction:
        "Call observe again in a moment; captureScreenshot shows a screen that never comes to rest.",
    };
  }
  if (error instanceof AdbError) {
    if (error.code === "BAD_ARGUMENT" || error.code === "REFUSED") return failed(error.message);
    const lost = ["DEVICE_NOT_FOUND", "DEVICE_OFFLINE", "DEVICE_UNAUTHORIZED", "CLOSED"].includes(error.code);
    const code = lost ? "device_lost" : `adb_${error.code.toLowerCase()}`;
    return {
      ok: false,
      code,
      message: error.message,
      retryable: error.retryable || error.code === "TIMEOUT",
    };
  }
  if (error instanceof Error && error.name === "AbortError") return failed("The call was cancelled.");
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log?.(`A tool failed unexpectedly: ${text}`);
  return failed(`The tool failed unexpectedly: ${error instanceof Error ? error.message : String(error)}`);
}
