/**
 * `bun run bench:performance [-- row ...] [--large] [--list] [--json FILE] [--docs]`: measures the harness and its parts beside a
 * bound or a peer, prints one table and writes scratch/performance/<time>.json. It only tells; nothing depends on it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { writeTable } from "./docs.ts";
import { GROUPS, type Group } from "./groups.ts";
import { machine } from "./machine.ts";
import type { Row } from "./row.ts";
import { table } from "./table.ts";

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  allowPositionals: true,
  options: {
    large: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    docs: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const root = join(import.meta.dir, "../..");
const say = (text: string) => void process.stderr.write(`${text}\n`);

if (values.list) {
  for (const { name, what } of GROUPS) console.log(`${name.padEnd(16)} ${what}`);
  process.exit(0);
}
const unknown = positionals.filter((name) => !GROUPS.some((group) => group.name === name));
if (unknown.length > 0) {
  say(`There is no ${unknown.join(", ")}. Known: ${GROUPS.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
const chosen = GROUPS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const startedAt = new Date();
const rows: Row[] = [];
const notes: string[] = [];
const problems: string[] = [];
for (const group of chosen) await measureGroup(group);
const report = {
  startedAt: startedAt.toISOString(),
  machine: machine(),
  large: values.large,
  rows,
  notes,
  problems,
};
console.log(table(rows));
for (const note of notes) console.log(`\n${note}`);
for (const problem of problems) console.error(`\nNot measured: ${problem}`);
const stamp = startedAt.toISOString().replace(/[-:]|\.\d+/g, "");
const path = values.json ?? join(root, "scratch/performance", `${stamp}.json`);
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
say(`\nWritten: ${path}`);
if (values.docs) writeTable(join(root, "docs/performance.md"), report);
process.exit(problems.length === 0 ? 0 : 1);

/** One that can't be measured here is named and does not keep the others from it. */
async function measureGroup(group: Group): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "performance-"));
  const started = performance.now();
  say(`${group.name} ...`);
  try {
    const measured = await group.measure({ large: values.large ?? false, directory });
    rows.push(...measured.rows);
    notes.push(...measured.notes);
    say(`${group.name}: ${Math.round((performance.now() - started) / 1000)} s`);
  } catch (error) {
    problems.push(`${group.name}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
