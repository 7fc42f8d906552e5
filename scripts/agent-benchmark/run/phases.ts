import { join } from "node:path";
import { createAdbClient } from "../../../src/android/adb/client.ts";
import { resolveAdbEndpoint } from "../../../src/android/adb/endpoint.ts";
import { startAdbServer } from "../../../src/android/adb/server.ts";
import { ARTIFACTS } from "../artifacts.ts";
import { matchScreen } from "../audit/index.ts";
import { managedDirectories, readManagedSettings } from "../claude/managed-settings.ts";
import { resolveClaude } from "../claude/resolve.ts";
import {
  adbClientVersions,
  captureScreen,
  discoverDevice,
  executedSteps,
  fileRecorder,
  inTurns,
  readServerBuild,
  runPreflight,
  runProcess,
  type ScreenCapture,
  takeOwnership,
} from "../device/index.ts";
import { RunError } from "../errors.ts";
import { unknownServerTools } from "../suite/tool-names.ts";
import { auditTranscript } from "./audit-transcript.ts";
import { claudeStep, planRun } from "./claude-step.ts";
import { need, type PhaseContext } from "./context.ts";
import { playbookPath, startEmbeddedDevice, startEmbeddedModel } from "./embedded.ts";
import { findServer } from "./server.ts";
import { killPrivateDaemon, stopRunDaemon } from "./stop-daemon.ts";
import { sweepDeadRuns } from "./sweep.ts";
import { createWorkspace } from "./workspace.ts";

export interface Phase {
  name: string;
  title(context: PhaseContext): string;
  run(context: PhaseContext): Promise<void>;
  /** Runs although Ctrl-C came: it tidies up or reads what is already there. */
  afterInterrupt?: boolean;
  /** The next phases still make sense when this one fails. */
  goOnAfterFailure?: boolean;
}

/** The phases of a run in order. Whatever one starts, it registers to be stopped. */
export const PHASES: readonly Phase[] = [
  { name: "parts", title: () => "Checking the server and Claude Code", run: findParts },
  { name: "device", title: deviceTitle, run: findDevice },
  {
    name: "preflight",
    title: ({ request }) => `Preparing ${request.suite.app.packageName}`,
    run: prepareDevice,
  },
  { name: "fingerprint", title: () => "Fingerprinting what is measured", run: fingerprint },
  {
    name: "claude",
    title: ({ request }) => `Claude is working on ${request.suite.name}`,
    run: runClaudePhase,
    goOnAfterFailure: true,
  },
  {
    name: "daemon",
    title: () => "Stopping the run's server",
    run: stopServer,
    afterInterrupt: true,
    goOnAfterFailure: true,
  },
  { name: "screen", title: () => "Reading the device's screen", run: readScreen, goOnAfterFailure: true },
  { name: "audit", title: () => "Auditing the transcript", run: audit, afterInterrupt: true },
];

async function findParts(context: PhaseContext): Promise<void> {
  const { request, record, lifetimes } = context;
  record.notes.push(...(await sweepDeadRuns()));
  const workspace = createWorkspace();
  const forget = request.interrupts.onKill(() => {
    killPrivateDaemon(workspace.sockets);
    workspace.remove();
  });
  lifetimes.defer("the temporary directory", () => {
    workspace.remove();
    forget();
  });
  context.workspace = workspace;
  context.server = findServer(request.serverRoot);
  const { allowedTools, disallowedTools } = request.suite.claude;
  const named = unknownServerTools([...allowedTools, ...disallowedTools], context.server.tools);
  if (named.problem) throw new RunError(named.problem);
  record.notes.push(...named.notes);
  const resolved = resolveClaude({
    requested: request.claude,
    scripted: record.embedded.model,
    path: context.env.PATH ?? "",
    cwd: process.cwd(),
    repositoryRoot: request.harnessRoot,
    platform: process.platform,
    arch: process.arch,
  });
  if (!resolved.ok) throw new RunError(resolved.problem);
  context.claudeCommand = resolved.command;
  const managed = readManagedSettings(managedDirectories(process.platform, context.env), [
    process.execPath,
    context.server.entry,
  ]);
  const [refusal] = managed.problems;
  if (refusal) throw new RunError(refusal);
  record.notes.push(...managed.notes);
}

function deviceTitle({ record }: PhaseContext): string {
  return record.embedded.device ? "Starting a virtual device" : "Finding the device";
}

