import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { ARTIFACTS } from "./artifacts.ts";
import { resolveClaude, toolDirectories } from "./claude/resolve.ts";
import { quoteCommand, quoteWord } from "./claude/shell-quote.ts";
import { type Problem, UsageError } from "./errors.ts";
import { type McpConfig, planInvocation, shellCommand } from "./invocation.ts";
import type { RunOptions } from "./options.ts";
import { shownPath } from "./report/shown-path.ts";
import { playbookPath, playbookProblems, SCRIPTED_MODEL, VIRTUAL_DEVICE } from "./run/embedded.ts";
import type { RunPlaces } from "./run-suites.ts";
import { fillPlaceholders } from "./suite/placeholders.ts";
import type { Suite } from "./suite/types.ts";

export interface DryRun {
  suite: string;
  /** For a POSIX shell; credentials by reference. */
  command: string;
  mcpConfig: McpConfig;
  /** An empty directory outside the repository; a run makes its own. */
  cwd: string;
  /** Where the command looks for the MCP config; a run keeps its own in its run directory. */
  mcpConfigPath: string;
  /** Directories that have to be there first. */
  directories: string[];
  /** What only a run knows, as it stands in the command and the config, and where it would come from. */
  unknown: { word: string; from: string }[];
}

const DEVICE_SERIAL = "<device serial>";
const MODEL_ADDRESS = "<scripted model>";
const DEVICE_ADDRESS = "<virtual device>";

/**
 * What a run of each suite would start. Touches no device and no API: what only a run knows (the device's serial, the
 * embedded endpoints) is shown as <words>. Throws UsageError for a playbook that can't be played or a claude that can't be run.
 */
export async function planDryRuns(
  suites: readonly Suite[],
  options: RunOptions,
  context: RunPlaces,
): Promise<DryRun[]> {
  const model = (suite: Suite) => options.model ?? suite.claude.model;
  const problems: Problem[] = [];
  for (const suite of suites) {
    if (model(suite) === SCRIPTED_MODEL) problems.push(...(await playbookProblems(suite)));
  }
  if (problems.length > 0) throw new UsageError(problems);
  return suites.map((suite) => planDryRun(suite, model(suite), options, context));
}

function planDryRun(suite: Suite, model: string | null, options: RunOptions, context: RunPlaces): DryRun {
  const { repositoryRoot, serverRoot, env } = context;
  const scripted = model === SCRIPTED_MODEL;
  const serial =
    options.device === null || options.device === VIRTUAL_DEVICE ? DEVICE_SERIAL : options.device;
  const directory = join(context.output, suite.name, "dry-run");
  const workspace = join(tmpdir(), "agent-bench-dry-run");
  const values = { deviceSerial: serial, packageName: suite.app.packageName, runDirectory: directory };
  const found = resolveClaude({
    requested: options.claude,
    scripted,
    path: env.PATH ?? "",
    cwd: process.cwd(),
    repositoryRoot,
    platform: process.platform,
    arch: process.arch,
  });
  // Validating a suite must work on a machine without Claude Code; naming one that can't be run is a mistake.
  if (!found.ok && options.claude !== null) throw new UsageError(found.problem);
  const invocation = planInvocation({
    command: found.ok ? found.command : "claude",
    claude: {
      ...suite.claude,
      appendSystemPrompt: fillPlaceholders(suite.claude.appendSystemPrompt, values),
    },
    model,
    deviceSerial: serial,
    packageName: suite.app.packageName,
    places: {
      serverRoot,
      auxSocketDirectory: join(workspace, "s"),
      databaseDirectory: join(directory, ARTIFACTS.database),
      dataDirectory: join(directory, ARTIFACTS.data),
      logDirectory: join(directory, ARTIFACTS.logs),
    },
    mcpConfigPath: join(directory, ARTIFACTS.mcpConfig),
    cwd: join(workspace, "cwd"),
    serverInstructions: options.serverInstructions,
    bun: process.execPath,
    inherited: options.device === VIRTUAL_DEVICE ? { ...env, ADB_SERVER_SOCKET: DEVICE_ADDRESS } : env,
    inheritedCwd: process.cwd(),
    home: homedir(),
    platform: process.platform,
    scripted: scripted
      ? {
          url: MODEL_ADDRESS,
          home: join(workspace, "home"),
          configDirectory: join(workspace, "config"),
        }
      : null,
    temporaryDirectory: join(workspace, "tmp"),
    hiddenFromPath: toolDirectories(repositoryRoot),
  });
  return {
    suite: suite.name,
    command: shellCommand(invocation, suite.prompt.path),
    cwd: invocation.cwd,
    mcpConfigPath: join(directory, ARTIFACTS.mcpConfig),
    mcpConfig: invocation.mcpConfig,
    directories: [
      invocation.cwd,
      join(workspace, "tmp"),
      ...(scripted ? [join(workspace, "home"), join(workspace, "config")] : []),
      directory,
    ],
    unknown: [
      ...(serial === DEVICE_SERIAL ? [{ word: DEVICE_SERIAL, from: "adb devices" }] : []),
      ...(options.device === VIRTUAL_DEVICE ? [{ word: DEVICE_ADDRESS, from: "bun run device" }] : []),
      ...(scripted
        ? [
            {
              word: MODEL_ADDRESS,
              from: `bun scripts/scripted-model/cli.ts ${quoteWord(shownPath(playbookPath(suite), process.cwd()))}`,
            },
          ]
        : []),
    ],
  };
}

/** For a person: a script that can be pasted as it is. It makes the directories and the MCP config, then starts Claude. */
export function renderDryRuns(runs: readonly DryRun[]): string {
  return runs.map(renderDryRun).join("\n");
}

function renderDryRun(run: DryRun): string {
  const width = Math.max(...run.unknown.map(({ word }) => word.length));
  return [
    `# ${run.suite}: the suite is valid. A run starts the command below, in directories of its own and with the placeholders`,
    "# of the prompt filled in. To try it by hand, paste all of this into a shell.",
    ...run.unknown.map(
      ({ word, from }) => `# ${word.padEnd(width)}  is known to a run only; by hand: ${from}`,
    ),
    `mkdir -p ${quoteCommand(run.directories)}`,
    `cat > ${quoteWord(run.mcpConfigPath)} <<'END'`,
    JSON.stringify(run.mcpConfig, null, 2),
    "END",
    run.command,
    "",
  ].join("\n");
}
