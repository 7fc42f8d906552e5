import { readFileSync } from "node:fs";
import { join } from "node:path";
import { limitRow, type Row } from "./row.ts";
import type { Spread } from "./spread.ts";

/** Runs a measurement that is a command of its own and reads the JSON it writes. Throws with its last words. */
function measuredBy(script: string, args: readonly string[], directory: string): unknown {
  const json = join(directory, `${script}.json`);
  const child = Bun.spawnSync(
    [process.execPath, join(import.meta.dir, `${script}.ts`), ...args, "--json", json],
    { stdout: "ignore", stderr: "pipe" },
  );
  try {
    return JSON.parse(readFileSync(json, "utf8"));
  } catch {
    throw new Error(`${script} wrote no result: ${child.stderr.toString().trim().slice(-500)}`);
  }
}

/** The virtual device's costs beside their limits. */
export function virtualDeviceRows(directory: string): Row[] {
  const measured = measuredBy("virtual-device", [], directory) as {
    what: string;
    median: number;
    fastest: number;
    slowest: number;
    limit: number;
    unit: "ms" | "MB";
    samples: number;
  }[];
  return measured.map(({ what, median, fastest, slowest, limit, unit, samples }) =>
    limitRow({
      group: "virtual device",
      what,
      unit,
      ours: { median, min: fastest, max: slowest },
      limit,
      repetitions: samples,
    }),
  );
}

interface ServerReport {
  names: string[];
  rows: { what: string; cells: { p50: number; p95: number; min: number; max: number; count: number }[] }[];
  memory: { calls: number; megabytes: number }[];
}

/** The MCP server beside mobile-mcp, step by step, and its daemon's memory after many calls. */
export function serverRows(directory: string, large: boolean): { rows: Row[]; notes: string[] } {
  const effort = large ? [] : ["--rounds", "40", "--starts", "5", "--calls", "2000"];
  const { names, rows, memory } = measuredBy("server", effort, directory) as ServerReport;
  const notes = memory.map(({ calls, megabytes }) => `${Math.round(megabytes)} MB after ${calls} calls`);
  return {
    rows: rows.flatMap(({ what, cells }) => pairs(what, names, cells)),
    notes: notes.length > 0 ? [`memory of the server's daemon: ${notes.join(", ")}`] : [],
  };
}

function pairs(what: string, names: readonly string[], cells: ServerReport["rows"][number]["cells"]): Row[] {
  const [ours, ...others] = cells;
  if (!ours || !(ours.count > 0)) return [];
  return others.flatMap((cell, index) => {
    if (!(cell.count > 0)) return [];
    const ratio: Spread = {
      median: ours.p50 / cell.p50,
      min: ours.min / cell.max,
      max: ours.max / cell.min,
    };
    const row: Row = {
      group: "server",
      what: `${what} (p95 ${ours.p95.toFixed(1)} beside ${cell.p95.toFixed(1)} ms)`,
      unit: "ms",
      ours: { median: ours.p50, min: ours.min, max: ours.max },
      against: {
        name: names[index + 1] ?? "peer",
        kind: "peer",
        value: { median: cell.p50, min: cell.min, max: cell.max },
      },
      ratio,
      goal: { atMost: 1, words: "ahead" },
      repetitions: ours.count,
    };
    return [row];
  });
}
