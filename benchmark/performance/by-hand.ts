/**
 * A run's job without the harness: `bun by-hand.ts <claude|promptfoo> <playbook> <prompt> <server root> <claude>`. A
 * virtual device, the app on its start screen, the scripted model, the agent with the same arguments and environment as in
 * a run, the server's daemon stopped. Nothing is fingerprinted, checked, audited or kept. Prints the parts' seconds as JSON.
 */
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Invocation, planInvocation } from "../../scripts/agent-benchmark/invocation.ts";
import { startScriptedModel } from "../../scripts/scripted-model/index.ts";
import { startVirtualDevice } from "../../scripts/virtual-device/index.ts";
import { createAdbClient } from "../../src/android/adb/client.ts";
import { resolveAdbEndpoint } from "../../src/android/adb/endpoint.ts";
import { APP, LINK, PREFERENCES } from "./whole-run-app.ts";

const [agent = "claude", playbook = "", promptFile = "", serverRoot = "", claude = ""] =
  process.argv.slice(2);
const phases: Record<string, number> = {};
let mark = performance.now();
function done(phase: string): void {
  const now = performance.now();
  phases[phase] = (now - mark) / 1000;
  mark = now;
}

const root = mkdtempSync(join(tmpdir(), "by-hand-"));
const folder = (name: string) => {
  mkdirSync(join(root, name));
  return join(root, name);
};
const device = await startVirtualDevice();
done("device");
await openApp();
done("preflight");
const values = { deviceSerial: device.serial, packageName: APP, runDirectory: root };
const model = await startScriptedModel({ playbook, placeholders: values });
const invocation = plan();
done("model");
const prompt = readFileSync(promptFile, "utf8");
const answered = agent === "promptfoo" ? await runPromptfoo(invocation) : await runBare(invocation);
done("claude");
await Bun.spawn([process.execPath, join(serverRoot, "dist/src/index.js"), "--daemon", "stop"], {
  env: invocation.serverEnvironment,
  stdout: "ignore",
  stderr: "inherit",
}).exited;
done("daemon");
const { played, turns } = model.progress();
await model.stop();
await device.stop();
rmSync(root, { recursive: true, force: true });
done("end");
console.log(JSON.stringify({ phases }));
if (model.failure()) process.stderr.write(`${model.failure()?.message}\n`);
process.exit(answered && played === turns ? 0 : 1);

async function openApp(): Promise<void> {
  const endpoint = resolveAdbEndpoint({ ADB_SERVER_SOCKET: device.adbServerSocket });
  const adb = createAdbClient({ endpoint });
  for (const [name, xml] of Object.entries(PREFERENCES)) {
    const script = `mkdir -p shared_prefs; cat > shared_prefs/${name}.xml`;
    await adb.shell(device.serial, `run-as ${APP} sh -c '${script}'`, { stdin: xml });
  }
  await adb.shell(device.serial, `am start -W -a android.intent.action.VIEW -d ${LINK} ${APP}`);
}

function plan(): Invocation {
  const coordination = folder("claims");
  return planInvocation({
    command: claude,
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
      serverRoot,
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
    home: root,
    platform: process.platform,
    scripted: { url: model.url, home: folder("home"), configDirectory: folder("config") },
    temporaryDirectory: folder("tmp"),
    hiddenFromPath: [],
  });
}

async function runBare({ command, args, cwd, environment, mcpConfig }: Invocation): Promise<boolean> {
  writeFileSync(join(root, "mcp.json"), JSON.stringify(mcpConfig));
  const transcript = join(root, "claude.jsonl");
  const child = Bun.spawn([command, ...args], {
    cwd,
    env: environment.env,
    stdin: new TextEncoder().encode(prompt),
    stdout: openSync(transcript, "w"),
    stderr: "inherit",
  });
  return (await child.exited) === 0 && readFileSync(transcript, "utf8").includes("EXPECTED_COUNT: 3");
}

/** As its documentation sets it up: one provider, one prompt, one test, and an assertion on the answer. */
async function runPromptfoo({ environment, mcpConfig, args }: Invocation): Promise<boolean> {
  const { promptfooCommand, promptfooConfig, PROMPTFOO_MODULES, PROMPTFOO_QUIET } = await import(
    "./promptfoo-setup.ts"
  );
  const output = join(root, "output.json");
  const systemPrompt = args[args.indexOf("--append-system-prompt") + 1] ?? "";
  const config = promptfooConfig({ prompt, systemPrompt, server: mcpConfig.mcpServers["auto-mobile"] });
  writeFileSync(join(root, "promptfooconfig.json"), JSON.stringify(config));
  symlinkSync(PROMPTFOO_MODULES, join(root, "node_modules"));
  const child = Bun.spawn(
    [
      ...promptfooCommand(),
      "eval",
      ...["-c", join(root, "promptfooconfig.json"), "-o", output],
      ...["--no-cache", "--no-table", "--no-progress-bar"],
    ],
    {
      cwd: root,
      env: { ...environment.env, ...PROMPTFOO_QUIET, PROMPTFOO_CONFIG_DIR: folder("promptfoo") },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const [told, errors, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (exitCode !== 0) process.stderr.write(`${told}${errors}`);
  return exitCode === 0;
}
