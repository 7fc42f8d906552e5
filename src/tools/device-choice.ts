import type { AdbClient, AdbDevice } from "../android/adb/types.ts";
import type { ToolErrorCode } from "./error-codes.ts";
import type { ToolResult } from "./types.ts";

export type DeviceChoice = { ok: true; serial: string } | { ok: false; result: ToolResult };

/** The device a call acts on: the one it names, else the one its session holds, else the only one online. */
export async function chooseDevice(
  adb: AdbClient,
  named: string | undefined,
  held: string | null,
): Promise<DeviceChoice> {
  if (named === undefined && held !== null) return { ok: true, serial: held };
  const devices = await adb.devices();
  const online = devices.filter((device) => device.state === "device");
  if (named !== undefined) {
    const found = devices.find((device) => device.serial === named);
    if (found?.state === "device") return { ok: true, serial: named };
    if (found) return refuse("device_lost", `Device ${named} is ${found.state}.${remedy(found)}`, true);
    return refuse(
      "device_not_found",
      `No device ${JSON.stringify(named.slice(0, 80))}. ${list(devices)}`,
      false,
    );
  }
  if (online.length === 1) return { ok: true, serial: online[0]!.serial };
  if (online.length === 0) {
    return refuse(
      "no_device",
      `No Android device is online. ${list(devices)}${devices.map(remedy)[0] ?? ""}`,
      true,
    );
  }
  return refuse(
    "device_ambiguous",
    `${online.length} devices are online: pass device with one of ${online.map(({ serial }) => serial).join(", ")}.`,
    false,
  );
}

function list(devices: AdbDevice[]): string {
  if (devices.length === 0) return "adb lists none; start an emulator or connect a phone.";
  return `adb lists ${devices.map(({ serial, state }) => `${serial} (${state})`).join(", ")}.`;
}

function remedy(device: AdbDevice): string {
  if (device.state === "unauthorized") return " Accept the debugging prompt on its screen.";
  if (device.state === "offline") return " Wait a moment, or reconnect it: adb reconnect offline.";
  if (device.state.startsWith("no permissions")) return " The host may not open its USB port (udev rules).";
  return "";
}

function refuse(code: ToolErrorCode, message: string, retryable: boolean): DeviceChoice {
  return { ok: false, result: { ok: false, code, message, retryable } };
}
