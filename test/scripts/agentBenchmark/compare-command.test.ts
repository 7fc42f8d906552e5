import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Comparison } from "../../../scripts/agent-benchmark/compare/compare.ts";
import { comparisonReport, gateExitCode } from "../../../scripts/agent-benchmark/compare-command.ts";
import { renderComparison } from "../../../scripts/agent-benchmark/report/compare-text.ts";
import type { RunResult } from "../../../scripts/agent-benchmark/result.ts";
import { aResult } from "../../helpers/result.ts";
import { temporaryDirectory } from "../../helpers/temp.ts";

const script = join(import.meta.dir, "../../../scripts/agent-benchmark/compare-command.ts");

const turns = (actual: number) => [{ name: "turns", actual, baseline: null, delta: null }];
const passes = (count: number, over: Parameters<typeof aResult>[0] = {}) =>
  Array.from({ length: count }, (_, index) =>
    aResult({ run: { id: `run-${index}` }, metrics: turns(3 + index), ...over }),
  );
const fails = (count: number) => passes(count, { verdict: "failed", reasons: ["The count is wrong."] });

function store(root: string, results: readonly RunResult[]): string {
  results.forEach((result, index) => {
    const directory = join(root, result.suite.name, `run-${index}`);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "result.json"), JSON.stringify(result));
  });
  return root;
}

async function compare(...args: string[]) {
  const child = Bun.spawn([process.execPath, script, ...args], { stdout: "pipe", stderr: "pipe" });
  const [code, stdout, stderr] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, stdout, stderr };
}

const stored = (results: readonly RunResult[]) => results.map((result) => ({ result, directory: "." }));

test("the text says who passed, how sure that is, what differs, which numbers moved and which calls", () => {
  const newer = passes(1, {
    claude: { version: "2.2.0" },
    sequence: { actual: ["observe", "tapOn"], baseline: [], diff: [], note: null },
  });
  const report = comparisonReport(stored(passes(5)), stored([...newer, ...fails(4)]), [
    "B: one run is unfinished.",
  ]);
  const text = renderComparison(report, { a: "before", b: "after" }, { color: false, width: 96 });
  expect(text.slice(0, text.indexOf("\nMeasures"))).toBe(
    `\
Comparison
  A  before (5 runs)
  B  after (5 runs)

Suites
  passed on both sides            0
  passed only on A                0
  passed only on B                0
  failed on both sides            0
  mixed, or not judged on a side  1  bug-repro

bug-repro
  A      5 of 5 passed, 100% (57–100%)
  B      1 of 5 passed, 20% (4–62%)
  B − A  −80 points (95% interval −96 to −19): differs
  What differs
    • Claude Code version: 2.1.332 → 2.2.0
  Metrics of passing runs, medians: not enough runs to tell
           A  B  B − A
    Turns  5  3     −2
  Tool sequence, one run of each side
    − in A only, + in B only; indexes: A, B
      0 0  observe
    +   1  tapOn

Left out
  • B: one run is unfinished.
`,
  );
});

describe("the command", () => {
  test("reads directories, prints text or one JSON document, and exits 0 whatever the comparison says", async () => {
    using dir = temporaryDirectory();
    const a = store(join(dir.path, "a"), passes(5));
    const b = store(join(dir.path, "b"), fails(5));
    const text = await compare("--", a, b);
    expect({ code: text.code, stderr: text.stderr }).toEqual({ code: 0, stderr: "" });
    expect(text.stdout).toContain("passed only on A                1  bug-repro");
    expect(text.stdout).toMatch(/B − A {2}−100 points \(95% interval −100 to −\d+\): differs/);
    const json = await compare(a, b, "--json");
    expect(JSON.parse(json.stdout).comparison.cells.onlyA).toEqual(["bug-repro"]);
  });

  test("usage errors and unreadable sides exit 2, all told at once", async () => {
    using dir = temporaryDirectory();
    const one = await compare(dir.path, "--jsn");
    expect(one.code).toBe(2);
    expect(one.stderr).toContain("There is no option --jsn. Did you mean --json?");
    expect(one.stderr).toContain("Name two sides to compare: A and B; 1 given.");
    const none = await compare(dir.path, join(dir.path, "missing"));
    expect(none.code).toBe(2);
    expect(none.stderr.match(/\[RESULT_NOT_FOUND\]/g)).toHaveLength(2);
  });
});

describe("the gate", () => {
  const gate = (a: RunResult[], b: RunResult[]) =>
    gateExitCode(comparisonReport(stored(a), stored(b)).comparison);

  test("0 no worse, 1 worse, 3 can't be told", () => {
    expect(gate(passes(5), passes(5))).toBe(0);
    expect(gate(fails(5), passes(5))).toBe(0);
    expect(gate(passes(5), fails(5))).toBe(1);
    expect(gate(passes(2), passes(2))).toBe(3);
  });

  test("one suite that got worse outranks one that can't be told; nothing is not good", () => {
    const other = { suite: { name: "other" } };
    expect(gate([...passes(5), ...passes(1, other)], [...fails(5), ...passes(1, other)])).toBe(1);
    expect(gateExitCode({ suites: [] } as unknown as Comparison)).toBe(3);
  });
});
