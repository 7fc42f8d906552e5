import type { AdbDevice } from "./types.ts";

/** The states adb prints (transport.cpp, ConnectionStateName), "no permissions" apart: that one carries prose. */
const STATES = new Set(
  "device offline unauthorized authorizing connecting recovery sideload rescue bootloader host detached unknown".split(
    " ",
  ),
);

/**
 * Parses the list of `adb devices`, with or without `-l`. Read from the right, because a serial may hold blanks
 * ("adb-X (2)._adb-tls-connect._tcp"); headers and the server's own notices are skipped.
 */
export function parseDeviceList(text: string): AdbDevice[] {
  const devices: AdbDevice[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trimEnd();
    if (line.trim() === "" || /^(List of devices|\* |adb server |error:|adb: )/.test(line)) continue;
    const device = parseLine(line);
    if (device) devices.push(device);
  }
  return devices;
}

function parseLine(line: string): AdbDevice | null {
  const denied = line.search(/\s+no permissions\b/);
  if (denied > 0) return parseDenied(line, denied);
  const words = line.split(/[ \t]+/);
  const properties: Record<string, string> = {};
  let end = words.length;
  while (end > 2) {
    const pair = /^([a-z_]+):(.*)$/.exec(words[end - 1]!);
    if (!pair) break;
    properties[pair[1]!] = pair[2]!;
    end--;
  }
  // A USB path without its key, as adb's libusb backend prints it.
  if (end > 2 && !STATES.has(words[end - 1]!) && STATES.has(words[end - 2]!)) {
    properties.usb ??= words[end - 1]!;
    end--;
  }
  if (end < 2) return null;
  const state = words[end - 1]!;
  const stateAt = line.lastIndexOf(state, offsetOfWord(line, end - 1));
  return { serial: line.slice(0, stateAt).trim(), state, properties };
}

function parseDenied(line: string, at: number): AdbDevice {
  const prose = line.slice(at).trim();
  const properties: Record<string, string> = {};
  const tail = /((?:\s+[a-z_]+:\S*)*)$/.exec(prose)?.[1] ?? "";
  for (const pair of tail.matchAll(/([a-z_]+):(\S*)/g)) properties[pair[1]!] = pair[2]!;
  return { serial: line.slice(0, at).trim(), state: prose.slice(0, prose.length - tail.length), properties };
}

function offsetOfWord(line: string, index: number): number {
  let seen = -1;
  for (const word of line.matchAll(/[^ \t]+/g)) if (++seen === index) return word.index;
  return line.length;
}
