import { type ClaudeEnvironment, claudeEnvironment, type ScriptedAccount } from "./claude/environment.ts";
import { type McpConfig, mcpConfig, type ServerPlaces, serverEnvironment } from "./claude/mcp-config.ts";
import { quoteCommand, quoteWord } from "./claude/shell-quote.ts";

export type { ScriptedAccount } from "./claude/environment.ts";
export type { McpConfig, ServerPlaces } from "./claude/mcp-config.ts";
export { isRunShapingClaudeVariable, RUN_SHAPING_CLAUDE_VARIABLES } from "./claude/run-shaping.ts";

export interface InvocationOptions {
  /** The executable, resolved (claude/resolve.ts). */
  command: string;
  /** The suite's `claude` block, placeholders filled in. */
  claude: {
    appendSystemPrompt: string;
    allowedTools: readonly string[];
    disallowedTools: readonly string[];
    maxBudgetUsd: number | null;
  };
  /** `--model`, or the suite's; null leaves the choice to the operator's account. */
  model: string | null;
  deviceSerial: string;
  packageName: string;
  places: ServerPlaces;
  /** Where the MCP config is written, absolute. */
  mcpConfigPath: string;
  /** Empty directory outside the repository. */
  cwd: string;
  serverInstructions: boolean;
  /** The executable that runs the server: process.execPath. */
  bun: string;
  /** process.env, with the virtual device's endpoint in it when there is one. */
  inherited: Readonly<Record<string, string | undefined>>;
  /** Base of relative paths in `inherited`: process.cwd(). */
  inheritedCwd: string;
  /** The operator's home directory: os.homedir(). */
  home: string;
  platform: NodeJS.Platform;
  scripted: ScriptedAccount | null;
  temporaryDirectory: string | null;
  /** Directories left out of Claude's PATH. */
  hiddenFromPath: readonly string[];
}

export interface Invocation {
  command: string;
  args: string[];
  cwd: string;
  environment: ClaudeEnvironment;
  mcpConfig: McpConfig;
  /** The server's environment, for `--daemon stop` in the same namespace. */
  serverEnvironment: Record<string, string>;
}

/** Everything that starts Claude for one run. Pure: reads nothing, writes nothing. */
export function planInvocation(options: InvocationOptions): Invocation {
  const server = serverEnvironment({
    places: options.places,
    inherited: options.inherited,
    cwd: options.inheritedCwd,
    home: options.home,
    instructions: options.serverInstructions,
    platform: options.platform,
  });
  return {
    command: options.command,
    args: claudeArguments(options),
    cwd: options.cwd,
    environment: claudeEnvironment(options),
    mcpConfig: mcpConfig(options.places, server, options.bun),
    serverEnvironment: server,
  };
}

/** Always denied: with a shell the agent could drive the device by adb, past the server under test. */
const ALWAYS_DENIED = ["Bash", "PowerShell"];
/** Kept besides the server's tools: a result too long for the context is left in a file that only Read gets back. */
const BUILT_IN = ["Read"];

/** Claude's arguments. No suite can add a flag of its own: any flag could undo the isolation. */
function claudeArguments(options: InvocationOptions): string[] {
  const { claude } = options;
  const denied = [...new Set([...ALWAYS_DENIED, ...claude.disallowedTools])];
  const prompt = systemPrompt(options);
  return [
    "-p",
    ...["--output-format", "stream-json", "--verbose"],
    "--strict-mcp-config",
    ...["--mcp-config", options.mcpConfigPath],
    ...["--setting-sources", ""],
    ...["--permission-mode", "default"],
    "--no-session-persistence",
    "--disable-slash-commands",
    ...["--tools", builtInTools(claude.allowedTools, denied).join(",")],
    ...(claude.allowedTools.length === 0 ? [] : ["--allowedTools", claude.allowedTools.join(",")]),
    ...["--disallowedTools", denied.join(",")],
    ...(options.model === null ? [] : ["--model", options.model]),
    ...(claude.maxBudgetUsd === null ? [] : ["--max-budget-usd", String(claude.maxBudgetUsd)]),
    ...["--append-system-prompt", prompt],
  ];
}

/** Claude's own tools that a run has: Read, and what the suite allows by name. */
function builtInTools(allowed: readonly string[], denied: readonly string[]): string[] {
  const asked = allowed.map((rule) => rule.replace(/\(.*$/s, "")).filter((name) => !name.startsWith("mcp__"));
  return [...new Set([...BUILT_IN, ...asked])].filter((name) => name !== "" && !denied.includes(name));
}

/** Claude is always told which device and app to use; the suite's own words follow. */
function systemPrompt({ deviceSerial, packageName, claude }: InvocationOptions): string {
  const briefing = `Use the Android device with the serial ${deviceSerial} and the app ${packageName}. Drive them with the auto-mobile tools.`;
  return [briefing, claude.appendSystemPrompt.trim()].filter((part) => part !== "").join("\n\n");
}

/**
 * The run as a command for a POSIX shell: exactly the environment of a run, values of the operator's variables by
 * reference so that no secret is printed. The prompt comes from `promptPath`.
 */
export function shellCommand(invocation: Invocation, promptPath: string): string {
  const { environment } = invocation;
  const byReference = Object.keys(environment.kept)
    .filter((name) => /^\w+$/.test(name) && !(name in environment.set))
    .sort()
    .map((name) => `${name}="$${name}"`);
  const fixed = Object.entries(environment.set).map(([name, value]) => quoteWord(`${name}=${value}`));
  const words = [
    "env",
    "-i",
    ...byReference,
    ...fixed,
    quoteCommand([invocation.command, ...invocation.args]),
  ];
  return `cd ${quoteWord(invocation.cwd)} && ${words.join(" ")} < ${quoteWord(promptPath)}`;
}
