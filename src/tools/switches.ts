import { closestMatch } from "leven";

/** Which tools are offered. Changes made by setToolEnabled are kept in the store and win over the rest. */
export interface ToolSwitches {
  isEnabled(name: string): boolean;
  /** All or nothing: an unknown name changes none. Returns the names that are enabled now. */
  set(names: string[], enabled: boolean): { ok: true; enabled: string[] } | { ok: false; message: string };
  enabled(): string[];
  onChange(listener: () => void): () => void;
}

/** Where choices outlive the process. */
export interface SwitchStore {
  read(): ReadonlyMap<string, boolean>;
  write(names: readonly string[], enabled: boolean): void;
}

export interface SwitchOptions {
  tools: readonly { name: string; enabledByDefault: boolean }[];
  /** Names from AUTOMOBILE_ENABLED_TOOLS and AUTOMOBILE_DISABLED_TOOLS. */
  environment?: { enabled: readonly string[]; disabled: readonly string[] };
  /** Names from --enable-tool and --disable-tool: they win over the environment. */
  commandLine?: { enabled: readonly string[]; disabled: readonly string[] };
  store?: SwitchStore;
}

/** Switching this off would leave no way back. */
const ALWAYS_ON = "setToolEnabled";

/** Problems with the lists of names, one plain sentence each; empty when all is well. */
export function checkSwitchNames(options: SwitchOptions): string[] {
  const known = options.tools.map((tool) => tool.name);
  const problems: string[] = [];
  const sources = [
    ["AUTOMOBILE_ENABLED_TOOLS and AUTOMOBILE_DISABLED_TOOLS", options.environment],
    ["--enable-tool and --disable-tool", options.commandLine],
  ] as const;
  for (const [where, lists] of sources) {
    for (const name of [...(lists?.enabled ?? []), ...(lists?.disabled ?? [])]) {
      if (!known.includes(name)) problems.push(`${where}: ${unknownTool(name, known)}`);
    }
    for (const name of lists?.enabled.filter((name) => lists.disabled.includes(name)) ?? []) {
      problems.push(`${where}: ${name} is in both`);
    }
  }
  return problems;
}

/** Switches by default, then environment, then command line, then the stored choice. */
export function createSwitches(options: SwitchOptions): ToolSwitches {
  const known = options.tools.map((tool) => tool.name);
  const state = new Map(options.tools.map((tool) => [tool.name, tool.enabledByDefault]));
  for (const lists of [options.environment, options.commandLine]) {
    for (const name of lists?.enabled ?? []) state.set(name, true);
    for (const name of lists?.disabled ?? []) state.set(name, false);
  }
  for (const [name, enabled] of options.store?.read() ?? []) if (state.has(name)) state.set(name, enabled);
  const listeners = new Set<() => void>();
  const enabled = () => known.filter((name) => state.get(name)).sort();
  return {
    isEnabled: (name) => state.get(name) === true,
    enabled,
    set(names, on) {
      const unknown = names.filter((name) => !state.has(name));
      if (unknown.length > 0) {
        return { ok: false, message: unknown.map((name) => unknownTool(name, known)).join("; ") };
      }
      if (!on && names.includes(ALWAYS_ON)) {
        return { ok: false, message: `${ALWAYS_ON} cannot switch itself off` };
      }
      const changes = names.some((name) => state.get(name) !== on);
      for (const name of names) state.set(name, on);
      options.store?.write(names, on);
      if (changes) for (const listener of listeners) listener();
      return { ok: true, enabled: enabled() };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `Unknown tool: tapOm. Did you mean tapOn?` */
export function unknownTool(name: string, known: readonly string[]): string {
  const near = closestMatch(name, [...known], { maxDistance: Math.min(4, Math.floor(name.length / 2)) });
  return `Unknown tool: ${name.slice(0, 80)}.${near ? ` Did you mean ${near}?` : ""}`;
}
