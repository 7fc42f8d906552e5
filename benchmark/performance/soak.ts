/**
 * Many runs in a row in one process: `bun benchmark/performance/soak.ts [--runs 200] [--json]`. On the virtual device with
 * the scripted model. Tells whether memory and file descriptors stay flat and whether anything is left in the temporary
 * folder; exit code 1 when a run did not pass, a descriptor or a temporary file stayed. Memory is told, not judged.
 */

import { heapStats } from "bun:jsc";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runBenchmark } from "../../scripts/agent-benchmark/benchmark.ts";
import { silentProgress } from "../../scripts/agent-benchmark/progress.ts";
import { listenForInterrupts } from "../../scripts/agent-benchmark/run/interrupts.ts";
import { loadSuites } from "../../scripts/agent-benchmark/suite-files.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "200" }, json: { type: "boolean", default: false } },
});
const runs = Math.max(2, Math.trunc(Number(values.runs)) || 200);
const root = join(import.meta.dir, "../..");

/** The first runs load code and fill caches. */
const WARM_UP = Math.min(20, Math.floor(runs / 4));

interface Sample {
  passed: boolean;
  seconds: number;
  /** Resident set of this process after a collection, MB. */
  memoryMb: number;
  /** What JavaScript holds after a collection, MB: grows only by what is really kept. */
  heapMb: number;
  descriptors: number;
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), "bench-soak-")));
const temporary = join(folder, "tmp");
for (const name of ["tmp", "home", "out"]) mkdirSync(join(folder, name));
process.env.TMPDIR = temporary;
const interrupts = listenForInterrupts();
const samples: Sample[] = [];
const reasons: string[] = [];
try {
  const loaded = loadSuites(["bug-repro"], { repositoryRoot: root });
  const suite = "suites" in loaded ? loaded.suites[0] : undefined;
  if (!suite) throw new Error("the suite bug-repro can't be loaded");
  for (let index = 0; index < runs && !interrupts.signal.aborted; index++) {
    const began = performance.now();
    const result = await runBenchmark({
      suite: { ...suite, preflight: { ...suite.preflight, settleSeconds: 0 } },
      device: "virtual",
      model: "scripted",
      playbook: null,
      serverInstructions: false,
      serverRoot: root,
      harnessRoot: root,
      claude: null,
      output: join(folder, "out"),
      trial: null,
      env: { PATH: process.env.PATH, HOME: join(folder, "home"), TMPDIR: temporary },
      interrupts,
      progress: silentProgress,
    });
    const seconds = (performance.now() - began) / 1000;
    if (result.verdict !== "passed") reasons.push(...result.reasons);
    rmSync(result.run.directory, { recursive: true, force: true });
    Bun.gc(true);
    samples.push({
      passed: result.verdict === "passed",
      seconds,
      memoryMb: process.memoryUsage.rss() / 1e6,
      heapMb: heapStats().heapSize / 1e6,
      descriptors: openDescriptors(),
    });
    if (!values.json && (index + 1) % 10 === 0) process.stderr.write(`${index + 1} of ${runs}\n`);
  }
} finally {
  interrupts.dispose();
}
const left = readdirSync(temporary);
rmSync(folder, { recursive: true, force: true });

const warm = samples.slice(WARM_UP);
/** The runs after the warm-up in four parts: what grows without end grows from part to part. */
const quarters = [0, 1, 2, 3].map((index) =>
  warm.slice(Math.floor((index * warm.length) / 4), Math.floor(((index + 1) * warm.length) / 4)),
);
const report = {
  runs: samples.length,
  passed: samples.filter(({ passed }) => passed).length,
  secondsMedian: median(warm.map(({ seconds }) => seconds)),
  memoryMb: {
    byQuarter: quarters.map((part) => median(part.map(({ memoryMb }) => memoryMb))),
    most: Math.round(Math.max(...samples.map(({ memoryMb }) => memoryMb))),
  },
  heapMb: { byQuarter: quarters.map((part) => median(part.map(({ heapMb }) => heapMb))) },
  descriptors: { afterWarmUp: warm[0]?.descriptors ?? null, atTheEnd: warm.at(-1)?.descriptors ?? null },
  leftInTemporaryFolder: left,
  reasons: [...new Set(reasons)],
};
console.log(values.json ? JSON.stringify(report) : JSON.stringify(report, null, 2));
const { afterWarmUp, atTheEnd } = report.descriptors;
const flat = afterWarmUp === null || atTheEnd === null || atTheEnd <= afterWarmUp;
process.exit(report.passed === report.runs && flat && left.length === 0 ? 0 : 1);

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? Number.NaN) * 100) / 100;
}

/** Of this process; null-like -1 where the system has no /proc. */
function openDescriptors(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return -1;
  }
}
