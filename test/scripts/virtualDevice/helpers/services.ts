import type { SystemServices, UiRuntime } from "../../../../scripts/virtual-device/system/types.ts";
import { createUiRuntime } from "../../../../scripts/virtual-device/ui/runtime.ts";
import { parseHierarchy } from "../../../../src/android/hierarchy/parse.ts";

export const PLAYGROUND = "dev.jasonpearson.automobile.playground";

/** An in-memory system for tests of the screen's side: settings and files are real, nothing else is there. */
export interface FakeSystem {
  services: SystemServices;
  ui: UiRuntime;
  files: Map<string, string>;
  faults: Set<string>;
  display: { width: number; height: number; density: number; rotation: number };
  clock: { now: number };
  logs: string[];
  uninstalled: Set<string>;
  rotate(rotation: number): void;
}

export interface FakeOptions {
  sdk?: number;
  locale?: string;
  realTime?: boolean;
  files?: Record<string, string>;
  faults?: string[];
}

const SIGNED_IN = {
  [`${PLAYGROUND}/shared_prefs/onboarding_prefs.xml`]:
    "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map><boolean name=\"onboarding_completed\" value=\"true\" /></map>",
  [`${PLAYGROUND}/shared_prefs/auth_prefs.xml`]:
    "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map><boolean name=\"is_guest_mode\" value=\"true\" /></map>",
};

/** A device whose Playground passed onboarding as a guest, unless `files` says otherwise. */
export function fakeSystem(options: FakeOptions = {}): FakeSystem {
  const files = new Map(Object.entries(options.files ?? SIGNED_IN));
  const faults = new Set(options.faults ?? []);
  const settings = new Map<string, string>([
    ["secure/navigation_mode", "2"],
    ["secure/lockscreen_disabled", "1"],
    ["system/accelerometer_rotation", "1"],
    ["global/wifi_on", "1"],
    ["global/device_name", "Virtual Device"],
  ]);
  const display = { width: 1080, height: 2400, density: 420, rotation: 0 };
  const clock = { now: Date.UTC(2026, 9, 16, 9, 41) };
  const logs: string[] = [];
  const uninstalled = new Set<string>();
  const granted = new Set<string>();
  const listeners: Parameters<SystemServices["settings"]["onChange"]>[0][] = [];
  let locale = options.locale ?? "en-US";
  const services: SystemServices = {
    androidVersion: "15",
    sdk: options.sdk ?? 34,
    now: () => clock.now,
    random: () => 0.5,
    realTime: options.realTime ?? false,
    hasFault: (name) => faults.has(name),
    appFiles: (packageName) => ({
      read: (path) => {
        const content = files.get(`${packageName}/${path}`);
        return content === undefined ? null : new TextEncoder().encode(content);
      },
      write: (path, content) => void files.set(`${packageName}/${path}`, new TextDecoder().decode(content)),
      remove: (path) => void files.delete(`${packageName}/${path}`),
      list: () => [],
    }),
    settings: {
      get: (namespace, key) => settings.get(`${namespace}/${key}`) ?? null,
      put(namespace, key, value) {
        if (value === null) settings.delete(`${namespace}/${key}`);
        else settings.set(`${namespace}/${key}`, value);
        for (const listener of listeners) listener(namespace, key, value);
      },
      onChange: (listener) => void listeners.push(listener),
    },
    display: () => ({ ...display }),
    locale: () => locale,
    nightMode: () => settings.get("secure/ui_night_mode") === "2",
    fontScale: () => Number(settings.get("system/font_scale") ?? "1"),
    setLocale(tag) {
      locale = tag;
      services.settings.put("system", "system_locales", tag);
    },
    setNightMode: (on) => services.settings.put("secure", "ui_night_mode", on ? "2" : "1"),
    installed: (packageName) => !uninstalled.has(packageName),
    packageInfo: () => null,
    onPackageChange: () => undefined,
    isGranted: (packageName, permission) => granted.has(`${packageName} ${permission}`),
    grant(packageName, permission, on) {
      if (on) granted.add(`${packageName} ${permission}`);
      else granted.delete(`${packageName} ${permission}`);
    },
    log: (priority, tag, message) => void logs.push(`${priority} ${tag}: ${message}`),
  };
  const ui = createUiRuntime(services);
  return {
    services,
    ui,
    files,
    faults,
    display,
    clock,
    logs,
    uninstalled,
    rotate(rotation) {
      display.rotation = rotation;
      ui.setRotation(rotation);
    },
  };
}

/** Starts Playground on a deep link, `/demos/bugs/repro`. */
export function openLink(system: FakeSystem, path: string) {
  return system.ui.startActivity({
    action: "android.intent.action.VIEW",
    data: `automobile://playground${path}`,
    packageName: PLAYGROUND,
  });
}

export interface DumpNode {
  text: string;
  id: string;
  className: string;
  description: string;
  packageName: string;
  flags: string[];
  bounds: [number, number, number, number];
}

/** The nodes of a plain dump, as the project's own reader sees them; none when there is no root. */
export function nodes(system: FakeSystem): DumpNode[] {
  const xml = system.ui.dumpXml({ compressed: false, windows: false });
  if (xml === null) return [];
  const result = parseHierarchy(new TextEncoder().encode(xml));
  if (result.status !== "ok") throw new Error(result.reason);
  return (result.windows[0]?.nodes ?? []).map((node) => ({
    text: node.text,
    id: node.resourceId,
    className: node.className,
    description: node.contentDesc,
    packageName: node.packageName,
    flags: (["checkable", "checked", "focused", "password", "selected", "scrollable"] as const).filter(
      (name) => node[name],
    ),
    bounds: node.bounds ?? [0, 0, 0, 0],
  }));
}

/** Every text and description on the active window. */
export function texts(system: FakeSystem): string[] {
  return nodes(system).flatMap(({ text, description }) =>
    [text, description].filter((value) => value !== ""),
  );
}

/** The node with that id, text or description; throws with what is there instead. */
export function find(system: FakeSystem, name: string): DumpNode {
  const all = nodes(system);
  const found = all.find(({ id, text, description }) => id === name || text === name || description === name);
  if (found === undefined) throw new Error(`no ${name} among ${texts(system).join(" | ")}`);
  return found;
}

/** Taps the middle of a node. */
export function tapOn(system: FakeSystem, name: string): void {
  const [x, y] = middle(find(system, name));
  system.ui.input.tap(x, y);
}

export function middle({ bounds: [left, top, right, bottom] }: DumpNode): [number, number] {
  return [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
}
