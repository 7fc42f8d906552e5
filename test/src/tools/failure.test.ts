import { expect, test } from "bun:test";
import { AdbError, type AdbErrorCode } from "../../../src/android/adb/types.ts";
import { toFailure } from "../../../src/tools/failure.ts";

test.each<[AdbErrorCode, string | undefined]>([
  ["REFUSED", undefined],
  ["CLOSED", "device_lost"],
  ["DEVICE_UNAUTHORIZED", "device_lost"],
  ["SERVER_UNREACHABLE", "adb_server_unreachable"],
  ["TIMEOUT", "adb_timeout"],
  ["TOO_LARGE", "adb_too_large"],
])("%s is %p to a client, with its own message", (code, expected) => {
  const result = toFailure(new AdbError(code, "what happened"));
  expect(result).toMatchObject({ ok: false, message: "what happened" });
  expect(result.ok ? null : result.code).toBe(expected);
});

test("a bug is logged whole and told in one line", () => {
  const logged: string[] = [];
  const result = toFailure(new TypeError("boom"), (line) => void logged.push(line));
  expect(result).toEqual({ ok: false, message: "The tool failed unexpectedly: boom" });
  expect(logged[0]).toContain("TypeError: boom\n");
});
