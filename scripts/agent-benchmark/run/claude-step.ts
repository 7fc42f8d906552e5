import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { namespaceSuffix } from "../../../src/environment.ts";
import { ARTIFACTS } from "../artifacts.ts";
import { type ClaudeProcess, runClaude } from "../claude/process.ts";
import { toolDirectories } from "../claude/resolve.ts";
import { artifactError } from "../errors.ts";
import { type Invocation, planInvocation } from "../invocation.ts";
import { fillPlaceholders } from "../suite/placeholders.ts";
import { need, type PhaseContext, writeArtifact } from "./context.ts";

/** Everything that starts Claude for this run. Reads nothing. */
export function planRun(context: PhaseContext): Invocation {
  const { request, record, model } = context;
  const workspace = need(context.workspace);
  const { suite } = request;
  const values = placeholders(context);
  return planInvocation({
    command: need(context.claudeCommand),
    claude: {
      ...suite.claude,
      appendSystemPrompt: fillPlaceholders(suite.claude.appendSystemPrompt, values),
    },
    model: request.model,
    deviceSerial: values.deviceSerial,
    packageName: values.packageName,
    places: {
      serverRoot: request.serverRoot,
      auxSocketDirectory: workspace.sockets,
      databaseDirectory: join(record.directory, ARTIFACTS.database),
      dataDirectory: join(record.directory, ARTIFACTS.data),
      logDirectory: join(record.directory, ARTIFACTS.logs),
    },
    mcpConfigPath: join(record.directory, ARTIFACTS.mcpConfig),
    cwd: workspace.cwd,
    serverInstructions: request.serverInstructions,
    bun: process.execPath,
    inherited: context.env,
    inheritedCwd: process.cwd(),
    home: homedir(),
    platform: process.platform,
    scripted: model ? { url: model.url, home: workspace.home, configDirectory: workspace.config } : null,
    temporaryDirectory: workspace.temporary,
    hiddenFromPath: toolDirectories(request.harnessRoot),
  });
}

/** Writes what Claude gets, hands the device over, runs Claude and keeps how it ended. */
export async function claudeStep(context: PhaseContext): Promise<void> {
  const { request, record, model } = context;
  const invocation = need(context.invocation);
  const { directory } = record;
  record.prompt = fillPlaceholders(request.suite.prompt.text, placeholders(context));
  for (const name of [ARTIFACTS.logs, ARTIFACTS.database, ARTIFACTS.data]) makePrivate(join(directory, name));
  writeArtifact(directory, ARTIFACTS.prompt, record.prompt);
  writeArtifact(directory, ARTIFACTS.mcpConfig, json(invocation.mcpConfig));
  writeArtifact(directory, ARTIFACTS.claudeCommand, json(describeCommand(invocation)));
  need(context.ownership).handOver(namespaceSuffix(need(context.workspace).sockets));
  let shownCalls = 0;
  const killer = new AbortController();
  const forget = request.interrupts.onKill(() => killer.abort());
  const ended = await runClaude({
    command: invocation.command,
    args: invocation.args,
    env: invocation.environment.env,
    cwd: invocation.cwd,
    prompt: record.prompt,
    stdoutPath: join(directory, ARTIFACTS.transcript),
    stderrPath: join(directory, ARTIFACTS.stderr),
    timeoutSeconds: request.suite.claude.timeoutSeconds,
    interrupt: request.interrupts.signal,
    kill: killer.signal,
    onProgress: ({ seconds, toolCalls, lastTool, apiRetries }) => {
      const called = toolCalls > shownCalls;
      shownCalls = toolCalls;
      const parts = [
        `${Math.round(seconds)} of ${request.suite.claude.timeoutSeconds} s`,
        `${toolCalls} tool call${toolCalls === 1 ? "" : "s"}`,
        lastTool ? `last: ${lastTool.replace(/^mcp__auto-mobile__/, "")}` : null,
        apiRetries > 0 ? `${apiRetries} API retries` : null,
      ];
      request.progress[called ? "step" : "detail"](parts.filter(Boolean).join(", "));
    },
  });
  forget();
  keepOutcome(context, ended);
  // A Claude that was told to stop goes on for a moment, with calls that fail: no fault of the playbook.
  const told = ended.outcome.kind === "timed_out" || ended.outcome.kind === "interrupted";
  const mismatch = told ? null : model?.failure();
  if (mismatch) record.harness.push({ endReason: "playbook_mismatch", sentence: mismatch.message });
}

/** Not recursive: a run directory that was taken away is not made again, with half of its evidence. */
function makePrivate(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    throw artifactError(path, error);
  }
}

function keepOutcome({ request, record }: PhaseContext, ended: ClaudeProcess): void {
  const { outcome } = ended;
  if (outcome.kind === "spawn_failed") {
    record.problem = outcome.problem;
    record.harness.push({ endReason: "spawn_failed", sentence: outcome.problem.message });
    return;
  }
  record.claude.process = {
    exitCode: ended.exitCode,
    signal: ended.signal,
    wallClockSeconds: ended.wallClockSeconds ?? 0,
    forcedStop: ended.forcedStop,
  };
  if (ended.leftovers) record.notes.push("Claude left processes behind when it ended; they were stopped.");
  if (outcome.kind === "timed_out") {
    const sentence = `Claude did not finish within ${request.suite.claude.timeoutSeconds} seconds and was stopped.`;
    record.harness.push({ endReason: "timed_out", sentence });
  } else if (outcome.kind === "interrupted") {
    record.harness.push({ endReason: "interrupted", sentence: "The run was interrupted." });
  } else if (outcome.kind === "lingered") {
    const sentence = "Claude gave its final result but did not exit, and was stopped.";
    record.harness.push({ endReason: "lingered", sentence });
  }
}

function placeholders({ request, record }: PhaseContext) {
  return {
    deviceSerial: need(record.device).serial,
    packageName: request.suite.app.packageName,
    runDirectory: record.directory,
  };
}

/** Command, arguments and working directory; of the environment only names, and the values that are no secret. */
function describeCommand({ command, args, cwd, environment }: Invocation): unknown {
  return {
    command,
    args,
    cwd,
    environment: { set: environment.set, kept: environment.kept, removed: environment.removed },
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
