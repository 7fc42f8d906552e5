/**
 * How fast and how small the audit is: `bun benchmark/performance/audit.ts [--size MB] [--runs N] [--json FILE]`.
 * Each row is a ratio against a named bound measured in the same run; transcripts by processor time, each pass in a
 * process of its own.
 */
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SaxesParser } from "saxes";
import { diffSequence, matchScreen } from "../../scripts/agent-benchmark/audit/index.ts";
import { parseHierarchy } from "../../src/android/hierarchy/parse.ts";
import { type TranscriptShape, transcriptParts } from "./audit-transcripts.ts";

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "256" },
    runs: { type: "string", default: "5" },
    json: { type: "string" },
  },
});
const megabytes = Number(values.size);
const runs = Math.max(1, Number(values.runs));

interface Row {
  what: string;
  ours: string;
  bound: string;
  /** Our speed as a part of the bound's: 1 is as fast. */
  ratio: number | null;
  spread: string;
  peakMegabytes: number | null;
  boundPeakMegabytes: number | null;
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
const rows: Row[] = [];

interface Pass {
  events: number;
  seconds: number;
  /** User and system time: what the work costs, whatever else the machine does. */
  cpuSeconds: number;
  peakBytes: number;
}

function measureChild(mode: "bare" | "audit", path: string): Pass {
  const child = Bun.spawnSync([process.execPath, join(import.meta.dir, "audit-child.ts"), mode, path]);
  if (child.exitCode !== 0) throw new Error(child.stderr.toString());
  return JSON.parse(child.stdout.toString()) as Pass;
}

function measureTranscript(shape: TranscriptShape, directory: string): void {
  const path = join(directory, "claude.jsonl");
  const file = openSync(path, "w");
  for (const part of transcriptParts(shape, megabytes * 1024 * 1024)) writeSync(file, part);
  closeSync(file);
  const size = statSync(path).size / 1024 / 1024;
  const passes: { bare: Pass; audit: Pass }[] = [];
  for (let run = 0; run < runs; run += 1) {
    passes.push({ bare: measureChild("bare", path), audit: measureChild("audit", path) });
  }
  rmSync(path);
  const ratios = passes.map((pass) => pass.bare.cpuSeconds / pass.audit.cpuSeconds);
  const speed = (mode: "bare" | "audit") =>
    round(median(passes.map((pass) => size / pass[mode].cpuSeconds)), 0);
  const peak = (mode: "bare" | "audit") =>
    round(Math.max(...passes.map((pass) => pass[mode].peakBytes)) / 1024 / 1024, 0);
  rows.push({
    what: `audit of a transcript of ${round(size, 0)} MB, ${shape} (${passes[0]?.audit.events} lines)`,
    ours: `${speed("audit")} MB/s`,
    bound: `split + JSON.parse: ${speed("bare")} MB/s`,
    ratio: round(median(ratios)),
    spread: `${round(Math.min(...ratios))}–${round(Math.max(...ratios))}`,
    peakMegabytes: peak("audit"),
    boundPeakMegabytes: peak("bare"),
  });
}

function timed(action: () => void): number[] {
  action();
  return Array.from({ length: runs }, () => {
    const started = performance.now();
    action();
    return performance.now() - started;
  });
}

function measure(what: string, boundName: string, ours: () => void, bound: () => void): void {
  const [mine, theirs] = [timed(ours), timed(bound)];
  rows.push({
    what,
    ours: `${round(median(mine))} ms`,
    bound: `${boundName}: ${round(median(theirs))} ms`,
    ratio: round(median(theirs) / median(mine)),
    spread: `${round(Math.min(...mine))}–${round(Math.max(...mine))} ms`,
    peakMegabytes: null,
    boundPeakMegabytes: null,
  });
}

function measureSequences(): void {
  for (const length of [10, 1_000, 20_000]) {
    const baseline = Array.from({ length }, (_, index) => `tool${index % 20}`);
    const similar = baseline.flatMap((tool, index) => (index % 50 === 7 ? [tool, "observe"] : [tool]));
    const shuffled = Array.from(
      { length },
      (_, index) => `tool${(Math.imul(index + 77, 2_654_435_761) >>> 8) % 20}`,
    );
    const disjoint = baseline.map((tool) => `other-${tool}`);
    for (const [kind, actual] of Object.entries({ similar, shuffled, disjoint })) {
      measure(
        `sequence diff, ${length} calls, ${kind}`,
        "one pass of ===",
        () => diffSequence(baseline, actual),
        () => baseline.filter((tool, index) => tool === actual[index]),
      );
    }
  }
}

function measureDumps(): void {
  for (const nodes of [300, 20_000]) {
    const node = (index: number) =>
      `<node index="${index}" text="Row ${index}" resource-id="com.suite:id/row" class="android.widget.TextView" package="com.suite" content-desc="Row number ${index}" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,${index}][1080,${index + 60}]" />`;
    const text = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="" class="android.widget.FrameLayout" package="com.suite" bounds="[0,0][1080,90000]">${Array.from({ length: nodes }, (_, index) => node(index)).join("")}</node></hierarchy>`;
    const bytes = new TextEncoder().encode(text);
    measure(
      `dump of ${nodes} nodes: parse and match three texts`,
      "bare saxes",
      () => matchScreen(parseHierarchy(bytes), "com.suite", ["Row 299", "Row number 1", "Never there"]),
      () => {
        const parser = new SaxesParser({ position: false });
        parser.write(new TextDecoder().decode(bytes)).close();
      },
    );
  }
}

const directory = mkdtempSync(join(tmpdir(), "audit-benchmark-"));
try {
  measureTranscript("many small events", directory);
  measureTranscript("ordinary screens", directory);
  measureTranscript("few huge events", directory);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
measureSequences();
measureDumps();
console.table(
  rows.map((row) => ({
    what: row.what,
    ours: row.ours,
    bound: row.bound,
    "speed/bound": row.ratio,
    spread: row.spread,
    "peak MB": row.peakMegabytes ?? "",
    "bound's MB": row.boundPeakMegabytes ?? "",
  })),
);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ runs, rows }, null, 2)}\n`);
