import { AdbError } from "./adb/types.ts";

/**
 * One value as one word of the device's shell: POSIX single quotes, always. Control characters (newlines, escape
 * sequences, NUL) and lone surrogates have no business in a command line and are refused with AdbError BAD_ARGUMENT.
 */
export function shellQuote(value: string): string {
  const bad = /[\u0000-\u001f\u007f]/.exec(value);
  if (bad) {
    const code = bad[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    throw new AdbError(
      "BAD_ARGUMENT",
      `A value for the device's shell holds the control character U+${code} at position ${bad.index}`,
    );
  }
  if (!value.isWellFormed()) {
    throw new AdbError("BAD_ARGUMENT", "A value for the device's shell holds half of a surrogate pair");
  }
  return `'${value.replaceAll("'", "'\\''")}'`;
}
