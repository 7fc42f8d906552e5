import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { Problem } from "../errors.ts";
import { SERVER_NAME } from "./mcp-config.ts";

/** What the organisation has put on this machine; it applies to every run at the highest precedence. */
export interface ManagedSettings {
  /** Absolute path -> 16 hex digits of the file's SHA-256; null when it cannot be read. */
  digests: Record<string, string | null>;
  /** What makes a run impossible, each with what to do. */
  problems: Problem[];
  /** What shapes a run, in words. */
  notes: string[];
}

/** The managed directories of a platform. Source: Claude Code's settings documentation, "Settings files". */
export function managedDirectories(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  if (platform === "darwin") return ["/Library/Application Support/ClaudeCode"];
  if (platform !== "win32") return ["/etc/claude-code"];
  const roots = [
    env.ProgramFiles ?? env.PROGRAMFILES ?? "C:\\Program Files",
    env.ProgramData ?? env.PROGRAMDATA ?? "C:\\ProgramData",
  ];
  return roots.map((root) => `${root}\\ClaudeCode`);
}

/**
 * Digests everything under the managed directories and finds the policies that forbid the run's server, which is
 * started with `serverCommand` (executable and arguments).
 */
export function readManagedSettings(
  directories: readonly string[],
  serverCommand: readonly string[],
): ManagedSettings {
  const found: ManagedSettings = { digests: {}, problems: [], notes: [] };
  for (const directory of directories) {
    for (const file of filesBelow(directory, 0)) {
      const content = read(file);
      found.digests[file] = content && createHash("sha256").update(content).digest("hex").slice(0, 16);
      if (basename(file) === "managed-mcp.json") found.problems.push(managedMcp(file));
      if (
        /^managed-settings.*\.json$/.test(basename(file)) ||
        /managed-settings\.d[/\\][^/\\]+\.json$/.test(file)
      ) {
        judge(file, content, serverCommand, found);
      }
    }
  }
  const files = Object.keys(found.digests);
  if (files.length > 0) {
    const names = directories.flatMap((directory) =>
      files.filter((file) => file.startsWith(directory)).map((file) => relative(directory, file)),
    );
    found.notes.push(`Organisation-managed settings apply to this run: ${names.join(", ")}.`);
  }
  return found;
}

/** A policy of thousands of files is not walked to its end; the limit is part of no digest. */
const DEEPEST = 8;

function filesBelow(directory: string, depth: number): string[] {
  if (depth > DEEPEST) return [];
  let names: string[];
  try {
    names = readdirSync(directory).sort();
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const path = join(directory, name);
    try {
      return statSync(path).isDirectory() ? filesBelow(path, depth + 1) : [path];
    } catch {
      return [path];
    }
  });
}

function read(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

function managedMcp(file: string): Problem {
  return {
    code: "CLAUDE_MANAGED_MCP",
    where: file,
    message:
      "The organisation prescribes the MCP servers of this machine, so Claude refuses any other configuration.",
    hint: "Run on a machine or in a container without managed-mcp.json, or ask whoever manages it to move the file away for the benchmark.",
  };
}

function judge(
  file: string,
  content: Buffer | null,
  serverCommand: readonly string[],
  found: ManagedSettings,
): void {
  const settings = parse(content);
  if (!settings) {
    found.notes.push(`${file} cannot be read as JSON; what it does to the run is unknown.`);
    return;
  }
  const allowed = settings.allowedMcpServers;
  if (Array.isArray(allowed) && !isAllowed(allowed, serverCommand)) {
    found.problems.push({
      code: "CLAUDE_MCP_NOT_ALLOWED",
      where: file,
      message: `The organisation's allowedMcpServers does not list "${SERVER_NAME}", so Claude would drop the server without an error.`,
      hint: `Ask whoever manages it to allow the server (serverName "${SERVER_NAME}", or serverCommand ${JSON.stringify(serverCommand)}), or run on another machine.`,
    });
  }
  const denied = settings.deniedMcpServers;
  if (Array.isArray(denied) && denied.some((entry) => matches(entry, serverCommand))) {
    found.problems.push({
      code: "CLAUDE_MCP_DENIED",
      where: file,
      message: `The organisation's deniedMcpServers lists "${SERVER_NAME}", so Claude would drop the server.`,
      hint: "Ask whoever manages it to remove the entry, or run on another machine.",
    });
  }
  if (deniedTools(settings).length > 0) {
    found.notes.push(`${file} denies tools of the server: ${deniedTools(settings).join(", ")}.`);
  }
}

/**
 * As Claude decides it: once the list has commands, a local server must match one of them and its name no longer counts.
 * Source: Claude Code's managed MCP documentation.
 */
function isAllowed(entries: unknown[], serverCommand: readonly string[]): boolean {
  const commands = entries.filter((entry) => commandOf(entry) !== null);
  return commands.length > 0
    ? commands.some((entry) => matches(entry, serverCommand))
    : entries.some(namesServer);
}

function matches(entry: unknown, serverCommand: readonly string[]): boolean {
  const command = commandOf(entry);
  return command ? JSON.stringify(command) === JSON.stringify(serverCommand) : namesServer(entry);
}

function commandOf(entry: unknown): unknown[] | null {
  const command = (entry as { serverCommand?: unknown } | null)?.serverCommand;
  return Array.isArray(command) ? command : null;
}

function namesServer(entry: unknown): boolean {
  return (
    typeof entry === "object" &&
    entry !== null &&
    (entry as { serverName?: unknown }).serverName === SERVER_NAME
  );
}

function deniedTools(settings: Record<string, unknown>): string[] {
  const permissions = settings.permissions as { deny?: unknown } | undefined;
  const deny = Array.isArray(permissions?.deny) ? permissions.deny.map(String) : [];
  return deny.filter((rule) => rule.startsWith(`mcp__${SERVER_NAME}`));
}

function parse(content: Buffer | null): Record<string, unknown> | null {
  if (!content) return null;
  try {
    const value: unknown = JSON.parse(content.toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
