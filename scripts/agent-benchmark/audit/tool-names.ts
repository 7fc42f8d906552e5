import { cutText, LIMITS } from "./keep.ts";
import type { AuditorOptions } from "./types.ts";

const INFRASTRUCTURE = new Set(["ToolSearch", "WaitForMcpServers"]);

/** What is known of a tool from its name, and how often it was called. */
export interface ToolName {
  index: number;
  name: string;
  shortName: string;
  ofServer: boolean;
  deviceAware: boolean;
  infrastructure: boolean;
  calls: number;
}

/** Prefix of the server's tools: Claude Code replaces what a tool name may not hold by underscores. */
export function serverToolPrefix(serverName: string): string {
  return `mcp__${serverName.replace(/[^a-zA-Z0-9_-]/g, "_")}__`;
}

/** Tool names seen, each classified once. Beyond LIMITS.toolNames different names share one entry. */
export function createToolNames(options: AuditorOptions) {
  const prefix = serverToolPrefix(options.serverName);
  const known = new Map<string, ToolName>();
  const byIndex: ToolName[] = [];

  const classify = (name: string): ToolName => {
    const ofServer = name.startsWith(prefix);
    const shortName = cutText(ofServer ? name.slice(prefix.length) : name, LIMITS.name);
    return {
      index: byIndex.length,
      name: cutText(name, LIMITS.name),
      shortName,
      ofServer,
      deviceAware: ofServer && options.deviceAwareTools.has(shortName),
      infrastructure: INFRASTRUCTURE.has(name),
      calls: 0,
    };
  };

  const register = (key: string, tool: ToolName): ToolName => {
    known.set(key, tool);
    byIndex.push(tool);
    return tool;
  };

  return {
    of(name: string): ToolName {
      const found = known.get(name);
      if (found) return found;
      const tool = classify(name);
      if (known.size < LIMITS.toolNames || tool.ofServer) return register(name, tool);
      return known.get("") ?? register("", { ...tool, name: "(other tools)", shortName: "(other tools)" });
    },
    at: (index: number): ToolName | null => byIndex[index] ?? null,
    isServerTool: (name: string): boolean => name.startsWith(prefix),
    /** Name of a tool without the server's prefix. */
    short: (name: string): string => (name.startsWith(prefix) ? name.slice(prefix.length) : name),
    /** Calls by short name. */
    counts(): Record<string, number> {
      const counts = new Map<string, number>();
      for (const tool of byIndex) counts.set(tool.shortName, (counts.get(tool.shortName) ?? 0) + tool.calls);
      return Object.fromEntries(counts);
    },
  };
}
