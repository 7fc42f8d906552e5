import { AdbError } from "../../../src/android/adb/types.ts";
import { type Problem, RunError, reasonOf } from "../errors.ts";

/** A preflight step that failed, as an error of the run. `where` names step and device. */
export function stepError(
  place: { step: string; serial: string },
  problem: Omit<Problem, "where">,
  cause?: unknown,
): RunError {
  return new RunError(
    { ...problem, where: `preflight step "${place.step}" on ${place.serial}` },
    cause === undefined ? undefined : { cause },
  );
}

/** Turns whatever a step threw into a RunError that names the step; an interruption passes through as it is. */
export function explainStep(
  place: { step: string; serial: string },
  error: unknown,
  signal?: AbortSignal,
): unknown {
  if (error instanceof RunError) return error;
  if (signal?.aborted) return signal.reason;
  if (error instanceof AdbError) return stepError(place, adbProblem(error), error);
  return stepError(
    place,
    {
      code: "PREFLIGHT_STEP_FAILED",
      message: reasonOf(error),
      hint: "preflight.log in the run directory has every command of the step.",
    },
    error,
  );
}

/** What an adb failure means for a person. */
export function adbProblem(error: AdbError): Omit<Problem, "where"> {
  const message = `${error.message.replace(/\.?$/, "")}.`;
  switch (error.code) {
    case "SERVER_UNREACHABLE":
      return {
        code: "ADB_SERVER_UNREACHABLE",
        message,
        hint: "Start it with `adb start-server`, or check ADB_SERVER_SOCKET.",
      };
    case "DEVICE_NOT_FOUND":
    case "DEVICE_OFFLINE":
      return {
        code: "DEVICE_LOST",
        message,
        hint: "The device went away: check cable, emulator window and `adb devices`, then run again.",
      };
    case "DEVICE_UNAUTHORIZED":
      return {
        code: "DEVICE_UNAUTHORIZED",
        message,
        hint: "Unlock the device and accept the USB debugging prompt.",
      };
    case "TIMEOUT":
      return {
        code: "DEVICE_TIMEOUT",
        message,
        hint: "The device is slow or hangs: wait until it is idle (or restart it), then run again.",
      };
    case "CLOSED":
    case "PROTOCOL":
      return {
        code: "DEVICE_CONNECTION",
        message,
        hint: "The connection to the device is unstable: check the cable, or that no other adb version restarts the adb server.",
      };
    default:
      return { code: `ADB_${error.code}`, message };
  }
}
