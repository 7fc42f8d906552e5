/**
 * This server beside `@mobilenext/mobile-mcp` over stdio, on the same virtual device in the same run:
 * `bun benchmark/performance/server.ts [--rounds N] [--starts N] [--calls N] [--json FILE]`.
 * The other server needs a real `adb` (ANDROID_HOME, or PATH); without one only this server is measured.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildServer } from "../../scripts/build.ts";
import { startVirtualDevice } from "../../scripts/virtual-device/index.ts";
import { createAdbClient } from "../../src/android/adb/client.ts";
import { resolveAdbEndpoint } from "../../src/android/adb/endpoint.ts";
import { resolveAdbBinary } from "../../src/android/adb/resolve.ts";
import { type Contestant, measured, ours, rival, type Step } from "./server-contestants.ts";
import { daemonMemory, stopDaemon } from "./server-daemon.ts";
import { distribution, ratio, table } from "./server-statistics.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    starts: { type: "string", default: "10" },
    calls: { type: "string", default: "10000" },
    json: { type: "string" },
  },
});
/** Rounds that are not counted. */
const WARM_UP = 15;
const rounds = Math.max(1, Number(values.rounds));
const starts = Math.max(1, Number(values.starts));
const calls = Math.max(0, Number(values.calls));

const root = join(import.meta.dir, "../..");
const directory = mkdtempSync(join(tmpdir(), "am-perf-"));
const device = await startVirtualDevice();
const adb = createAdbClient({ endpoint: resolveAdbEndpoint({ ADB_SERVER_SOCKET: device.adbServerSocket }) });
const cleanUps: (() => Promise<unknown>)[] = [];
const say = (text: string) => void process.stderr.write(`${text}\n`);

try {
  const entry = (await buildServer(root, join(directory, "dist"))).path;
  const setting = { directory, entry, adbServerSocket: device.adbServerSocket, serial: device.serial };
  const contestants: Contestant[] = [ours(setting)];
  cleanUps.push(() => stopDaemon(setting));
  const binary = resolveAdbBinary({ env: process.env });
  if (binary) {
    contestants.push(rival(setting, binary.path, "adb"), rival(setting, binary.path, "mobilecli"));
    cleanUps.push(...contestants.slice(1).map((contestant) => contestant.cleanUp));
  } else say("No adb was found (ANDROID_HOME, PATH): only this server is measured.");

  const times = new Map<string, number[]>();
  const note = (contestant: string, what: string, milliseconds: number) => {
    const key = `${what}\t${contestant}`;
    times.set(key, [...(times.get(key) ?? []), milliseconds]);
  };

  say(`Starting each ${starts} times ...`);
  for (let run = 0; run < starts; run++) {
    for (const contestant of contestants) {
      const started = performance.now();
      const session = await contestant.connect();
      await session.client.listTools();
      note(contestant.name, "start to first tools/list", performance.now() - started);
      await session.close();
    }
  }

  // The field that is typed into has the focus from here on.
  await adb.shell(device.serial, "am start -W -n com.android.settings/.Settings");
  const sessions = [];
  for (const contestant of contestants) {
    const session = await contestant.connect();
    sessions.push({ contestant, session, steps: await contestant.steps(session.client) });
  }
  for (const what of measured) {
    say(`${what}: ${rounds} rounds ...`);
    await prepare(what);
    for (let round = -WARM_UP; round < rounds; round++) {
      for (const { contestant, session, steps } of sessions) {
        const started = performance.now();
        const results = [];
        for (const step of steps[what]) results.push(await session.client.callTool(step));
        const elapsed = performance.now() - started;
        const text = JSON.stringify(results.map(({ content }) => content));
        if (results.some(({ isError }) => isError) || /not found/i.test(text.slice(0, 400))) {
          throw new Error(`${contestant.name}: ${what}: ${text.slice(0, 400)}`);
        }
        if (round >= 0) note(contestant.name, what, elapsed);
      }
    }
  }
  for (const { session } of sessions.slice(1)) await session.close();
  const first = sessions[0]!;
  const memory: { calls: number; megabytes: number }[] = [];
  if (calls > 0) {
    say(`${calls} calls ...`);
    const marks = new Set([500, ...[0.25, 0.5, 0.75, 1].map((part) => Math.round(calls * part))]);
    for (let done = 1; done <= calls; done++) {
      await first.session.client.callTool(first.steps[done % 5 === 0 ? "tap" : "list elements"][0]!);
      if (marks.has(done)) memory.push({ calls: done, megabytes: daemonMemory(setting) });
    }
  }
  await first.session.close();

  const names = contestants.map(({ name }) => name);
  const rows = [...new Set([...times.keys()].map((key) => key.split("\t")[0]!))].map((what) => ({
    what,
    cells: names.map((name) => distribution(times.get(`${what}\t${name}`) ?? [])),
  }));
  console.log(table(names, rows));
  if (memory.length > 0) {
    console.log("\nMemory of this server's daemon (resident):");
    for (const { calls, megabytes } of memory)
      console.log(`  after ${String(calls).padStart(6)} calls  ${megabytes.toFixed(0)} MB`);
  }
  if (values.json) {
    const ratios = rows.map(({ what, cells }) => ({
      what,
      ratios: cells.slice(1).map((cell) => ratio(cells[0]!, cell)),
    }));
    writeFileSync(
      values.json,
      `${JSON.stringify({ names, rounds, starts, rows, ratios, memory }, null, 2)}\n`,
    );
  }
} finally {
  await Promise.allSettled(cleanUps.map((cleanUp) => cleanUp()));
  await device.stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);

async function prepare(what: Step): Promise<void> {
  const playground = "dev.jasonpearson.automobile.playground";
  const preferences = (entries: string) => `<map>${entries}</map>`;
  const files = {
    onboarding_prefs: preferences('<boolean name="onboarding_completed" value="true" />'),
    auth_prefs: preferences('<boolean name="is_guest_mode" value="true" />'),
  };
  await adb.shell(device.serial, `am force-stop ${playground}`);
  for (const [name, xml] of Object.entries(files)) {
    const script = `mkdir -p shared_prefs; cat > shared_prefs/${name}.xml`;
    await adb.shell(device.serial, `run-as ${playground} sh -c '${script}'`, { stdin: xml });
  }
  const path = what.startsWith("type") ? "text" : "demos/bugs/repro";
  await adb.shell(
    device.serial,
    `am start -W -a android.intent.action.VIEW -d automobile://playground/${path} ${playground}`,
  );
  if (what.startsWith("type")) await adb.shell(device.serial, "input tap 500 580");
}
