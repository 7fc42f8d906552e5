import { AdbError, type AdbErrorCode } from "./types.ts";

const PATTERNS: [RegExp, AdbErrorCode][] = [
  [/unauthorized|still authorizing|insufficient permissions|no permissions/i, "DEVICE_UNAUTHORIZED"],
  [/device offline|still connecting|still offline/i, "DEVICE_OFFLINE"],
  [/not found|no devices|no emulators|no device with transport/i, "DEVICE_NOT_FOUND"],
  [/^closed$|broken pipe|connection reset/i, "CLOSED"],
  [/protocol fault/i, "PROTOCOL"],
];

/** A FAIL answer of the adb server, typed by its text. `what` says what was asked. */
export function failure(message: string, what: string): AdbError {
  const text = message.trim();
  const code = PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? "REFUSED";
  return new AdbError(code, `adb: ${text || "the request was refused"} (${what})`);
}
