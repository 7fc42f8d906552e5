import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newcombe, passHatK, wilson } from "../../scripts/agent-benchmark/stats/statistics.ts";

const docs = join(import.meta.dir, "../../docs");
const read = (path: string) => readFileSync(join(docs, path), "utf8");

/** Rows of the Markdown table that follows a heading cell. */
function rowsOf(page: string, head: string): string[][] {
  const lines = page
    .slice(page.indexOf(`| ${head}`))
    .split("\n")
    .slice(2);
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(0, end).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test("the tables of the statistics page are what the code computes", () => {
  const page = read("explanations/statistics.md");
  const floors = rowsOf(page, "Runs, all passed");
  expect(floors.map(([n]) => n)).toEqual(["1", "3", "5", "10", "20"]);
  for (const [n, floor] of floors) {
    expect(`${Math.round(wilson(Number(n), Number(n))!.low * 100)}%`).toBe(floor!);
  }
  const drops = rowsOf(page, "Runs a side, A all passed");
  expect(drops).toHaveLength(4);
  for (const [runs, drop] of drops) {
    const n = Number(runs);
    const differs = (passed: number) => newcombe(passed, n, n, n)!.high < 0;
    const most = Array.from({ length: n + 1 }, (_, passed) => passed)
      .filter(differs)
      .at(-1);
    expect(`${most} of ${n}`).toBe(drop!);
  }
  expect(passHatK(10, 9, 3)).toBeCloseTo(0.7, 12);
});

test("every code that the troubleshooting page names exists", () => {
  const known = new Set(
    [...read("reference/errors.md").matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code),
  );
  const named = [...read("guides/troubleshooting.md").matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(
    ([, code]) => code,
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((code) => !known.has(code))).toEqual([]);
});

test("every command that a guide tells to run is a script of this repository", () => {
  const { scripts } = JSON.parse(readFileSync(join(docs, "../package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const guides = ["first-run", "writing-a-suite", "comparing", "ci", "reading-a-run", "troubleshooting"];
  const commands = guides.flatMap((name) =>
    [...read(`guides/${name}.md`).matchAll(/(?:bun|npm) run ([a-z:]+)/g)].map(([, script]) => script ?? ""),
  );
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter((script) => !(script in scripts))).toEqual([]);
});
