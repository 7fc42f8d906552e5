/**
 * What the virtual device costs: `bun benchmark/performance/virtual-device.ts [--runs N] [--json FILE]`. Each row stands
 * beside the limit it has to keep; the exit code is 1 when one does not.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startVirtualDevice } from "../../scripts/virtual-device/index.ts";
import { createSystem } from "../../scripts/virtual-device/system/system.ts";
import { createUiRuntime } from "../../scripts/virtual-device/ui/runtime.ts";
import { createAdbClient } from "../../src/android/adb/client.ts";
import { resolveAdbEndpoint } from "../../src/android/adb/endpoint.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "200" }, json: { type: "string" } },
});
const runs = Math.max(5, Number(values.runs));
const PLAYGROUND = "dev.jasonpearson.automobile.playground";
const DEVICES = 20;

interface Row {
  what: string;
  median: number;
  fastest: number;
  slowest: number;
  samples: number;
  limit: number;
  unit: "ms" | "MB";
}

const rows: Row[] = [];

function report(what: string, samples: number[], limit: number, unit: Row["unit"] = "ms"): void {
  const sorted = [...samples].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  rows.push({
    what,
    median,
    fastest: sorted[0] ?? Number.NaN,
    slowest: sorted.at(-1) ?? Number.NaN,
    samples: sorted.length,
    limit,
    unit,
  });
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** A screen of its own, without a socket: what the device itself needs. */
function screenOf(path: string, display: { width: number; height: number; density: number }) {
  const system = createSystem({
    serial: "bench",
    androidVersion: "15",
    realTime: false,
    now: () => 1_760_000_000_000,
    seed: 1,
    commands: [],
  });
  system.state.physical = display;
  const files = system.services.appFiles(PLAYGROUND);
  const seed = (name: string, key: string): void =>
    files.write(
      `shared_prefs/${name}.xml`,
      new TextEncoder().encode(`<map><boolean name="${key}" value="true" /></map>`),
    );
  seed("onboarding_prefs", "onboarding_completed");
  seed("auth_prefs", "is_guest_mode");
  const ui = createUiRuntime(system.services);
  ui.startActivity({
    action: "android.intent.action.VIEW",
    data: `automobile://playground${path}`,
    packageName: PLAYGROUND,
  });
  let change = 0;
  /** Makes the next look lay everything out anew. */
  const touch = (): void => system.services.settings.put("global", "bench", String(change++));
  return { ui, touch };
}

function measureDump(): void {
  const { ui, touch } = screenOf("/demos/perf/list", { width: 2160, height: 5000, density: 160 });
  const dump = (): string => ui.dumpXml({ compressed: false, windows: false }) ?? "";
  const nodes = dump().match(/<node /g)?.length ?? 0;
  const samples = Array.from({ length: runs }, () => {
    touch();
    return timed(dump);
  });
  report(`dump of ${nodes} nodes, laid out anew`, samples, 5);
}

function measureScreenshots(): void {
  for (const path of ["/demos/bugs/repro", "/demos/perf/list", "/tap"]) {
    const { ui, touch } = screenOf(path, { width: 1080, height: 2400, density: 420 });
    ui.screenshot();
    const samples = Array.from({ length: Math.ceil(runs / 4) }, () => {
      touch();
      return timed(() => ui.screenshot());
    });
    report(`screenshot 1080x2400 of ${path}, drawn anew`, samples, 20);
  }
}

async function measureShell(): Promise<void> {
  const device = await startVirtualDevice();
  const adb = createAdbClient({
    endpoint: resolveAdbEndpoint({ ADB_SERVER_SOCKET: device.adbServerSocket }),
  });
  const samples: number[] = [];
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    await adb.shell(device.serial, "getprop ro.build.version.sdk");
    samples.push(performance.now() - started);
  }
  const snapshot = device.snapshot();
  report("shell command over a socket, connection included", samples, 1);
  report(
    "back to a snapshot",
    Array.from({ length: 20 }, () => timed(() => device.restore(snapshot))),
    10,
  );
  await device.stop();
}

async function measureMemory(): Promise<void> {
  const devices = [];
  for (let index = 0; index < DEVICES; index++)
    devices.push(await startVirtualDevice({ serial: `emulator-${5554 + 2 * index}` }));
  for (const device of devices) {
    const adb = createAdbClient({
      endpoint: resolveAdbEndpoint({ ADB_SERVER_SOCKET: device.adbServerSocket }),
    });
    await adb.exec(device.serial, "screencap -p");
  }
  Bun.gc(true);
  report(
    `${DEVICES} devices in one process, each with a screenshot taken`,
    [process.memoryUsage.rss() / 1024 / 1024],
    150,
    "MB",
  );
  await Promise.all(devices.map((device) => device.stop()));
}

await measureMemory();
await measureShell();
measureDump();
measureScreenshots();

for (const { what, median, slowest, limit, unit } of rows) {
  const verdict = median < limit ? "ok  " : "OVER";
  console.log(
    `${verdict} ${median.toFixed(2).padStart(7)} ${unit} (slowest ${slowest.toFixed(2)}, limit ${limit})  ${what}`,
  );
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
process.exitCode = rows.every(({ median, limit }) => median < limit) ? 0 : 1;
