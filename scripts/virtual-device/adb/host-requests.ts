import { encode } from "../shell/streams.ts";
import type { ServiceHost } from "./services.ts";

export type DeviceState = "device" | "offline" | "unauthorized" | "gone";

/** The device as the endpoint shows it. */
export interface EndpointDevice extends ServiceHost {
  serial: string;
  state(): DeviceState;
  transportId(): number;
  /** product, model and device for the long list. */
  banner(): { product: string; model: string; device: string };
  onStateChange(listener: () => void): () => void;
}

/** A text behind its length in UTF-8 bytes, four hexadecimal digits. */
export const hex4 = (text: string): string => encode(text).length.toString(16).padStart(4, "0") + text;

export const UNAUTHORIZED =
  "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\nTry 'adb kill-server' if that seems wrong.\nOtherwise check for a confirmation dialog on your device.";

/** `host:devices` or `host:devices-l` as the adb server prints it. */
export function deviceList(device: EndpointDevice, long: boolean): string {
  const state = device.state();
  if (state === "gone") return "";
  if (!long) return `${device.serial}\t${state}\n`;
  const { product, model, device: name } = device.banner();
  const details = state === "device" ? ` product:${product} model:${model} device:${name}` : "";
  return `${device.serial.padEnd(22)} ${state}${details} transport_id:${device.transportId()}\n`;
}

/** Why the device can't be used, or null. */
export function refusal(device: EndpointDevice): string | null {
  const state = device.state();
  if (state === "device") return null;
  if (state === "offline") return "device offline";
  return state === "unauthorized" ? UNAUTHORIZED : `device '${device.serial}' not found`;
}

/** Why a way of naming a device does not lead to this one, or null. */
export function mismatch(selector: string, device: EndpointDevice): string | null {
  const gone = device.state() === "gone";
  const emulator = device.serial.startsWith("emulator-");
  if (selector === "any") return gone ? "no devices/emulators found" : null;
  if (selector === "usb")
    return !gone && !emulator && !device.serial.includes(":") ? null : "no devices found";
  if (selector === "local")
    return !gone && (emulator || device.serial.includes(":")) ? null : "no emulators found";
  if (selector.startsWith("id:")) {
    const id = selector.slice(3);
    return !gone && Number(id) === device.transportId() ? null : `no device with transport id '${id}'`;
  }
  const serial = selector.slice("serial:".length);
  return !gone && serial === device.serial ? null : `device '${serial}' not found`;
}

/** Splits a host request into the device it is about and what is asked: `host-serial:X:features`. */
export function splitRequest(request: string): { selector: string; service: string } | null {
  if (request.startsWith("host:")) return { selector: "any", service: request.slice(5) };
  if (request.startsWith("host-usb:")) return { selector: "usb", service: request.slice(9) };
  if (request.startsWith("host-local:")) return { selector: "local", service: request.slice(11) };
  const byId = /^host-transport-id:(\d+):(.*)$/s.exec(request);
  if (byId) return { selector: `id:${byId[1]}`, service: byId[2] ?? "" };
  // A serial may hold a port: the service starts after the last colon that leaves a known word.
  const bySerial =
    /^host-serial:(.*?):((?:features|get-state|get-serialno|get-devpath|forward|killforward|killforward-all|list-forward|wait-for|reconnect|tport|transport)\b.*)$/s.exec(
      request,
    );
  return bySerial ? { selector: `serial:${bySerial[1]}`, service: bySerial[2] ?? "" } : null;
}
