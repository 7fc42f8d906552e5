/**
 * How fast and how small the audit is: `bun benchmark/performance/audit.ts [--size MB] [--runs N] [--json FILE]`, or as rows
 * of bench:performance. The bound is a loop that splits lines and parses JSON; both by processor time, each pass in a
 * process of its own, in turn.
 */
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type TranscriptShape, transcriptParts } from "./audit-transcripts.ts";
import { limitRow, pairedRow, type Row } from "./row.ts";
import { spread } from "./spread.ts";
import { table } from "./table.ts";

interface Pass {
  events: number;
  seconds: number;
  /** User and system time: what the work costs, whatever else the machine does. */
  cpuSeconds: number;
  peakBytes: number;
}

export interface AuditSetting {
  /** Of each transcript. */
  megabytes: number;
  runs: number;
  /** Where transcripts are written, and removed again. */
  directory: string;
}

const SHAPES: readonly TranscriptShape[] = ["many small events", "ordinary screens", "few huge events"];
const MEMORY_LIMIT_MB = 200;

/** Two rows for each shape of transcript: processor time beside the bare loop, peak memory beside the limit. */
export function measureAudit(setting: AuditSetting): Row[] {
  return SHAPES.flatMap((shape) => measureTranscript(shape, setting));
}

function measureTranscript(shape: TranscriptShape, { megabytes, runs, directory }: AuditSetting): Row[] {
  const path = join(directory, "claude.jsonl");
  const file = openSync(path, "w");
  for (const part of transcriptParts(shape, megabytes * 1024 * 1024)) writeSync(file, part);
  closeSync(file);
  const size = Math.round(statSync(path).size / 1024 / 1024);
  const passes: { bare: Pass; audit: Pass }[] = [];
  for (let run = 0; run < runs; run += 1) {
    passes.push({ audit: measureChild("audit", path), bare: measureChild("bare", path) });
  }
  rmSync(path);
  const seconds = (mode: "bare" | "audit") => passes.map((pass) => pass[mode].cpuSeconds);
  const speed = (mode: "bare" | "audit") => Math.round(size / spread(seconds(mode)).median);
  const group = "audit";
  return [
    pairedRow({
      group,
      what: `${size} MB, ${shape}, ${passes[0]?.audit.events} lines: processor time (${speed("audit")} MB/s)`,
      unit: "s",
      ours: seconds("audit"),
      against: {
        name: `split + JSON.parse (${speed("bare")} MB/s)`,
        kind: "bound",
        values: seconds("bare"),
      },
      goal: { atMost: 1.25, words: "0.8 of its speed" },
    }),
    limitRow({
      group,
      what: `${size} MB, ${shape}: peak memory`,
      unit: "MB",
      ours: spread(passes.map(({ audit }) => audit.peakBytes / 1024 / 1024)),
      limit: MEMORY_LIMIT_MB,
      repetitions: runs,
    }),
  ];
}

function measureChild(mode: "bare" | "audit", path: string): Pass {
  const child = Bun.spawnSync([process.execPath, join(import.meta.dir, "audit-child.ts"), mode, path]);
  if (child.exitCode !== 0) throw new Error(child.stderr.toString());
  return JSON.parse(child.stdout.toString()) as Pass;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      size: { type: "string", default: "256" },
      runs: { type: "string", default: "5" },
      json: { type: "string" },
    },
  });
  const directory = mkdtempSync(join(tmpdir(), "audit-benchmark-"));
  try {
    const runs = Math.max(1, Number(values.runs));
    const rows = measureAudit({ megabytes: Number(values.size), runs, directory });
    console.log(table(rows));
    if (values.json) writeFileSync(values.json, `${JSON.stringify({ runs, rows }, null, 2)}\n`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
