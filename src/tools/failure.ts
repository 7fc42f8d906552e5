import { AdbError, type AdbErrorCode } from "../android/adb/types.ts";
import { ScreenError } from "../android/screen/capture.ts";
import type { ToolErrorCode } from "./error-codes.ts";
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
    const code = codeOf(error.code);
    if (code === null) return failed(error.message);
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

/** Null: the command was refused as it stands, which needs no code. */
function codeOf(code: AdbErrorCode): ToolErrorCode | null {
  switch (code) {
    case "BAD_ARGUMENT":
    case "REFUSED":
      return null;
    case "DEVICE_NOT_FOUND":
    case "DEVICE_OFFLINE":
    case "DEVICE_UNAUTHORIZED":
    case "CLOSED":
      return "device_lost";
    case "SERVER_UNREACHABLE":
      return "adb_server_unreachable";
    case "BAD_ENDPOINT":
      return "adb_bad_endpoint";
    case "TIMEOUT":
      return "adb_timeout";
    case "PROTOCOL":
      return "adb_protocol";
    case "TOO_LARGE":
      return "adb_too_large";
    case "ABORTED":
      return "adb_aborted";
  }
}
