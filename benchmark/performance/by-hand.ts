/**
 * A run's job without the harness: `bun by-hand.ts <claude|prepared|promptfoo> <times> <job.json>`. A virtual device, the app on
 * its start screen, the scripted model, the agent with the same arguments and environment as in a run, the server's daemon
 * stopped. Nothing is fingerprinted, checked, audited or kept. `prepared` prepares the device with the harness's own preflight;
 * the others send the four commands that are enough. Prints the parts' seconds as JSON.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { type Invocation, planInvocation } from "../../scripts/agent-benchmark/invocation.ts";
import { startScriptedModel } from "../../scripts/scripted-model/index.ts";
import { startVirtualDevice, type VirtualDevice } from "../../scripts/virtual-device/index.ts";
import { createAdbClient } from "../../src/android/adb/client.ts";
import { resolveAdbEndpoint } from "../../src/android/adb/endpoint.ts";
import { runBare, runPromptfoo } from "./by-hand-agents.ts";
import { APP, type Job, LINK, PREFERENCES, PREPARATION } from "./whole-run-app.ts";

const [way = "claude", times = "1", jobFile = ""] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, "utf8")) as Job;
const phases: Record<string, number> = {};
let mark = performance.now();
function done(phase: string): void {
  const now = performance.now();
  phases[phase] = (phases[phase] ?? 0) + (now - mark) / 1000;
  mark = now;
}

for (let run = 0; run < Number(times); run += 1) await runOnce();
console.log(JSON.stringify({ phases }));
process.exit(0);

async function runOnce(): Promise<void> {
  mark = performance.now();
  const root = mkdtempSync(join(tmpdir(), "by-hand-"));
  const device = await startVirtualDevice();
  done("device");
  await (way === "prepared" ? prepare(device, root) : openApp(device));
  done("preflight");
  const values = { deviceSerial: device.serial, packageName: APP, runDirectory: root };
  const model = await startScriptedModel({ playbook: job.playbook, placeholders: values });
  const invocation = plan(device, model.url, root);
  done("model");
  const prompt = readFileSync(job.prompt, "utf8");
  const answered = await (way === "promptfoo" ? runPromptfoo : runBare)(invocation, prompt, root);
  done("claude");
  await Bun.spawn([process.execPath, join(job.serverRoot, "dist/src/index.js"), "--daemon", "stop"], {
    env: invocation.serverEnvironment,
    stdout: "ignore",
    stderr: "inherit",
  }).exited;
  done("daemon");
  const { played, turns } = model.progress();
  if (!answered || played !== turns) {
    throw new Error(model.failure()?.message ?? `played ${played} of ${turns} turns`);
  }
  await model.stop();
  await device.stop();
  rmSync(root, { recursive: true, force: true });
  done("end");
}

function adbOf(device: VirtualDevice) {
  return createAdbClient({ endpoint: resolveAdbEndpoint({ ADB_SERVER_SOCKET: device.adbServerSocket }) });
}

async function openApp(device: VirtualDevice): Promise<void> {
  const adb = adbOf(device);
  for (const [name, xml] of Object.entries(PREFERENCES)) {
    const script = `mkdir -p shared_prefs; cat > shared_prefs/${name}.xml`;
    await adb.shell(device.serial, `run-as ${APP} sh -c '${script}'`, { stdin: xml });
  }
  await adb.shell(device.serial, `am start -W -a android.intent.action.VIEW -d ${LINK} ${APP}`);
}

async function prepare(device: VirtualDevice, runDirectory: string): Promise<void> {
  const { runPreflight } = await import("../../scripts/agent-benchmark/device/index.ts");
  await runPreflight({ adb: adbOf(device), serial: device.serial, suite: PREPARATION, runDirectory });
}

function plan(device: VirtualDevice, url: string, root: string): Invocation {
  const folder = (name: string) => {
    mkdirSync(join(root, name));
    return join(root, name);
  };
  const coordination = folder("claims");
  return planInvocation({
    command: job.claude,
    claude: {
      appendSystemPrompt: "",
      allowedTools: ["mcp__auto-mobile"],
      disallowedTools: [],
      maxBudgetUsd: 2,
    },
    model: "scripted",
    deviceSerial: device.serial,
    packageName: APP,
    places: {
      serverRoot: job.serverRoot,
      auxSocketDirectory: folder("s"),
      databaseDirectory: folder("db"),
      dataDirectory: folder("data"),
      logDirectory: folder("logs"),
    },
    mcpConfigPath: join(root, "mcp.json"),
    cwd: folder("cwd"),
    serverInstructions: false,
    bun: process.execPath,
    inherited: {
      ...process.env,
      ADB_SERVER_SOCKET: device.adbServerSocket,
      AUTOMOBILE_COORDINATION_DIR: coordination,
      AUTOMOBILE_ADB_SERVER_COORDINATION_DIR: coordination,
    },
    inheritedCwd: process.cwd(),
    platform: process.platform,
    home: homedir(),
    scripted: { url, home: folder("home"), configDirectory: folder("config") },
    temporaryDirectory: folder("tmp"),
    hiddenFromPath: [],
  });
}
