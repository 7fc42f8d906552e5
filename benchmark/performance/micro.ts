import { join } from "node:path";
import { measure } from "mitata";
import { SaxesParser } from "saxes";
import { diffSequence, matchScreen } from "../../scripts/agent-benchmark/audit/index.ts";
import { parseHierarchy } from "../../src/android/hierarchy/parse.ts";
import { DUMP_SIZES, dumpOf, SEQUENCE_KINDS, SEQUENCE_LENGTHS, sequencesOf } from "./micro-inputs.ts";
import { pairedRow, type Row } from "./row.ts";
import { spread } from "./spread.ts";

/** A round of mitata is short, and rounds are made in turn, so that a busy moment hits both sides. */
const ROUND_NANOSECONDS = 60 * 1e6;

/** Sequence diffs against one comparing pass over both lists. */
export async function measureSequences(rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const length of SEQUENCE_LENGTHS) {
    for (const kind of SEQUENCE_KINDS) {
      const { baseline, actual } = sequencesOf(length, kind);
      rows.push(
        await compare(rounds, {
          group: "sequence diff",
          what: `${length} calls, ${kind}`,
          name: "one pass of ===",
          goal: null,
          ours: () => diffSequence(baseline, actual),
          bound: () => baseline.filter((tool, index) => tool === actual[index]),
        }),
      );
    }
  }
  return [...rows, ...(await measureMemory(rounds))];
}

/** Parsing a dump and looking for three texts, against a bare XML parse of the same bytes. */
export async function measureDumps(rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const nodes of DUMP_SIZES) {
    const bytes = dumpOf(nodes);
    rows.push(
      await compare(rounds, {
        group: "dump",
        what: `${nodes} nodes, parse and match three texts`,
        name: "bare saxes parse",
        goal: null,
        ours: () =>
          matchScreen(parseHierarchy(bytes), "com.suite", ["Row 299", "Row number 1", "Never there"]),
        bound: () => {
          const parser = new SaxesParser({ position: false });
          parser.write(new TextDecoder().decode(bytes)).close();
        },
      }),
    );
  }
  return rows;
}

interface Comparison {
  group: string;
  what: string;
  name: string;
  goal: Row["goal"];
  ours: () => unknown;
  bound: () => unknown;
}

async function compare(rounds: number, comparison: Comparison): Promise<Row> {
  const ours: number[] = [];
  const bound: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await medianOf(comparison.ours));
    bound.push(await medianOf(comparison.bound));
  }
  const { group, what, name, goal } = comparison;
  return pairedRow({
    group,
    what,
    unit: "us",
    ours,
    against: { name, kind: "bound", values: bound },
    goal,
  });
}

async function medianOf(work: () => unknown): Promise<number> {
  const { p50 } = await measure(work, { min_cpu_time: ROUND_NANOSECONDS, min_samples: 3 });
  return p50 / 1000;
}

/** Peak memory of a process that makes the longest diffs, beside one that only holds the lists. */
async function measureMemory(rounds: number): Promise<Row[]> {
  const peak = (kind: string, mode: string): number => {
    const child = Bun.spawnSync([
      process.execPath,
      join(import.meta.dir, "micro-memory.ts"),
      String(SEQUENCE_LENGTHS.at(-1)),
      kind,
      mode,
    ]);
    if (child.exitCode !== 0) throw new Error(child.stderr.toString());
    return Number(child.stdout.toString());
  };
  return SEQUENCE_KINDS.map((kind) => {
    const runs = Array.from({ length: Math.min(rounds, 3) }, () => ({
      ours: peak(kind, "diff"),
      bound: peak(kind, "hold"),
    }));
    return pairedRow({
      group: "sequence diff",
      what: `${SEQUENCE_LENGTHS.at(-1)} calls, ${kind}: peak memory`,
      unit: "MB",
      ours: runs.map(({ ours }) => ours),
      against: { name: "holding the lists", kind: "bound", values: runs.map(({ bound }) => bound) },
      goal: null,
    });
  });
}

/** How the time grows from one length to the next, by kind: 1 is in step with the length. */
export function growthNotes(rows: readonly Row[]): string[] {
  return SEQUENCE_KINDS.map((kind) => {
    const of = (length: number) =>
      rows.find(({ what }) => what === `${length} calls, ${kind}`)?.ours.median ?? Number.NaN;
    const [, middle = 1, long = 1] = SEQUENCE_LENGTHS;
    const growth = spread([of(long) / of(middle) / (long / middle)]).median;
    return `sequence diff, ${kind}: ${long} calls cost ${growth.toFixed(2)} times as much for each call as ${middle} do`;
  });
}
