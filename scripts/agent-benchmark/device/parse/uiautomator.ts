import { firstLine } from "./text.ts";

export type DumpFailure =
  | "null-root"
  | "not-idle"
  | "already-registered"
  | "killed"
  | "crashed"
  | "missing-file"
  | "unsupported"
  | "unknown";

/**
 * What went wrong in `uiautomator dump`, judged only after its file proved missing or broken: the printed line and the
 * exit code are wrong in both directions (AOSP DumpCommand prints success when the write failed, and errors exit 0).
 */
export function classifyDumpOutput(
  text: string,
  exitCode: number,
): { failure: DumpFailure; message: string } {
  const failure = dumpFailure(text, exitCode);
  return { failure, message: describe(failure, text, exitCode) };
}

function dumpFailure(text: string, exitCode: number): DumpFailure {
  if (/null root node/i.test(text)) return "null-root";
  if (/could not get idle state/i.test(text)) return "not-idle";
  if (/already registered/i.test(text)) return "already-registered";
  if (exitCode === 137 || /^Killed\s*$/m.test(text)) return "killed";
  if (/not found|inaccessible/i.test(text) && exitCode === 127) return "unsupported";
  if (exitCode !== 0 && text.trim() === "") return "crashed";
  if (/Exception\b/.test(text)) return "crashed";
  if (/UI hier\w+ dumped to/.test(text)) return "missing-file";
  return "unknown";
}

function describe(failure: DumpFailure, text: string, exitCode: number): string {
  switch (failure) {
    case "null-root":
      return "the screen had no root view (a window was opening or closing)";
    case "not-idle":
      return "the screen never came to rest: something on it keeps changing";
    case "already-registered":
      return "another automation client holds the device's UiAutomation";
    case "killed":
      return "the device killed uiautomator, often because another automation client took over";
    case "crashed":
      return `uiautomator crashed while reading the screen (exit ${exitCode})`;
    case "missing-file":
      return "uiautomator said it wrote the dump, and did not (storage full or not writable)";
    case "unsupported":
      return "the device has no uiautomator command";
    case "unknown":
      return `uiautomator left no usable dump (exit ${exitCode}): ${firstLine(text) || "it printed nothing"}`;
  }
}

/** A screen picture: what follows the PNG signature; a device with several displays prints a warning before it. */
export function cutPng(bytes: Uint8Array): Uint8Array | null {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const limit = Math.min(bytes.length - signature.length, 4096);
  for (let start = 0; start <= limit; start++)
    if (signature.every((byte, index) => bytes[start + index] === byte)) return bytes.subarray(start);
  return null;
}
