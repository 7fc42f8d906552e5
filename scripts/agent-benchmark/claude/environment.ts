import { type KeptFor, keptFor } from "./kept.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Longest wait for the MCP server, milliseconds: a daemon that starts and settles its devices needs a good part of it. */
const CONNECT_MS = "60000";

/** What every run sets, whatever the operator has. docs/explanations/isolation.md has the reasons. */
const FIXED_VARIABLES: Readonly<Record<string, string>> = {
  CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1",
  CLAUDE_CODE_DISABLE_POLICY_SKILLS: "1",
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1",
  // The server gets what the MCP config names and none of Claude's credentials.
  CLAUDE_CODE_MCP_ALLOWLIST_ENV: "1",
  // Claude waits for the server before the first turn, so that its init event tells the truth.
  MCP_CONNECTION_NONBLOCKING: "0",
  MCP_CONNECT_TIMEOUT_MS: CONNECT_MS,
  MCP_TIMEOUT: CONNECT_MS,
  ENABLE_TOOL_SEARCH: "false",
  ENABLE_CLAUDEAI_MCP_SERVERS: "false",
  DISABLE_AUTOUPDATER: "1",
  // The prompt carries today's date.
  TZ: "UTC",
};

/** The scripted model in place of the operator's account. */
export interface ScriptedAccount {
  /** Base URL of the scripted model, on loopback. */
  url: string;
  /** Empty private directories: HOME and CLAUDE_CONFIG_DIR. */
  home: string;
  configDirectory: string;
  /** Retries of a failed request; default Claude's own (10, up to three minutes). */
  maxRetries?: number;
}

export interface ClaudeEnvironment {
  env: Record<string, string>;
  /** Names passed on from the operator, with the reason; values are never recorded. */
  kept: Record<string, KeptFor>;
  /** Names of the operator's variables that were not passed on. */
  removed: string[];
  /** What this run sets. No secret among it. */
  set: Record<string, string>;
}

/**
 * Claude's environment, by decision: the operator's sign-in, provider, proxy and model routing, what a program needs to
 * start, and fixed values for the rest. With `scripted`, nothing of the operator's account.
 */
export function claudeEnvironment(options: {
  inherited: Environment;
  platform: NodeJS.Platform;
  scripted: ScriptedAccount | null;
  /** Claude's own temporary files go here when it is given. */
  temporaryDirectory: string | null;
  /** Entries left out of PATH: node_modules/.bin of this repository, which `bun run` puts there. */
  hiddenFromPath: readonly string[];
}): ClaudeEnvironment {
  const { scripted, platform } = options;
  const env: Record<string, string> = {};
  const kept: Record<string, KeptFor> = {};
  const removed: string[] = [];
  for (const [name, value] of Object.entries(options.inherited)) {
    if (value === undefined) continue;
    const reason = keptFor(name, platform);
    if (reason === null || (scripted && reason !== "system")) {
      removed.push(name);
      continue;
    }
    kept[name] = reason;
    env[name] = /^path$/i.test(name) ? visiblePath(value, options.hiddenFromPath, platform) : value;
  }
  const set: Record<string, string> = {
    ...FIXED_VARIABLES,
    ...(options.temporaryDirectory ? { CLAUDE_CODE_TMPDIR: options.temporaryDirectory } : {}),
    ...(scripted ? scriptedVariables(scripted, platform) : {}),
  };
  for (const name of Object.keys(set)) delete kept[name];
  return { env: { ...env, ...set }, kept, removed: removed.sort(), set };
}

function scriptedVariables(account: ScriptedAccount, platform: NodeJS.Platform): Record<string, string> {
  return {
    HOME: account.home,
    ...(platform === "win32" ? { USERPROFILE: account.home } : {}),
    CLAUDE_CONFIG_DIR: account.configDirectory,
    ANTHROPIC_BASE_URL: account.url,
    ANTHROPIC_API_KEY: "scripted-model-needs-no-key",
    NO_PROXY: "127.0.0.1,localhost",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    ...(account.maxRetries === undefined ? {} : { CLAUDE_CODE_MAX_RETRIES: String(account.maxRetries) }),
  };
}

/** PATH without the given entries and without empty ones, which mean the working directory. */
function visiblePath(path: string, hidden: readonly string[], platform: NodeJS.Platform): string {
  const separator = platform === "win32" ? ";" : ":";
  return path
    .split(separator)
    .filter((entry) => entry !== "" && !hidden.includes(entry.replace(/[/\\]+$/, "")))
    .join(separator);
}
