import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ClaudeProcess,
  type RunClaudeOptions,
  runClaude,
} from "../../scripts/agent-benchmark/claude/process.ts";
import { type InvocationOptions, planInvocation } from "../../scripts/agent-benchmark/invocation.ts";
import {
  type PlaybookFailure,
  parsePlaybook,
  type RecordedRequest,
  startScriptedModel,
} from "../../scripts/scripted-model/index.ts";

const ROOT = join(import.meta.dir, "../..");
const PLATFORM_PACKAGE = `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`;

/** The real CLIs that the end-to-end tests run: the pinned one and an older one. Their platform packages are executables. */
export const CLIS = {
  "2.1.332": join(ROOT, "node_modules", PLATFORM_PACKAGE),
  "2.1.197": join(ROOT, "node_modules/claude-code-2.1.197/node_modules", PLATFORM_PACKAGE),
} as const;
export type CliVersion = keyof typeof CLIS;
export const VERSIONS = Object.keys(CLIS) as CliVersion[];

/** What a run of the real CLI left behind. JSON is as it came; tests look at what they know. */
// biome-ignore lint/suspicious/noExplicitAny: events and requests of a foreign program, asserted on field by field
export type Json = any;

export interface LabRun {
  /** Everything of the run is below this directory: home, cwd, artifacts. Removed by `clean`. */
  directory: string;
  ended: ClaudeProcess;
  events: Json[];
  init: Json;
  result: Json;
  /** Text or JSON of each tool result, in order. */
  results: string[];
  stderr: string;
  requests: readonly RecordedRequest[];
  /** Everything the model was sent, as one text. */
  sent: string;
  failure: PlaybookFailure | null;
  /** The fake server's log: starts and messages. */
  server: Json[];
  clean(): void;
}

export interface LabOptions {
  cli: CliVersion;
  playbook: string;
  prompt?: string;
  /** Mode of the fake MCP server; see test/fakes/mcp-server.ts. `real` is this repository's own server. */
  mode?: string;
  /** Makes a wrapper that stands in place of the CLI, and returns its path. */
  command?: (cli: string, directory: string) => string;
  /** Called before the start, with the directories of the operator. */
  plant?: (places: { directory: string; home: string; cwd: string }) => void;
  /** Variables of the operator; the scripted model is reached as if it were his API. */
  operator?: Record<string, string>;
  /** Run as `--model scripted` does, in a home and configuration of its own. */
  scripted?: boolean | { maxRetries: number };
  plan?: Partial<InvocationOptions>;
  process?: Partial<RunClaudeOptions>;
}

/** Runs the real Claude Code CLI as the harness does, against a playbook and the fake MCP server. */
export async function runLab(options: LabOptions): Promise<LabRun> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "claude-lab-")));
  const home = join(directory, "home");
  const cwd = join(directory, "parent", "cwd");
  const run = join(directory, "run");
  // Every run shows that such a path gets through the MCP config.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text that Claude would expand
  const serverRoot = join(directory, "ser ver ${HOME}");
  for (const path of [home, cwd, run, join(serverRoot, "dist/src")]) mkdirSync(path, { recursive: true });
  const log = join(directory, "server.log");
  const fake = join(ROOT, "test/fakes/mcp-server.ts");
  const index =
    options.mode === "real"
      ? `await import(${JSON.stringify(join(ROOT, "src/index.ts"))});\n`
      : `process.argv.push("mode=${options.mode ?? "ok"}", ${JSON.stringify(`log=${log}`)});\nawait import(${JSON.stringify(fake)});\n`;
  writeFileSync(join(serverRoot, "dist/src/index.js"), index);
  options.plant?.({ directory, home, cwd });
  const model = await startScriptedModel({
    playbook: parsePlaybook(options.playbook, "lab.yml"),
    placeholders: { deviceSerial: "emulator-5554", packageName: "dev.example", runDirectory: run },
  });
  try {
    const cli = CLIS[options.cli];
    const account = {
      url: model.url,
      home: join(directory, "private"),
      configDirectory: join(directory, "private/c"),
    };
    const retries = typeof options.scripted === "object" ? options.scripted : {};
    const invocation = planInvocation({
      command: options.command?.(cli, directory) ?? cli,
      claude: {
        appendSystemPrompt: "",
        allowedTools: ["mcp__auto-mobile"],
        disallowedTools: [],
        maxBudgetUsd: null,
      },
      model: "scripted",
      deviceSerial: "emulator-5554",
      packageName: "dev.example",
      places: {
        serverRoot,
        auxSocketDirectory: join(run, "aux"),
        databaseDirectory: join(run, "db"),
        dataDirectory: join(run, "data"),
        logDirectory: join(run, "logs"),
      },
      mcpConfigPath: join(run, "mcp-config.json"),
      cwd,
      serverInstructions: false,
      bun: process.execPath,
      inherited: {
        PATH: "/usr/bin:/bin",
        HOME: home,
        ANTHROPIC_API_KEY: "lab-needs-no-key",
        ANTHROPIC_BASE_URL: model.url,
        // Nothing but the loopback is reached, in the operator's configuration too.
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        ...options.operator,
      },
      inheritedCwd: directory,
      home,
      platform: process.platform,
      scripted: options.scripted ? { ...account, ...retries } : null,
      temporaryDirectory: join(directory, "tmp"),
      hiddenFromPath: [],
      ...options.plan,
    });
    if (options.scripted) mkdirSync(account.configDirectory, { recursive: true });
    mkdirSync(join(directory, "tmp"));
    writeFileSync(join(run, "mcp-config.json"), JSON.stringify(invocation.mcpConfig));
    const ended = await runClaude({
      command: invocation.command,
      args: invocation.args,
      env: invocation.environment.env,
      cwd,
      prompt: options.prompt ?? "Do the task.\n",
      stdoutPath: join(run, "claude.jsonl"),
      stderrPath: join(run, "claude.stderr"),
      timeoutSeconds: 60,
      graceSeconds: 3,
      pollSeconds: 0.05,
      ...options.process,
    });
    const events = lines(join(run, "claude.jsonl"));
    return {
      directory,
      ended,
      events,
      init: events.find((event) => event.type === "system" && event.subtype === "init"),
      result: events.findLast((event) => event.type === "result"),
      results: events.flatMap(resultsOf),
      stderr: readFileSync(join(run, "claude.stderr"), "utf8"),
      requests: model.requests,
      sent: JSON.stringify(model.requests.map((request) => request.body)),
      failure: model.failure(),
      server: existsSync(log) ? lines(log) : [],
      clean: () => rmSync(directory, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  } finally {
    await model.stop();
  }
}

function lines(file: string): Json[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

function resultsOf(event: Json): string[] {
  if (event.type !== "user" || !Array.isArray(event.message?.content)) return [];
  return event.message.content
    .filter((block: Json) => block.type === "tool_result")
    .map((block: Json) =>
      typeof block.content === "string"
        ? block.content
        : (block.content ?? []).map((part: Json) => part.text ?? part.type).join("\n"),
    );
}
