import { startAdbdEndpoint } from "./adb/adbd-endpoint.ts";
import { connectLoopback, startHostEndpoint } from "./adb/host-endpoint.ts";
import type { DeviceState, EndpointDevice } from "./adb/host-requests.ts";
import { FAULTS, findFault } from "./faults.ts";
import { COMMANDS } from "./shell/commands.ts";
import type { Machine } from "./shell/process.ts";
import { applyFault } from "./system/apply-fault.ts";
import { applySetting } from "./system/apply-setting.ts";
import { createNetwork } from "./system/network.ts";
import { RELEASES } from "./system/properties.ts";
import { createSystem, type SystemSnapshot } from "./system/system.ts";
import type { SystemServices, UiRuntime } from "./system/types.ts";
import type { DeviceSnapshot, VirtualDevice, VirtualDeviceOptions } from "./types.ts";

/** How long a reboot keeps the device away, in milliseconds: real devices, and ours. */
const REBOOT_REAL_MS = 15_000;
const REBOOT_MS = 150;

interface Saved {
  system: SystemSnapshot;
  ui: unknown;
}

/** Starts a device with the given screen. `startVirtualDevice` of index.ts is this with the apps and widgets. */
export async function startDevice(
  options: VirtualDeviceOptions,
  createUi: (services: SystemServices) => UiRuntime,
): Promise<VirtualDevice> {
  const serial = options.serial ?? "emulator-5554";
  const androidVersion = options.androidVersion ?? "15";
  if (!Object.hasOwn(RELEASES, androidVersion)) {
    throw new Error(
      `Android ${androidVersion} is not modelled. Known versions: ${Object.keys(RELEASES).join(", ")}.`,
    );
  }
  for (const name of options.faults ?? []) requireFault(name);
  const system = createSystem({
    serial,
    androidVersion,
    realTime: options.realTime ?? false,
    now: options.now ?? Date.now,
    seed: options.seed ?? 1,
    commands: [...COMMANDS.keys()],
  });
  const ui = createUi(system.services);
  const network = createNetwork();
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  let rebooting: ReturnType<typeof setTimeout> | null = null;
  let transport = 1;

  const machine: Machine = {
    system,
    ui,
    commands: COMMANDS,
    network,
    processes: new Map(),
    reboot(mode) {
      if (rebooting) return;
      system.services.log("I", "ShutdownThread", `Rebooting, reason: ${mode || "shell"}`);
      for (const process of [...machine.processes.values()]) process.kill(9);
      rebooting = setTimeout(
        () => {
          rebooting = null;
          transport++;
          system.booted();
          ui.reboot();
          changed();
        },
        system.services.realTime ? REBOOT_REAL_MS : REBOOT_MS,
      );
      for (const { stop } of network.reverses.values()) stop();
      network.reverses.clear();
      changed();
      // The answer to whoever asked goes out first.
      setTimeout(dropConnections, 20);
    },
  };

  system.settings.onChange((namespace, key) => applySetting(machine, namespace, key));

  const state = (): DeviceState => {
    if (rebooting) return "gone";
    if (system.faults.has("unauthorized")) return "unauthorized";
    return system.faults.has("offline") ? "offline" : "device";
  };
  const requests: string[] = [];
  const endpointDevice: EndpointDevice = {
    serial,
    machine,
    requests,
    state,
    transportId: () => transport,
    hasFault: (name) => system.faults.has(name),
    connectHost: connectLoopback,
    banner: () => ({
      product: system.properties.get("ro.product.name") ?? "",
      model: (system.properties.get("ro.product.model") ?? "").replace(/[^A-Za-z0-9_-]/g, "_"),
      device: system.properties.get("ro.product.device") ?? "",
    }),
    onStateChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const endpoint = await startHostEndpoint(endpointDevice);
  const adbd = options.adbd
    ? await startAdbdEndpoint(endpointDevice, options.adbd === true ? 0 : options.adbd).catch(
        async (error: unknown) => {
          await endpoint.stop();
          throw error;
        },
      )
    : null;
  const dropConnections = (): void => {
    endpoint.dropDeviceConnections();
    adbd?.dropConnections();
  };

  const setFault = (name: string, on: boolean): void => {
    requireFault(name);
    if (system.faults.has(name) === on) return;
    if (on) system.faults.add(name);
    else system.faults.delete(name);
    applyFault(name, on, machine);
    changed();
    if (name === "offline" || name === "unauthorized") dropConnections();
  };
  for (const name of options.faults ?? []) setFault(name, true);

  return {
    serial,
    adbServerSocket: `tcp:127.0.0.1:${endpoint.port}`,
    adbdPort: adbd?.port ?? null,
    setFault,
    snapshot(): DeviceSnapshot {
      const saved: Saved = { system: system.snapshot(), ui: ui.snapshot() };
      return saved as unknown as DeviceSnapshot;
    },
    restore(snapshot) {
      const saved = snapshot as unknown as Saved;
      for (const process of [...machine.processes.values()]) process.kill(9);
      system.restore(saved.system);
      ui.restore(saved.ui);
      changed();
    },
    requests,
    async stop() {
      if (rebooting) clearTimeout(rebooting);
      rebooting = null;
      for (const process of [...machine.processes.values()]) process.kill(9);
      await Promise.all([endpoint.stop(), adbd?.stop()]);
    },
  };
}

function requireFault(name: string): void {
  if (findFault(name)) return;
  throw new Error(
    `There is no fault "${name}". Known faults: ${FAULTS.map((fault) => fault.name).join(", ")}.`,
  );
}