async function findDevice(context: PhaseContext): Promise<void> {
  const { request, record, lifetimes, env } = context;
  const expected = record.embedded.device ? null : request.device;
  if (record.embedded.device) {
    const device = await startEmbeddedDevice();
    lifetimes.defer("the virtual device", () => device.stop());
    for (const name of ["ANDROID_ADB_SERVER_ADDRESS", "ANDROID_ADB_SERVER_PORT", "ANDROID_SERIAL"])
      delete env[name];
    env.ADB_SERVER_SOCKET = device.adbServerSocket;
    env.AUTOMOBILE_ADB_SERVER_COORDINATION_DIR = need(context.workspace).coordination;
    env.AUTOMOBILE_COORDINATION_DIR = need(context.workspace).coordination;
  }
  const address = resolveAdbEndpoint(env);
  const adb = createAdbClient({ endpoint: address, startServer: () => startAdbServer(address, env) });
  context.adb = adb;
  const signal = request.interrupts.signal;
  const commands = fileRecorder(join(record.directory, ARTIFACTS.preflightLog));
  const { serial } = await discoverDevice({ adb, expected, signal, record: commands });
  const ownership = await takeOwnership({ adb, serial, env });
  const forget = request.interrupts.onKill(() => ownership.release());
  lifetimes.defer("the device claim", () => {
    ownership.release();
    forget();
  });
  context.ownership = ownership;
  context.adbClients = record.embedded.device
    ? []
    : await adbClientVersions(runProcess, { env, platform: process.platform });
  record.device = { serial, adbVersion: context.adbClients[0]?.version ?? null };
}

async function prepareDevice(context: PhaseContext): Promise<void> {
  const { request, record } = context;
  // Preflight waits for the device; meanwhile there is time for what takes the processor.
  context.executed = inTurns(executedSteps(request.harnessRoot, need(context.claudeCommand)));
  record.preflight = await runPreflight({
    adb: need(context.adb),
    serial: need(record.device).serial,
    suite: request.suite,
    runDirectory: record.directory,
    log: (message) => request.progress.step(message),
    signal: request.interrupts.signal,
  });
  record.provesNothing = await startScreenPasses(context, record.preflight.startScreen);
}

/** Looks at the start screen with the eyes of the final check. A screen that can't be read says nothing. */
async function startScreenPasses(context: PhaseContext, seen: ScreenCapture | null): Promise<boolean | null> {
  const { request, record } = context;
  const capture =
    seen ??
    (await captureScreen({
      adb: need(context.adb),
      serial: need(record.device).serial,
      path: join(record.directory, ARTIFACTS.startScreen),
      screenshotPath: null,
      attempts: 2,
      record: fileRecorder(join(record.directory, ARTIFACTS.preflightLog)),
      signal: request.interrupts.signal,
    }));
  if (capture.outcome !== "observed") return null;
  const checks = matchScreen(
    capture.hierarchy,
    request.suite.app.packageName,
    request.suite.verify.screenIncludes,
  );
  return checks.every(({ passed }) => passed);
}

async function fingerprint(context: PhaseContext): Promise<void> {
  const { request, record } = context;
  if (record.embedded.model) {
    const model = await startEmbeddedModel(request.playbook ?? playbookPath(request.suite), {
      deviceSerial: need(record.device).serial,
      packageName: request.suite.app.packageName,
      runDirectory: record.directory,
    });
    context.lifetimes.defer("the scripted model", () => model.stop());
    context.model = model;
  }
  context.invocation = planRun(context);
  record.claude.command = request.claude ?? (record.embedded.model ? "the pinned Claude Code" : "claude");
  record.server.build = readServerBuild({
    serverRoot: request.serverRoot,
    harnessRoot: request.harnessRoot,
    claudeCommand: need(context.claudeCommand),
    adbClients: need(context.adbClients),
    env: context.invocation.environment.env,
    adbEndpoint: resolveAdbEndpoint(context.env).spec,
    embedded: record.embedded,
    executed: await need(context.executed),
  });
}

async function runClaudePhase(context: PhaseContext): Promise<void> {
  await claudeStep(context);
}

async function stopServer(context: PhaseContext): Promise<void> {
  const { invocation, server, record } = context;
  if (!invocation || !server || !record.claude.process) return;
  const problem = await stopRunDaemon(server, invocation.serverEnvironment);
  if (problem) record.notes.push(problem);
}

async function readScreen(context: PhaseContext): Promise<void> {
  const { record, request, ownership, adb } = context;
  if (!record.claude.process || !ownership || !adb || !record.device) return;
  const taken = await ownership.takeBack();
  if (!taken.undisturbed) {
    record.screen = { status: "not-read", reason: taken.reason };
    return;
  }
  const capture = await captureScreen({
    adb,
    serial: record.device.serial,
    path: join(record.directory, ARTIFACTS.screen),
    screenshotPath: join(record.directory, ARTIFACTS.screenshot),
    record: fileRecorder(join(record.directory, ARTIFACTS.preflightLog)),
    signal: request.interrupts.signal,
  });
  record.screen = { status: "captured", capture };
}

async function audit(context: PhaseContext): Promise<void> {
  const { record, request, server, claudeCommand, invocation } = context;
  if (!server || !record.claude.process) return;
  const path = join(record.directory, ARTIFACTS.transcript);
  record.transcript = await auditTranscript(path, request.suite, server.deviceAwareTools);
  if (record.transcript?.audit.claudeCodeVersion || !claudeCommand || !invocation) return;
  const asked = await runProcess(claudeCommand, ["--version"], {
    timeoutMs: 5_000,
    env: invocation.environment.env,
  });
  record.claude.fallbackVersion = /\d+\.\d+\.\d+\S*/.exec(asked.stdout)?.[0] ?? null;
}
