import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Problem } from "../errors.ts";
import type { ProcessResult, RunProcess } from "./process-runner.ts";

const TIMEOUT_MS = 20_000;

/**
 * On macOS the server under test finds iOS devices as well, which would leave open which device the agent means: no
 * simulator may be booted and no physical device connected. A check that fails refuses the run instead of assuming none.
 * Null when all is well, and on other hosts.
 */
export async function checkNoIosDevices(run: RunProcess, platform: NodeJS.Platform): Promise<Problem | null> {
  if (platform !== "darwin") return null;
  const simulators = await run("xcrun", ["simctl", "list", "devices", "booted", "--json"], {
    timeoutMs: TIMEOUT_MS,
  });
  if (simulators.exitCode !== 0) return failed("xcrun simctl list devices booted --json", simulators);
  const booted = bootedSimulators(simulators.stdout);
  if (booted === null) return failed("xcrun simctl list devices booted --json", simulators);
  if (booted.length > 0) {
    return {
      code: "IOS_SIMULATOR_BOOTED",
      message: `${booted.length === 1 ? "An iOS simulator is" : "iOS simulators are"} booted: ${booted.join(", ")}. The server under test could act on it instead of the Android device.`,
      hint: "Shut it down with `xcrun simctl shutdown all`.",
    };
  }
  const devices = await listDevices(run);
  const connected = devices.json === null ? null : connectedDevices(devices.json);
  if (connected === null) return failed("xcrun devicectl list devices", devices.result);
  if (connected.length > 0) {
    return {
      code: "IOS_DEVICE_CONNECTED",
      message: `${connected.length === 1 ? "An iOS device is" : "iOS devices are"} connected: ${connected.join(", ")}. The server under test could act on it instead of the Android device.`,
      hint: "Unplug it, or turn off its wireless connection to this Mac.",
    };
  }
  return null;
}

/** devicectl promises JSON only in a file: what it prints is for people and changes. */
async function listDevices(run: RunProcess): Promise<{ result: ProcessResult; json: string | null }> {
  const directory = mkdtempSync(join(tmpdir(), "devicectl-"));
  try {
    const file = join(directory, "devices.json");
    const result = await run("xcrun", ["devicectl", "list", "devices", "--json-output", file], {
      timeoutMs: TIMEOUT_MS,
    });
    const written = result.exitCode === 0 && existsSync(file);
    return { result, json: written ? readFileSync(file, "utf8") : null };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function failed(
  command: string,
  result: { exitCode: number | null; stderr: string; error: string | null },
): Problem {
  const why =
    result.error ?? (result.stderr.trim().split("\n")[0] || `exit ${result.exitCode}, unexpected output`);
  return {
    code: "IOS_CHECK_FAILED",
    message: `Whether an iOS device is connected could not be found out (${command}: ${why}).`,
    where: command,
    hint: "Install Xcode's command-line tools (`xcode-select --install`) and accept its licence, then run again.",
  };
}

/** Names of the simulators in `simctl list devices booted --json`; null when the text is no such list. */
export function bootedSimulators(json: string): string[] | null {
  const devices = property(parseJson(json), "devices");
  if (!isRecord(devices)) return null;
  const names: string[] = [];
  for (const list of Object.values(devices)) {
    if (!Array.isArray(list)) return null;
    for (const device of list) {
      if (property(device, "state") === "Shutdown") continue;
      names.push(String(property(device, "name") ?? property(device, "udid") ?? "a simulator"));
    }
  }
  return names;
}

/**
 * Names of the physical devices in `devicectl list devices --json-output`: those with a live connection, wired or wireless.
 * Paired devices that are away have the tunnel state "unavailable". Null when the text is no such list.
 */
export function connectedDevices(json: string): string[] | null {
  const devices = property(property(parseJson(json), "result"), "devices");
  if (!Array.isArray(devices)) return null;
  return devices.flatMap((device) => {
    if (property(property(device, "hardwareProperties"), "reality") === "virtual") return [];
    const connection = property(device, "connectionProperties");
    if (property(connection, "tunnelState") === "unavailable") return [];
    const name = property(property(device, "deviceProperties"), "name") ?? property(device, "identifier");
    return [String(name ?? "an iOS device")];
  });
}

function parseJson(text: string): unknown {
  const start = text.indexOf("{");
  try {
    return JSON.parse(text.slice(Math.max(0, start)));
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function property(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
