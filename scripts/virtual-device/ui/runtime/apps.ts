import { plainApp } from "../../apps/plain.ts";
import type { AppDefinition } from "../kit/app.ts";
import type { Machine } from "./machine.ts";

/** The installed app of a package: one of ours, or a plain window for what was installed from a file; else null. */
export function appOf(machine: Machine, packageName: string): AppDefinition | null {
  if (!machine.services.installed(packageName)) return null;
  const known = machine.apps.get(packageName);
  if (known !== undefined) return known;
  const info = machine.services.packageInfo(packageName);
  return info?.activities[0] === undefined ? null : plainApp(info);
}

/** Every installed app that has windows. */
export function installedApps(machine: Machine): AppDefinition[] {
  const names = new Set([...machine.apps.keys(), ...machine.state.installedPackages]);
  return [...names].map((name) => appOf(machine, name)).filter((app) => app !== null);
}
