import { startDevice } from "./device.ts";
import type { VirtualDevice, VirtualDeviceOptions } from "./types.ts";
import { createUiRuntime } from "./ui/runtime.ts";

/** Starts a virtual device; it listens on loopback until `stop`. Throws on an unknown fault or version. */
export function startVirtualDevice(options: VirtualDeviceOptions = {}): Promise<VirtualDevice> {
  return startDevice(options, createUiRuntime);
}

export type { VirtualDevice, VirtualDeviceOptions } from "./types.ts";
