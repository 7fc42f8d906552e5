import type { AndroidVersion } from "../types.ts";
import { createAppFiles } from "./app-files.ts";
import { createFiles, type Files, type FilesSnapshot } from "./files.ts";
import { createLog, type DeviceLog, type LogRecord } from "./log.ts";
import { createPackages, isRuntimePermission, type PackageManager, type PackageRecord } from "./packages.ts";
import { preinstalledPackages } from "./preinstalled.ts";
import { initialProperties, RELEASES } from "./properties.ts";
import { createRandom } from "./random.ts";
import { createSettings, type SettingsStore } from "./settings.ts";
import { createSkeleton } from "./skeleton.ts";
import type { SettingsNamespace, SystemServices } from "./types.ts";

export interface SystemOptions {
  serial: string;
  androidVersion: AndroidVersion;
  realTime: boolean;
  now: () => number;
  seed: number;
  commands: readonly string[];
}

/** Everything the device is, apart from what is on its screen. */
export interface System {
  readonly serial: string;
  readonly androidVersion: AndroidVersion;
  readonly sdk: number;
  readonly files: Files;
  readonly packages: PackageManager;
  readonly settings: SettingsStore;
  readonly properties: Map<string, string>;
  readonly logs: DeviceLog;
  readonly faults: Set<string>;
  /** The part that the screen's side sees. */
  readonly services: SystemServices;
  now(): number;
  /** Epoch milliseconds of the last boot. */
  bootedAt(): number;
  /** Mutable state of less weight, saved as a whole. */
  readonly state: SystemState;
  /** A pid for a process of the shell. */
  nextPid(): number;
  rotate(rotation: number): void;
  booted(): void;
  snapshot(): SystemSnapshot;
  restore(snapshot: SystemSnapshot): void;
}

interface SystemState {
  physical: { width: number; height: number; density: number };
  sizeOverride: { width: number; height: number } | null;
  densityOverride: number | null;
  rotation: number;
  currentUser: number;
  locale: string;
  appLocales: Record<string, string>;
  nightAuto: "auto" | "custom" | null;
  overlays: Record<string, boolean>;
  bootedAt: number;
  pid: number;
  appOps: Record<string, Record<string, string>>;
  /** Commands may keep what they need between calls, for example the battery's level. */
  extras: Record<string, string>;
}

export interface SystemSnapshot {
  files: FilesSnapshot;
  packages: PackageRecord[];
  settings: Record<SettingsNamespace, Record<string, string>>;
  properties: [string, string][];
  logs: LogRecord[];
  faults: string[];
  state: SystemState;
  random: number;
}

/** Uptime of a device that was booted for the test: half a minute. */
const UPTIME_AT_START_MS = 32_000;

/** A freshly booted device without a screen. */
export function createSystem(options: SystemOptions): System {
  const { now, androidVersion } = options;
  const { sdk } = RELEASES[androidVersion];
  const random = createRandom(options.seed);
  const files = createFiles(now);
  const settings = createSettings();
  const logs = createLog(now);
  const faults = new Set<string>();
  const startedAt = now() - UPTIME_AT_START_MS;
  const properties = initialProperties(androidVersion, options.serial, startedAt);
  const packageListeners: Parameters<SystemServices["onPackageChange"]>[0][] = [];
  let state: SystemState = {
    physical: { width: 1080, height: 2400, density: 420 },
    sizeOverride: null,
    densityOverride: null,
    rotation: 0,
    currentUser: 0,
    locale: "en-US",
    appLocales: {},
    nightAuto: null,
    overlays: {},
    bootedAt: startedAt,
    pid: 8000,
    appOps: {},
    extras: {},
  };
  createSkeleton(files, options.commands, () => (now() - state.bootedAt) / 1000);
  const packages = createPackages(preinstalledPackages(sdk), {
    files,
    now,
    sdk,
    changed(packageName, change) {
      for (const listener of packageListeners) listener(packageName, change);
    },
  });

  files.setReadOnly("/", "self");
  for (const image of ["/system", "/product", "/system_ext", "/vendor", "/odm", "/apex"]) {
    files.setReadOnly(image, "tree");
  }

  const services: SystemServices = {
    androidVersion,
    sdk,
    now,
    random: random.next,
    realTime: options.realTime,
    hasFault: (name) => faults.has(name),
    appFiles(packageName) {
      const record = packages.get(packageName);
      return createAppFiles(files, `/data/data/${packageName}`, record?.uid ?? 99999);
    },
    settings: { get: settings.get, put: settings.put, onChange: settings.onChange },
    display: () => ({
      width: state.sizeOverride?.width ?? state.physical.width,
      height: state.sizeOverride?.height ?? state.physical.height,
      density: state.densityOverride ?? state.physical.density,
      rotation: state.rotation,
    }),
    locale: () => state.locale,
    nightMode: () => settings.get("secure", "ui_night_mode") === "2",
    fontScale: () => Number(settings.get("system", "font_scale") ?? "1") || 1,
    setLocale(tag) {
      state.locale = tag;
      properties.set("persist.sys.locale", tag);
      settings.put("system", "system_locales", tag);
    },
    setNightMode(on) {
      settings.put("secure", "ui_night_mode", on ? "2" : "1");
    },
    installed: (packageName) => packages.get(packageName) !== null,
    packageInfo: (packageName) => packages.info(packageName),
    onPackageChange: (listener) => void packageListeners.push(listener),
    isGranted(packageName, permission) {
      const record = packages.get(packageName);
      if (!record) return false;
      if (record.system || record.granted.includes(permission)) return true;
      return record.permissions.includes(permission) && !isRuntimePermission(permission, sdk);
    },
    grant(packageName, permission, granted) {
      const record = packages.get(packageName);
      if (!record) return;
      record.granted = record.granted.filter((name) => name !== permission);
      if (granted) record.granted.push(permission);
    },
    log(priority, tag, message) {
      logs.add({ uid: 1000, pid: 612, tid: 640, priority, tag, message, buffer: "main" });
    },
  };

  return {
    serial: options.serial,
    androidVersion,
    sdk,
    files,
    packages,
    settings,
    properties,
    logs,
    faults,
    services,
    now,
    bootedAt: () => state.bootedAt,
    get state() {
      return state;
    },
    nextPid() {
      state.pid += 1 + Math.floor(random.next() * 3);
      return state.pid;
    },
    rotate(rotation) {
      state.rotation = rotation;
    },
    booted() {
      state.bootedAt = now();
      properties.set("sys.boot_completed", "1");
    },
    snapshot: () => ({
      files: files.snapshot(),
      packages: packages.snapshot(),
      settings: settings.snapshot(),
      properties: [...properties],
      logs: logs.snapshot(),
      faults: [...faults],
      state: structuredClone(state),
      random: random.state(),
    }),
    restore(snapshot) {
      files.restore(snapshot.files);
      packages.restore(snapshot.packages);
      settings.restore(snapshot.settings);
      properties.clear();
      for (const [key, value] of snapshot.properties) properties.set(key, value);
      logs.restore(snapshot.logs);
      faults.clear();
      for (const name of snapshot.faults) faults.add(name);
      state = structuredClone(snapshot.state);
      random.setState(snapshot.random);
    },
  };
}
